"""Application configuration of the tournaments floor."""

from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Register the tournaments floor, the formats, and with the relay the work that it must look after."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Answer what rooms ask; hand the relay the sweeps of unfinished jobs, the ledger what it is compared with."""
        from ledger import audits, credentials
        from ledger.sending import answer_for
        from ledger.sweeps import register

        from .agenda.services import friendlies_sweep
        from .entries.audit import readings_audit
        from .entries.rehearsal_services import rehearsals_sweep
        from .events.audit import of_events, policies_audit, rows_audit, tournaments_audit
        from .events.registry import load
        from .finding.kept_services import filters_sweep
        from .finding.listing_services import follow_events
        from .forecasts.services import stuck_forecasts_sweep
        from .gamelogs import seasons
        from .gamelogs.audit_services import stuck_audits_sweep
        from .gamelogs.ledger_audit import logs_audit
        from .gamelogs.services import stuck_logs_sweep
        from .leagues.window_services import leagues_sweep
        from .money import online  # noqa: F401 its check of the settings
        from .money.online_services import silent_payments_sweep
        from .organizations.audit import organizations_audit
        from .programme.audit import circuits_audit
        from .programme.chance_services import stuck_outlooks_sweep
        from .programme.invitation_services import places_sweep
        from .programme.ladder_services import follow_results, ladders_sweep
        from .programme.rating_services import ratings_sweep
        from .programme.seasons import beside
        from .recordings.audit import recordings_audit
        from .recordings.credential_services import KINDS
        from .rounds.audit import results_audit, seating_audit
        from .submissions.audit import decks_audit

        for room in (
            "events",
            "entries",
            "money",
            "submissions",
            "finding",
            "programme",
            "rounds",
            "gamelogs",
            "recordings",
            "judging",
            "agenda",
            "leagues",
            "display",
        ):
            import_module(f"tournaments.{room}.answers")
        import_module("tournaments.programme.invitation_answers")
        load()
        follow_events()
        follow_results()
        answer_for("tournaments")
        credentials.register(*KINDS)
        register("stuck logs", stuck_logs_sweep)
        register("stuck audits of logs", stuck_audits_sweep)
        seasons.register("circuits", beside)
        register("stuck forecasts", stuck_forecasts_sweep)
        register("rehearsals", rehearsals_sweep)
        register("friendly games", friendlies_sweep)
        register("leagues", leagues_sweep)
        register("silent payments", silent_payments_sweep)
        register("kept searches", filters_sweep)
        register("ratings", ratings_sweep)
        register("ladders", ladders_sweep)
        register("places in finals", places_sweep)
        register("stuck chances", stuck_outlooks_sweep)

        audits.register("tournaments", tournaments_audit)
        audits.register("organizations", organizations_audit)
        audits.register("circuits", circuits_audit)
        audits.register("recordings", recordings_audit)
        for audit in (
            rows_audit,
            policies_audit,
            readings_audit,
            logs_audit,
            results_audit,
            seating_audit,
            decks_audit,
        ):
            audits.register(audit.__name__.removesuffix("_audit"), of_events(audit))

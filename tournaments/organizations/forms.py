"""Forms of the organizations room."""

from django import forms
from django.utils.translation import gettext_lazy as _

from .models import NAME_LENGTH, NO_LEVEL, Level, Member, Organization, Venue
from .venue_services import MOST_TABLES, VenueValues

_LONG = {"rows": 4}


class OrganizationForm(forms.Form):
    """What the page of an organization says."""

    name = forms.CharField(label=_("Name of the organization"), max_length=NAME_LENGTH)
    kind = forms.ChoiceField(label=_("What kind of organization"), choices=Organization.Kind.choices)
    about_it = forms.CharField(
        label=_("About it"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs=_LONG),
        help_text=_("Who you are, whom you play with, how to reach you. Everybody can read it."),
    )
    website = forms.URLField(label=_("Website"), max_length=200, required=False, assume_scheme="https")

    @staticmethod
    def filled(organization: Organization) -> dict[str, object]:
        """The form as an organization is."""
        return {
            "name": organization.name,
            "kind": organization.kind,
            "about_it": organization.about,
            "website": organization.website,
        }


class LevelForm(forms.Form):
    """For which level an organization asks the office."""

    level = forms.TypedChoiceField(label=_("Up to which size"), choices=Level.choices, coerce=int)
    why = forms.CharField(
        label=_("Who you are and what you have run"),
        max_length=500,
        widget=forms.Textarea(attrs=_LONG),
        help_text=_("Only the office reads this."),
    )


class DecisionForm(forms.Form):
    """What the office says of an organization."""

    level = forms.TypedChoiceField(
        label=_("Trusted up to"), choices=[(NO_LEVEL, _("not at all")), *Level.choices], coerce=int
    )
    note = forms.CharField(label=_("Note to the organization"), max_length=300, required=False)


class MemberForm(forms.Form):
    """Ask a person to take a role."""

    username = forms.CharField(
        label=_("Username"),
        max_length=60,
        help_text=_("Nothing happens until this person says yes on their own page."),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Member.Role.choices, initial=Member.Role.ORGANIZER)


class VenueForm(forms.Form):
    """A venue."""

    name = forms.CharField(label=_("Name of the venue"), max_length=80)
    street = forms.CharField(label=_("Street and number"), max_length=120, required=False)
    postcode = forms.CharField(label=_("Postcode"), max_length=10, required=False)
    town = forms.CharField(label=_("Town"), max_length=80)
    country = forms.ChoiceField(label=_("Country"), choices=Venue.Country.choices)
    latitude = forms.FloatField(
        label=_("Latitude"),
        min_value=-90,
        max_value=90,
        required=False,
        help_text=_("Degrees, for example 52.0907. Empty: the town is shown on the map."),
    )
    longitude = forms.FloatField(label=_("Longitude"), min_value=-180, max_value=180, required=False)
    tables = forms.IntegerField(
        label=_("Tables"),
        min_value=0,
        max_value=MOST_TABLES,
        required=False,
        help_text=_("How many fit. Two events at the same time are refused where they need more."),
    )
    wheelchair = forms.BooleanField(label=_("A wheelchair can get in and to the tables"), required=False)
    hours = forms.CharField(
        label=_("Opening hours"), max_length=500, required=False, widget=forms.Textarea(attrs=_LONG)
    )
    house_rules = forms.CharField(
        label=_("House rules"), max_length=1000, required=False, widget=forms.Textarea(attrs=_LONG)
    )

    @staticmethod
    def filled(venue: Venue) -> dict[str, object]:
        """The form as a venue is."""
        return {field: getattr(venue, field) for field in VenueValues.__annotations__}

    def values(self) -> VenueValues:
        """What a valid form says."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "street": data["street"],
            "postcode": data["postcode"],
            "town": data["town"],
            "country": data["country"],
            "latitude": data["latitude"],
            "longitude": data["longitude"],
            "tables": data["tables"] or 0,
            "wheelchair": data["wheelchair"],
            "hours": data["hours"],
            "house_rules": data["house_rules"],
        }


class BarForm(forms.Form):
    """Keep somebody out."""

    username = forms.CharField(label=_("Username"), max_length=60)
    reason = forms.CharField(
        label=_("Reason"), max_length=300, help_text=_("The person can read it, and your organizers.")
    )
    until = forms.DateField(
        label=_("Until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("Up to this day. Empty: until you let them in again."),
    )

"""Many tables in one step of a migration.

Django draws all models anew after each step, because it may be asked for them: with a hundred tables that point at each
other, making them one by one takes a minute of nothing else. Together they are drawn once.
"""

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation, OperationCategory
from django.db.migrations.state import ProjectState


class CreateTables(Operation):
    """Make these tables, which may point at each other in any order; keys to each other are added last."""

    reduces_to_sql = True
    reversible = True
    category = OperationCategory.ADDITION

    def __init__(self, tables: Sequence[CreateModel]) -> None:
        self.tables = tables

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Add the models, and let them be drawn when they are all there."""
        state.__dict__.pop("apps", None)
        for one in self.tables:
            one.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Make them."""
        for one in self.tables:
            one.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Drop them, the last first."""
        for one in reversed(self.tables):
            one.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        """What `migrate --plan` shows."""
        return f"Create {len(self.tables)} tables"

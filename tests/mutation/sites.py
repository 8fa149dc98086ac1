"""Every single change that is tried on a module: comparisons, arithmetic, logic, numbers, names, returns, calls."""

from __future__ import annotations

import ast
import copy
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
MIRRORED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
WORDS_ONLY = ("gettext_noop",)  # sentences for people: the wording is no logic


@dataclass
class Mutant:
    """One change of one module. `name` stays the same while the line it is about does."""

    path: str
    function: str
    line: int
    end_line: int
    text: str
    change: str
    live: bool
    """Whether it lies in a function's body, so that only running code has to be replaced."""
    tree: Callable[[], ast.Module] = field(repr=False)
    number: int = 1
    digest: str = ""

    @property
    def where(self) -> str:
        """File and function."""
        return f"{self.path} | {self.function}"

    @property
    def name(self) -> str:
        """File, function, line as written, change; a number when the same change fits twice in that line."""
        again = f" #{self.number}" if self.number > 1 else ""
        return f"{self.where} | {self.text} | {self.change}{again}"


@dataclass
class _Place:
    """Where the walk stands: names of the functions around it, and whether the code there runs at import."""

    names: tuple[str, ...] = ()
    live: bool = False
    line: int = 1


def mutants_of(root: Path, path: str) -> list[Mutant]:
    """All mutants of the module `path` (relative to `root`), in the order of the source."""
    source = (root / path).read_text("utf-8")
    lines = source.splitlines()
    tree = ast.parse(source)
    found: list[Mutant] = []
    seen: Counter[str] = Counter()
    for node, place, change, edit in _walk(tree, _Place()):
        line = getattr(node, "lineno", place.line)
        end = getattr(node, "end_lineno", line) or line
        mutant = Mutant(
            path,
            ".".join(place.names) or "module",
            line,
            end,
            lines[line - 1].strip(),
            change,
            place.live,
            _maker(tree, node, edit),
        )
        seen[mutant.name] += 1
        mutant.number = seen[mutant.name]
        whole = mutant.name + source if not place.live else mutant.name + _around(tree, lines, place)
        mutant.digest = hashlib.sha256(whole.encode()).hexdigest()[:16]
        found.append(mutant)
    return found


def _around(tree: ast.Module, lines: list[str], place: _Place) -> str:
    """The text of the top-level function or class a place lies in: a result is kept while it does not change."""
    for node in tree.body:
        if getattr(node, "name", None) == place.names[0]:
            return "\n".join(lines[node.lineno - 1 : node.end_lineno])
    return "\n".join(lines)


Edit = Callable[[ast.AST], ast.AST | None]


def _maker(tree: ast.Module, target: ast.AST, edit: Edit) -> Callable[[], ast.Module]:
    """Make the mutated tree when it is needed; the trees of all mutants at once would not fit in memory."""

    def make() -> ast.Module:
        memo: dict[int, object] = {}
        clone: ast.Module = copy.deepcopy(tree, memo)
        twin = memo[id(target)]
        assert isinstance(twin, ast.AST)
        new = edit(twin)
        if new is not None:
            _Swap(twin, ast.copy_location(new, twin)).visit(clone)
        return ast.fix_missing_locations(clone)

    return make


class _Swap(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


Found = tuple[ast.AST, _Place, str, Edit]


def _walk(node: ast.AST, place: _Place) -> Iterator[Found]:
    place = _Place(place.names, place.live, getattr(node, "lineno", place.line))
    for change, edit in _changes(node):
        yield node, place, change, edit
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORDS_ONLY:
        return
    if isinstance(node, ast.FunctionDef):
        inside = _Place((*place.names, node.name), True)
        for part in [*node.args.defaults, *node.args.kw_defaults, *node.decorator_list]:
            if part is not None:
                yield from _walk(part, _Place(inside.names, place.live))
        yield from _body(node.body, inside)
        return
    if isinstance(node, ast.ClassDef):
        for part in node.decorator_list:
            yield from _walk(part, place)
        yield from _body(node.body, _Place((*place.names, node.name), place.live))
        return
    if isinstance(node, ast.AnnAssign):
        if node.value is not None:
            yield from _walk(node.value, place)
        return
    if isinstance(node, ast.Module):
        yield from _body(node.body, place)
        return
    for child in ast.iter_child_nodes(node):
        if not _ignored(node, child):
            yield from _walk(child, place)


def _body(body: list[ast.stmt], place: _Place) -> Iterator[Found]:
    for statement in body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue  # a docstring
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.dump(statement.test):
            continue
        if isinstance(statement, ast.Assign) and "'__all__'" in ast.dump(statement.targets[0]):
            continue
        yield from _walk(statement, place)


def _ignored(parent: ast.AST, child: ast.AST) -> bool:
    """Annotations, words of a `Literal` or an f-string, types given to `cast` and what is imported are no behaviour.

    `strict=` of `zip` guards against our own mistakes: with lists of one length it changes nothing.
    """
    if isinstance(child, ast.keyword) and child.arg == "strict":
        return True
    if isinstance(parent, ast.JoinedStr):
        return isinstance(child, ast.Constant)
    if (
        isinstance(parent, ast.Subscript)
        and isinstance(parent.value, ast.Name)
        and parent.value.id == "Literal"
    ):
        return True
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id == "cast":
        return child is parent.args[0]
    return isinstance(parent, ast.Import | ast.ImportFrom | ast.Assert)


def _changes(node: ast.AST) -> Iterator[tuple[str, Edit]]:
    if isinstance(node, ast.Compare):
        yield from _comparison(node)
    elif isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield f"{_word(node.op)} -> {_word(other())}", lambda n: setattr(n, "op", other())
    elif isinstance(node, ast.BinOp | ast.AugAssign):
        swap = ARITHMETIC.get(type(node.op))
        words = isinstance(node, ast.BinOp) and isinstance(node.left, ast.JoinedStr)
        if swap is not None and not words:
            yield f"{_word(node.op)} -> {_word(swap())}", lambda n: setattr(n, "op", swap())
    elif isinstance(node, ast.UnaryOp):
        yield f"{_word(node.op)} -> nothing", lambda n: n.operand  # type: ignore[attr-defined]  # a UnaryOp
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        if not isinstance(node.test, ast.UnaryOp) and not _negated_already(node.test):
            yield (
                "condition -> not condition",
                lambda n: setattr(n, "test", ast.UnaryOp(ast.Not(), n.test)),  # type: ignore[attr-defined]  # has a test
            )
    elif isinstance(node, ast.comprehension):
        for i, test in enumerate(node.ifs):
            if not isinstance(test, ast.UnaryOp) and not _negated_already(test):
                yield f"filter {i + 1} -> not filter", _negate_filter(i)
    elif isinstance(node, ast.Constant):
        yield from _constant(node)
    elif isinstance(node, ast.Return):
        if node.value is not None and not isinstance(node.value, ast.Constant):
            yield "return -> return None", lambda n: setattr(n, "value", ast.Constant(None))
    elif isinstance(node, ast.Break):
        yield "break -> continue", lambda n: ast.Continue()
    elif isinstance(node, ast.Continue):
        yield "continue -> break", lambda n: ast.Break()
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "call -> pass", lambda n: ast.Pass()


def _comparison(node: ast.Compare) -> Iterator[tuple[str, Edit]]:
    for i, op in enumerate(node.ops):
        other = COMPARISONS[type(op)]
        yield f"{_word(op)} -> {_word(other())}", _replace_op(i, other)


def _replace_op(i: int, other: type[ast.cmpop]) -> Edit:
    def edit(node: ast.AST) -> None:
        assert isinstance(node, ast.Compare)
        node.ops[i] = other()

    return edit


def _negate_filter(i: int) -> Edit:
    def edit(node: ast.AST) -> None:
        assert isinstance(node, ast.comprehension)
        node.ifs[i] = ast.UnaryOp(ast.Not(), node.ifs[i])

    return edit


def _negated_already(test: ast.expr) -> bool:
    """`a == b` becomes `a != b` by itself; negating the condition would be the same mutant twice."""
    return isinstance(test, ast.Compare) and len(test.ops) == 1 and not isinstance(test.ops[0], MIRRORED)


def _constant(node: ast.Constant) -> Iterator[tuple[str, Edit]]:
    value = node.value
    new: object
    if isinstance(value, bool):
        new = not value
    elif isinstance(value, int | float):
        new = value + 1
    elif isinstance(value, str) and " " not in value:
        new = f"{value}XX"
    else:
        return
    yield f"{value!r} -> {new!r}", lambda n: setattr(n, "value", new)


SIGNS = {
    "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Eq": "==", "NotEq": "!=", "In": "in", "NotIn": "not in",
    "Is": "is", "IsNot": "is not", "Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%",
    "Pow": "**", "LShift": "<<", "RShift": ">>", "BitAnd": "&", "BitOr": "|", "BitXor": "^", "And": "and",
    "Or": "or", "Not": "not", "USub": "-", "UAdd": "+", "Invert": "~",
}  # fmt: skip


def _word(op: ast.AST) -> str:
    return SIGNS[type(op).__name__]

"""Finds the places of a folder where one line could be wrong, and writes all of these faults into a copy of it.

Each fault (a mutant) has a number and stays asleep until the environment names it (mutants.h), so that one build tries
them all. The places come from clang's syntax tree; what does not compile with a fault in it is left out.
"""
import dataclasses
import pathlib
import re

from clang.cindex import CursorKind as Kind, Index, TranslationUnit, TypeKind

COMPARISONS = {b'<': 'less', b'<=': 'less_equal', b'>': 'greater', b'>=': 'greater_equal', b'==': 'equal', b'!=': 'unequal'}
CHANGED = {b'<': '<=', b'<=': '<', b'>': '>=', b'>=': '>', b'==': '!=', b'!=': '=='}
SUMS = {b'+': 'plus', b'-': 'minus'}
BODIES = {Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.FUNCTION_TEMPLATE, Kind.LAMBDA_EXPR,
          Kind.CONVERSION_FUNCTION}
BLOCKS = {Kind.COMPOUND_STMT, Kind.IF_STMT, Kind.FOR_STMT, Kind.WHILE_STMT, Kind.CXX_FOR_RANGE_STMT, Kind.CASE_STMT, Kind.DEFAULT_STMT}
LITERAL_PARENTS = {Kind.BINARY_OPERATOR, Kind.RETURN_STMT, Kind.CONDITIONAL_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR, Kind.CALL_EXPR}
CONSTANT = {Kind.STATIC_ASSERT, Kind.ENUM_CONSTANT_DECL}


@dataclasses.dataclass
class Mutant:
    id: int
    file: str
    line: int
    what: str
    constant: bool = False  # in a constexpr function, which a compiler may have computed
    lines: set = dataclasses.field(default_factory=set)
    edits: list = dataclasses.field(default_factory=list)  # (begin, end, whether it opens, text)


class Finder:
    """Collects the mutants of the files of one folder."""

    def __init__(self, root, first):
        self.root, self.next, self.mutants, self.found, self.seen, self.text = root, first, [], set(), set(), {}
        self.constant = False

    def add(self, file, cursor, what, edits, count=1):
        # Edits may name their own number as {0} and, of a pair, {1}. What a template makes is seen again and again.
        key = (file, *((begin, end) for begin, end, _, _ in edits), texts_of(what))
        if key in self.found:
            return
        self.found.add(key)
        ids = [self.next + i for i in range(count)]
        self.next += count
        for number, text in zip(ids, texts_of(what)):
            self.mutants.append(Mutant(number, file, cursor.extent.start.line, text, self.constant))
        self.mutants[-count].edits = [(begin, end, opens, text.format(*ids)) for begin, end, opens, text in edits]
        self.mutants[-count].lines = {self.text[file].count(b'\n', 0, begin) + 1 for begin, _, _, _ in edits}

    def wrap(self, file, cursor, what, before, after, count=1):
        begin, end = cursor.extent.start.offset, cursor.extent.end.offset
        self.add(file, cursor, what, [(begin, begin, True, before), (end, end, False, after)], count)

    def visit_unit(self, unit, folder):
        macros = {}
        wanted = {}
        for child in unit.cursor.get_children():
            place = child.extent.start
            name = place.file.name if place.file else ''
            if name not in wanted:
                path = pathlib.Path(name).resolve() if name else pathlib.Path('/')
                inside = name and path.is_relative_to(self.root / folder)
                wanted[name] = str(path.relative_to(self.root)) if inside else None
            if not wanted[name]:
                continue
            if child.kind == Kind.MACRO_INSTANTIATION:
                macros.setdefault(wanted[name], []).append((child.extent.start.offset, child.extent.end.offset))
            elif not child.kind.is_preprocessing():
                self.text.setdefault(wanted[name], (self.root / wanted[name]).read_bytes())
                self.visit(child, None, wanted[name], False, macros)
        self.seen |= {name for name in wanted.values() if name}

    def visit(self, cursor, parent, file, in_body, macros):
        if file in self.seen or cursor.kind in CONSTANT or cursor.kind.is_attribute():
            return
        begin, end = cursor.extent.start.offset, cursor.extent.end.offset
        if any(begin < last and first < end and (begin >= first or in_body and cursor.kind.is_expression()) for first, last in macros.get(file, ())):
            return
        text = self.text[file]
        # What a compiler computes must stay as it is.
        if cursor.kind in (Kind.VAR_DECL, Kind.UNEXPOSED_DECL) and re.match(rb'[^={(]*\bconstexpr\b', text[begin:end]):
            return
        children = list(cursor.get_children())
        if cursor.kind in BODIES and not in_body:
            self.constant = b'constexpr' in text[begin:end].split(b'{')[0]
        skipped = None
        if in_body:
            skipped = self.place(cursor, parent, children, file, text)
        for child in children:
            if skipped is None or child != skipped:
                self.visit(child, cursor, file, in_body or (cursor.kind in BODIES and child.kind == Kind.COMPOUND_STMT), macros)

    def place(self, cursor, parent, children, file, text):
        kind = cursor.kind
        begin, end = cursor.extent.start.offset, cursor.extent.end.offset
        source = text[begin:end]
        if kind == Kind.IF_STMT:
            return self.place_if(children, file, text, begin)
        # A statement ends with a semicolon; a condition of `for` that looks like one stands in its parentheses.
        if parent is not None and parent.kind in BLOCKS and kind.is_expression() and text[end:end + 1] == b';' and not re.search(rb'\breserve\(', source) and \
                (parent.kind == Kind.COMPOUND_STMT or parent.extent.end.offset in (end, end + 1)):
            self.wrap(file, cursor, 'statement dropped', '(::mutants::on({0}) ? void() : void(', '))')
        if kind in (Kind.BINARY_OPERATOR, Kind.CALL_EXPR) and len(children) >= 2:
            self.place_binary(cursor, children, file, text)
        if kind == Kind.CONDITIONAL_OPERATOR and len(children) == 3:
            self.wrap(file, children[0], ['?: always the first', '?: always the second'], '::mutants::condition({0}, {1}, bool(', '))', 2)
        if kind == Kind.UNARY_OPERATOR and len(children) == 1:
            after = children[0].extent.start.offset
            if source[:1] == b'!':
                self.add(file, cursor, '! dropped', [(begin, after, True, '::mutants::flag({0}, !bool('), (end, end, False, '))')])
            elif source[:1] == b'-' and source[1:2] != b'-' and children[0].kind != Kind.INTEGER_LITERAL:
                self.add(file, cursor, '- dropped', [(begin, after, True, '::mutants::negative({0}, '), (end, end, False, ')')])
        if kind == Kind.INTEGER_LITERAL and source[:1].isdigit() and self.may_change(cursor, parent):
            self.wrap(file, cursor, f'{source.decode()} + 1', '::mutants::number({0}, ', ')')
        if kind == Kind.CXX_BOOL_LITERAL_EXPR and parent.kind in LITERAL_PARENTS:
            self.wrap(file, cursor, f'not {source.decode()}', '::mutants::flag({0}, ', ')')
        if kind in (Kind.CONTINUE_STMT, Kind.BREAK_STMT) and parent is not None and parent.kind in BLOCKS and text[end:end + 1] == b';' and text[end + 1:].lstrip()[:4] != b'else':
            self.add(file, cursor, f'{source.decode()} dropped', [(begin, end + 1, True, '{{ if (!::mutants::on({0})) ' + source.decode() + '; }}')])
        return None

    def place_if(self, children, file, text, begin):
        for first, second in zip(children, children[1:]):
            between = text[first.extent.end.offset:second.extent.start.offset]
            before = text[begin:first.extent.start.offset].rstrip()
            if b'constexpr' in before:
                return children[0]
            if re.fullmatch(rb'\s*\)\s*(//[^\n]*\s*|\[\[\w+\]\]\s*)*', between) and first.kind.is_expression() and before.endswith((b'(', b';')):
                self.wrap(file, first, ['if always', 'if never'], '::mutants::condition({0}, {1}, bool(', '))', 2)
                break
        return None

    def place_binary(self, cursor, children, file, text):
        if cursor.kind == Kind.CALL_EXPR:
            arguments = list(cursor.get_arguments())
            if not cursor.spelling.startswith('operator') or len(arguments) != 2:
                self.place_call(cursor, arguments, file, text)
                return
            left, right = sorted(arguments, key=lambda argument: argument.extent.start.offset)
        else:
            left, right = children
        begin, end = left.extent.end.offset, right.extent.start.offset
        operator = text[begin:end].strip()
        if operator in COMPARISONS:
            if right.type.get_canonical().kind == TypeKind.NULLPTR:
                return
            where = begin + text[begin:end].index(operator)
            self.add(file, cursor, f'{operator.decode()} becomes {CHANGED[operator]}', [
                (left.extent.start.offset, left.extent.start.offset, True, f'::mutants::{COMPARISONS[operator]}({{0}}, '),
                (where, where + len(operator), True, ','), (right.extent.end.offset, right.extent.end.offset, False, ')')])
        elif operator in SUMS and cursor.kind == Kind.BINARY_OPERATOR:
            where = begin + text[begin:end].index(operator)
            self.add(file, cursor, f"{operator.decode()} becomes {'-' if operator == b'+' else '+'}", [
                (left.extent.start.offset, left.extent.start.offset, True, f'::mutants::{SUMS[operator]}({{0}}, '),
                (where, where + 1, True, ','), (right.extent.end.offset, right.extent.end.offset, False, ')')])
        elif operator in (b'&&', b'and'):
            for side in (left, right):
                self.wrap(file, side, f'condition dropped: {short(text, side)}', '(::mutants::on({0}) || (', '))')
        elif operator in (b'||', b'or'):
            for side in (left, right):
                self.wrap(file, side, f'condition dropped: {short(text, side)}', '(!::mutants::on({0}) && (', '))')

    def place_call(self, cursor, arguments, file, text):
        # Two neighbours of one type, short enough that writing the call twice leaves no other fault out.
        begin, end = cursor.extent.start.offset, cursor.extent.end.offset
        if end - begin > 120 or not arguments or arguments[0] is None:
            return
        for first, second in zip(arguments, arguments[1:]):
            if second is None or first.type.get_canonical() != second.type.get_canonical() or first.type.kind == TypeKind.INVALID:
                continue
            a, b = (text[side.extent.start.offset:side.extent.end.offset] for side in (first, second))
            if a == b or not re.fullmatch(rb'[\w.\->:\[\]]+', a) or not re.fullmatch(rb'[\w.\->:\[\]]+', b):
                continue
            swapped = text[begin:first.extent.start.offset] + b + text[first.extent.end.offset:second.extent.start.offset] + a + \
                text[second.extent.end.offset:end]
            if b'\n' in swapped or b'//' in swapped or b'move(' in swapped:
                continue
            before = '(::mutants::on({0}) ? ' + swapped.decode().replace('{', '{{').replace('}', '}}') + ' : '
            self.wrap(file, cursor, f'arguments swapped: {a.decode()}, {b.decode()}', before, ')')
            return

    @staticmethod
    def may_change(cursor, parent):
        if parent.kind not in LITERAL_PARENTS:
            return False
        if parent.kind == Kind.CALL_EXPR:
            return any(argument and argument.extent.start.offset == cursor.extent.start.offset for argument in parent.get_arguments())
        return True


def texts_of(what):
    return (what,) if isinstance(what, str) else tuple(what)


def short(text, cursor):
    words = text[cursor.extent.start.offset:cursor.extent.end.offset].decode(errors='replace').split()
    return ' '.join(words)[:60]


def parse(root, sources, flags):
    """A unit that includes the sources, as CMake's unity build does."""
    unit = ''.join(f'#include "{source}"\n' for source in sources)
    return Index.create().parse(str(root / 'unit.cpp'), args=['-x', 'c++', '-std=c++20', '-DNDEBUG', f'-I{root}', *flags],
                                unsaved_files=[(str(root / 'unit.cpp'), unit)], options=TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)


def find(root, folder, sources, flags, first):
    finder = Finder(root, first)
    for i in range(0, len(sources), 30):
        finder.visit_unit(parse(root, sources[i:i + 30], flags), folder)
    return finder.mutants


def write(root, copy, mutants, files):
    """Writes those of the files; a pair of mutants has the edits of its first."""
    files = {file: [] for file in files}
    for mutant in mutants:
        files[mutant.file].append(mutant)
    for file, here in files.items():
        text = (root / file).read_bytes()
        edits = []
        for order, mutant in enumerate(here):
            for begin, end, opens, new in mutant.edits:
                # Outer ones open first and close last: they were found first.
                edits.append(((begin, opens, order if opens else -order), end, new))
        out, last = [], 0
        for (begin, _, _), end, new in sorted(edits):
            out += [text[last:begin], new.encode()]
            last = max(last, end)
        text = b''.join(out) + text[last:]
        write_if_changed(copy / file, b'#include "mutants.h"  // NOLINT\n#line 1\n' + text)


def write_if_changed(path, text):
    if not path.is_file() or path.read_bytes() != text:
        path.write_bytes(text)


def drop_faulty(mutants, places):
    """Without those on the lines that a compiler refused."""
    kept = []
    for i, mutant in enumerate(mutants):
        # Of a pair the first has the edits.
        owner = mutant if mutant.edits else mutants[i - 1]
        if not any((mutant.file, line) in places for line in owner.lines):
            kept.append(mutant)
    return kept

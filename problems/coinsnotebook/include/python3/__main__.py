# SPDX-License-Identifier: MIT
"""The harness: loads the submitted file or notebook and calls its functions as the output validator asks.

The submitted code runs in this process and can change everything in it. So nothing here decides a verdict: the expected
values are in the output validator, which is another process. The harness keeps honest code from harm: the lines of the
protocol have file descriptors of their own, so that print(), input() and another sys.stdout do not disturb them, and an
exception or sys.exit() is reported as the result of the call.

A request is a line, game_mem(0, 3, [8, 15, 3, 7]), and the lines of a reply are described in output_validator/interact.c.
"""
import sys

HERE = sys.path.pop(0)  # A submitted json.py must not be imported in place of the module.
import ast, json, os, re, types

sys.path.insert(0, HERE)

RECURSION_LIMIT = 20000
# Calls are counted for rows of at most this length: counting takes time.
COUNTED_N = 200
# Functions that Python makes of expressions.
EXPRESSIONS = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")
# Names that may be reported: others are the submission's own, and could be anything.
TYPES = (type(None), bool, float, complex, str, bytes, list, tuple, dict, set, type, types.FunctionType, types.GeneratorType)
# Cell magics whose cell is Python code.
PYTHON_MAGICS = ("%%time", "%%timeit", "%%capture")
# The line before each cell of a notebook that was written as a program: by assay grade, or by nbconvert without the blank.
CELL_LINE = re.compile(r"^# In ?\[[ \d]*\]:[ \t]*\r?\n", re.MULTILINE)
SHELL_LINE = re.compile(r"\s*[%!?]|.*\?\s*$")


# ---- the submitted file ----


def find_file(function):
    """The path of the first file by name that has the function's name in it, or else of the first (None: no file), and how
    many files define it."""
    named = found = None
    definition = re.compile(rb'(?:^|")[ \t]*def[ \t]+' + function.encode() + rb"\b", re.MULTILINE)
    count = 0
    for name in sorted(os.listdir(HERE)):
        path = os.path.join(HERE, name)
        if name == "__main__.py" or not name.endswith((".py", ".py3", ".ipynb")) or not os.path.isfile(path):
            continue
        with open(path, "rb") as file:
            data = file.read()
        if function.encode() in data:
            named = named or path
        count += definition.search(data) is not None
        found = found or path
    return named or found, count


def code_of(cell):
    """The code of a notebook's cell; "" for text, and for a cell in another language."""
    source = cell["source"] if cell["cell_type"] == "code" else ""
    text = source if isinstance(source, str) else "".join(source)
    if not text.startswith("%%"):
        return text
    first, newline, rest = text.partition("\n")
    return newline + rest if first.split()[0] in PYTHON_MAGICS else ""


def parse(code, name):
    """The statements of a cell or file. Lines for the notebook's shell, such as %time and !ls, are left out."""
    try:
        return ast.parse(code, name).body
    except SyntaxError:
        if not name.startswith("cell "):
            raise
    return ast.parse("\n".join("" if SHELL_LINE.match(line) else line for line in code.split("\n")), name).body


def split_cells(path, data):
    """The cells of a notebook that was written as a program, after what is before them; [] for another program."""
    try:
        head, *cells = CELL_LINE.split(data.decode("utf-8-sig"))
    except ValueError:
        return []
    return [(path, head)] + [("cell %d" % number, code) for number, code in enumerate(cells, 1)] if cells else []


def read_cells(path):
    """Pairs of a name and code: one for a Python file, one a cell for a notebook, whatever the file is called."""
    with open(path, "rb") as file:
        data = file.read()
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        try:
            cells = json.loads(data.decode("utf-8-sig"))["cells"]
            return [("cell %d" % number, code_of(cell)) for number, cell in enumerate(cells, 1)]
        except (ValueError, LookupError, TypeError, AttributeError):
            pass
    return split_cells(path, data) or [(path, data)]


def find_line(error, names):
    """Where in the submitted code an exception was raised: "line 7", or "cell 3, line 7"."""
    place = None
    if isinstance(error, SyntaxError) and error.filename in names:
        place = error.filename, error.lineno or 1
    step = error.__traceback__
    while step:
        if step.tb_frame.f_code.co_filename in names:
            place = step.tb_frame.f_code.co_filename, step.tb_lineno
        step = step.tb_next
    if not place:
        return ""
    return " at %sline %d" % (place[0] + ", " if place[0].startswith("cell ") else "", place[1])


def describe(error, names):
    kind = type(error)
    name = kind.__name__ if kind.__module__ == "builtins" else "Exception"
    return "raised " + name + find_line(error, names)


def load(path):
    """Runs the statements of the file one by one. One that raises an exception does not stop those after it, as in a
    notebook. Returns its module, the names of its code, and the first exception or None."""
    module = types.ModuleType("submission")
    module.__file__ = path
    sys.modules["submission"] = module
    cells = read_cells(path)
    first = None
    for name, code in cells:
        try:
            body = parse(code, name)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            first = first or error
            continue
        rules = [each for each in body if isinstance(each, ast.ImportFrom) and each.module == "__future__"]
        for statement in body:
            tree = ast.Module(rules + [statement] if statement not in rules else [statement], [])
            try:
                exec(compile(tree, name, "exec", dont_inherit=True), module.__dict__)
            except BaseException as error:
                first = first or error
    return module, [name for name, _ in cells], first


# ---- calls ----


class Counter:
    """Counts the calls of Python functions, and how deep they are nested, until there are more than `most`."""

    def __init__(self, most, report):
        self.calls = self.depth = self.deepest = 0
        self.most, self.report = most, report

    def __call__(self, frame, event, _):
        if frame.f_code.co_name in EXPRESSIONS:
            return
        if event == "return":
            self.depth -= 1
        elif event == "call":
            self.calls += 1
            self.depth += 1
            if self.depth > self.deepest:
                self.deepest = self.depth
            if self.calls > self.most:
                sys.setprofile(None)
                # At once: a call that goes on like this may not return before the time limit.
                self.report("calls more than %d" % self.most)


def call(function, arguments, names, say):
    n = len(arguments[-1])
    counter = Counter(20 * n * n + 100, say) if n <= COUNTED_N else None
    sys.setrecursionlimit(RECURSION_LIMIT)
    try:
        sys.setprofile(counter)
        value = function(*arguments)
    except BaseException as error:
        sys.setprofile(None)
        say(describe(error, names))
        return
    sys.setprofile(None)
    if counter and counter.calls <= counter.most:
        say("calls %d, depth %d" % (counter.calls, counter.deepest))
    if type(value) is int:
        # A longer one is wrong, and Python refuses to print a very long one.
        say("returned %d" % value if -(10**18) < value < 10**18 else "returned int of more than 18 digits")
    else:
        say("returned " + (type(value).__name__ if type(value) in TYPES else "object"))


def main():
    requests, replies = os.fdopen(os.dup(0), "rb"), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    write, own, get_id, leave = os.write, os.getpid(), os.getpid, os._exit

    def say(line):
        if get_id() != own:
            leave(0)  # This is a process that the submitted code has forked.
        write(replies, (line + "\n").encode("ascii", "replace"))

    module, names = None, []
    for line in requests:
        name, arguments = line.decode().rstrip(")\n").split("(", 1)
        if module is None:
            path, count = find_file(name)
            if count > 1:
                say("files %d" % count)
            if path:
                module, names, error = load(path)
            say("loaded, " + describe(error, names) if path and error else "loaded")
        function = getattr(module, name, None)
        if callable(function):
            call(function, json.loads("[" + arguments + "]"), names, say)
        else:
            say("missing")
    leave(0)  # Neither threads nor exit handlers of the submitted code may go on.


main()

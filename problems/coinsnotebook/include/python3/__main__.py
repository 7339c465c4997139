# SPDX-License-Identifier: MIT
"""The harness: loads the submitted file or notebook and calls its functions as the output validator asks.

The submitted code runs in this process and can change everything in it. So nothing here decides a verdict: the expected
values are in the output validator, which is another process. The harness protects honest code: the protocol has its own
file descriptors, so that print(), input() and a replaced sys.stdout do not disturb it. An exception or sys.exit() is
reported as the result of the call.

A request is a line such as game_mem(0, 3, [8, 15, 3, 7]); output_validator/interact.c describes the lines of a reply.
"""
import sys

HERE = sys.path.pop(0)  # A submitted json.py must not replace the module.
import ast, json, os, re, types

sys.path.insert(0, HERE)

RECURSION_LIMIT = 20000
# Calls are counted for rows of at most this length: counting takes time.
COUNTED_N = 200
# Names of the functions that Python creates for expressions.
EXPRESSIONS = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")
# Types whose names may be reported: the submission can choose other names freely.
TYPES = (type(None), bool, float, complex, str, bytes, list, tuple, dict, set, type, types.FunctionType, types.GeneratorType)
# Magics of cells that contain Python code.
PYTHON_MAGICS = ("%%time", "%%timeit", "%%capture")
# The line before each cell of a notebook that was exported as a program: by assay grade, or by nbconvert without the blank.
CELL_LINE = re.compile(r"^# In ?\[[ \d]*\]:[ \t]*\r?\n", re.MULTILINE)
SHELL_LINE = re.compile(r"\s*[%!?]|.*\?\s*$")


# ---- the submitted file ----


def find_file(function):
    """The path of the first file by name that contains the function's name, or else of the first file (None: no file), and
    the number of files that define the function."""
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
    """The code before the first cell and the cells of a notebook that was exported as a program; [] for another program."""
    try:
        head, *cells = CELL_LINE.split(data.decode("utf-8-sig"))
    except ValueError:
        return []
    return [(path, head)] + [("cell %d" % number, code) for number, code in enumerate(cells, 1)] if cells else []


def read_cells(path):
    """Pairs of a name and code: one for a Python file, one per cell for a notebook, independent of the file's name."""
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
    """The place in the submitted code where an exception was raised: " at line 7", or " at cell 3, line 7"."""
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
    """Runs the statements of the file one by one. As in a notebook, the statements after an exception still run.
    Returns its module, the names of its code, and the first exception or None."""
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
    """Counts the calls of Python functions, and their nesting depth, until there are more than `most`."""

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
                # Immediately, since such a call may not return before the time limit.
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
        # A longer int is wrong, and Python refuses to print a very long one.
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
    leave(0)  # Threads and exit handlers of the submitted code must not continue.


main()

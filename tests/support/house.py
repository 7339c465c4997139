#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the arrows of HACKING.md with the code: the includes of each folder, the include path of its compiler, and the libraries of each
target. Also finds cycles between the files of a target, headers and structs that are too large, rooms without a README, folders that are no
rooms, broken comments, functions without a noun in their names, and functions that are written twice, under whatever names of variables.
Called with the source and the build folder."""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

# Each target with the targets that it may use directly. Their dependencies are reachable, too.
USES = {
    "base": [],
    "html": ["base"],
    "http": ["base"],
    "site": ["html", "http"],
    "csv": ["base"],
    "source": ["base"],
    "sandbox": ["base"],
    "reference": ["base"],
    "check": ["base"],
    "cores": ["base"],
    "checktestdata": ["base"],
    "package": ["check"],
    "program": ["package", "sandbox"],
    "statement": ["package", "html"],
    "convert": ["package", "program"],
    "testgen": ["program", "convert"],
    "validators": ["program", "checktestdata", "cores"],
    "engine": ["validators"],
    "verify": ["engine", "html"],
    "stress": ["engine", "testgen", "shrink"],
    "explain": ["stress"],
    "store": ["engine"],
    "store_postgres": ["store"],
    "journal": ["store"],
    "shrink": ["checktestdata"],
    "mutants": ["source"],
    "matrix": ["package"],
    "programs": ["engine", "shrink"],
    "strength": ["stress", "matrix", "mutants", "programs", "verify", "html"],
    "grade_zone": ["base"],
    "grade_submissions": ["program", "csv", "grade_zone"],
    "grade_marks": ["engine", "csv", "grade_zone"],
    "grade_similar": ["source"],
    "grade_pages": ["grade_marks", "html"],
    "grade_class": ["grade_marks", "csv", "store"],
    "grade_run": ["grade_class", "grade_pages", "grade_similar", "grade_submissions", "explain", "csv"],
    "contest_rules": ["base"],
    "contest_folder": ["package", "contest_rules", "csv"],
    "contest_log": ["contest_folder", "journal"],
    "contest_pages": ["contest_log", "html", "site", "statement"],
    "contest_api": ["contest_log", "program"],
    "contest_export": ["contest_api", "contest_log", "contest_folder", "convert", "csv", "html", "testgen", "store"],
    "contest_serve": ["contest_folder", "contest_export", "engine", "store", "explain", "verify", "contest_api", "contest_log", "contest_pages", "html", "http", "site"],
    "cli": ["base", "html", "sandbox", "reference", "convert", "statement", "testgen", "verify", "store", "stress", "strength", "explain", "grade_class", "grade_marks",
            "grade_run", "csv", "http", "program", "contest_folder", "contest_export", "contest_pages", "contest_serve"],
}
FOLDERS = {"base": "base", "sandbox": "sandbox", "reference": "reference", "testgen": "testgen", "cli": "cli",
           "check": "judge/check", "cores": "judge/cores", "checktestdata": "judge/checktestdata", "validators": "judge/validators", "package": "judge/package", "program": "judge/program", "convert": "judge/convert", "statement": "judge/statement",
           "engine": "judge/engine", "verify": "judge/verify", "store": "store", "store_postgres": "store/postgres", "journal": "journal", "html": "html", "http": "http", "site": "site",
           "csv": "csv", "source": "source", "shrink": "strength/shrink", "mutants": "strength/mutants", "matrix": "strength/matrix", "strength": "strength/run", "programs": "strength/programs", "grade_submissions": "grade/submissions",
           "grade_marks": "grade/marks", "grade_zone": "grade/zone", "grade_pages": "grade/pages", "grade_similar": "grade/similar",
           "grade_class": "grade/class", "grade_run": "grade/run", "contest_rules": "contest/rules",
           "contest_folder": "contest/folder", "contest_log": "contest/log",
           "contest_pages": "contest/pages",
           "contest_api": "contest/api",
           "contest_export": "contest/export",
           "contest_serve": "contest/serve", "stress": "strength/stress", "explain": "strength/explain"}

source, build = map(os.path.realpath, sys.argv[1:3])
faults = []


def reach(name):
    seen, todo = set(), list(USES[name])
    while todo:
        one = todo.pop()
        if one not in seen:
            seen.add(one)
            todo += USES[one]
    return seen


def folder_of(path):
    """The target that a file or folder belongs to, or None."""
    best = None
    for name, folder in FOLDERS.items():
        whole = os.path.join(source, folder)
        if (path == whole or path.startswith(whole + os.sep)) and (
                best is None or len(FOLDERS[best]) < len(folder)):
            best = name
    return best


def check_includes():
    count = 0
    for name, folder in FOLDERS.items():
        for where, _, files in os.walk(os.path.join(source, folder)):
            for file in files:
                if not file.endswith((".c", ".h")):
                    continue
                text = open(os.path.join(where, file), encoding="utf-8").read()
                for used in re.findall(r'^#include <assay/((?:grade/|contest/)?\w+)', text, re.M):
                    count += 1
                    used = used.replace("/", "_")
                    if used in USES and used != name and used not in reach(name):
                        faults.append(f"{os.path.join(where, file)} includes <assay/{used}...>")
    if count < 100:
        faults.append(f"only {count} includes of public headers were found")


def check_compiler_paths():
    commands = json.load(open(os.path.join(build, "compile_commands.json"), encoding="utf-8"))
    seen = set()
    for command in commands:
        path = os.path.realpath(command["file"])
        name = folder_of(path)
        if not name:
            continue  # a test
        seen.add(name)
        words = shlex.split(command["command"])
        shown = [w[2:] for w in words if w.startswith("-I")]
        shown += [words[i + 1] for i, w in enumerate(words) if w == "-isystem"]
        for one in shown:
            owner = folder_of(os.path.realpath(one))
            if owner in (None, name):
                continue
            public = os.path.realpath(one) == os.path.join(source, FOLDERS[owner], "include")
            # A module sees the private headers of the room that it is in.
            inside = FOLDERS[name].startswith(FOLDERS[owner] + "/")
            if not public and not inside:
                faults.append(f"{path} can include the private headers of {owner}: {one}")
            if owner not in reach(name):
                faults.append(f"{path} can include headers of {owner}")
    if seen != set(USES):
        faults.append(f"not compiled: {sorted(set(USES) - seen)}")


def check_links():
    with tempfile.TemporaryDirectory() as folder:
        dot = os.path.join(folder, "links.dot")
        subprocess.run(["cmake", f"--graphviz={dot}", build], check=True, stdout=subprocess.DEVNULL)
        text = open(dot, encoding="utf-8").read()
    label = dict(re.findall(r'"(node\d+)" \[ label = "([^"\\]+)', text))
    edges = {(label.get(a, ""), label.get(b, "")) for a, b in re.findall(r'"(node\d+)" -> "(node\d+)"', text)}
    if not any(a == "assay_verify" for a, _ in edges):
        faults.append("the drawing of the links has no assay_verify")
    for a, b in edges:
        left = "cli" if a in ("assay", "assay-contest", "assay-grade") else a.removeprefix("assay_")
        right = b.removeprefix("assay_")
        if left in USES and right.removesuffix("_private") in USES:
            private = right.endswith("_private")
            right = right.removesuffix("_private")
            if private:
                faults.append(f"{a} links {b}: only tests may")
            if right not in reach(left):
                faults.append(f"{a} links {b}")


def compiled_objects():
    """Each object that a target of ours is made of: its path, and the target with the source file."""
    objects = {}
    for command in json.load(open(os.path.join(build, "compile_commands.json"), encoding="utf-8")):
        path = os.path.realpath(command["file"])
        if folder_of(path):
            words = shlex.split(command["command"])
            output = os.path.normpath(os.path.join(command["directory"], words[words.index("-o") + 1]))
            target = re.search(r"CMakeFiles/([^/]+)\.dir/", output).group(1)
            objects[output] = (target, os.path.relpath(path, source))
    return objects


def check_built():
    """Ends the test if a target is not built: nm needs its objects."""
    missing = sorted({target for path, (target, _) in compiled_objects().items() if not os.path.exists(path)})
    if missing:
        few = len(missing) <= 5
        names = ", ".join(missing) if few else f"{len(missing)} targets, such as {missing[0]}"
        sys.exit(f"not built: {names}; run cmake --build {build}" + (f" --target {' '.join(missing)}" if few else ""))


def calls_between_files():
    """By file: the other files of its target whose functions or data it uses."""
    objects = compiled_objects()
    listing = subprocess.run(["nm", "-A", "-P", *objects], check=True, capture_output=True, text=True).stdout
    defined, used = {}, []
    for path, symbol, kind in re.findall(r"^(.+): (\S+) (\w)(?: |$)", listing, re.M):
        user = objects[path]
        if kind == "U":
            used.append((user, symbol))
        elif kind in "TDBRC":
            defined[user[0], symbol] = user
    calls = {user: set() for user in objects.values()}
    for user, symbol in used:
        owner = defined.get((user[0], symbol), user)
        if owner != user:
            calls[user].add(owner)
    return calls


def check_cycles():
    calls = calls_between_files()
    if sum(map(len, calls.values())) < 500:
        faults.append("the objects have hardly any calls between files")
    reached = {}
    for file in calls:
        seen, todo = set(), [file]
        while todo:
            new = calls[todo.pop()] - seen
            seen |= new
            todo += new
        reached[file] = seen
    for file, others in reached.items():
        cycle = sorted(other for other in others if file in reached[other])
        if cycle:
            faults.append(f"{file[0]}: files call each other in a cycle: {', '.join(name for _, name in cycle)}")


def headers_of(folder):
    for root, _, files in os.walk(os.path.join(source, folder)):
        for file in files:
            # gen.h is for programs of packages, which need a single file.
            if file.endswith(".h") and file != "gen.h":
                yield os.path.relpath(os.path.join(root, file), source)


def count_members(text, begin):
    """The members of the struct whose body begins there; nested or parenthesised parts belong to one of them."""
    depth, count = 0, 0
    for char in text[begin:]:
        depth += (char in "{(") - (char in "})")
        if depth < 0:
            return count
        count += depth == 0 and char in ",;"
    return count


def check_sizes():
    seen = 0
    for path in headers_of("."):
        if path.startswith(("tests/", "build/")):
            continue
        with open(os.path.join(source, path), encoding="utf-8") as file:
            text = file.read()
        if "/include/" in path and text.count("\n") > 300:
            faults.append(f"{path}: a public header has at most 300 lines")
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        for match in re.finditer(r"struct (\w+) \{", text):
            seen += 1
            if match[1] != "as_package" and count_members(text, match.end()) > 20:
                faults.append(f"{path}: struct {match[1]} has more than 20 members")
    if seen < 150:
        faults.append(f"only {seen} structs were found")


def sources():
    for folder in sorted({folder.split("/")[0] for folder in FOLDERS.values()}):
        for root, _, files in os.walk(os.path.join(source, folder)):
            for file in files:
                path = os.path.relpath(os.path.join(root, file), source)
                # Texts that are compiled into programs of packages.
                if file.endswith((".c", ".h")) and not path.startswith(("testgen/gen/", "judge/program/forks/")):
                    with open(os.path.join(root, file), encoding="utf-8") as text:
                        yield path, text.read()


# Such a precision may cut a text of a user inside a character.
def check_cuts():
    for path, text in sources():
        for match in re.finditer(r"['`]%\.\d+s", text):
            faults.append(f"{path}: {match[0]} may cut inside a character; use '%.*s' with as_text_fit")
        if match := re.search(r"^ \*\w.*", text, re.M):
            faults.append(f"{path}: the formatter has broken a comment: {match[0]}")


def check_rooms():
    for folder in sorted({*FOLDERS.values(), "store/sqlite"}):
        if not os.path.exists(os.path.join(source, folder, "README.md")):
            faults.append(f"{folder} has no README.md")


# Folders at the root that are not rooms.
OTHERS = {".ci", ".git", "build", "cmake", "debian", "docs", "man", "problems", "systemd", "tests", "tools"}


def check_root():
    """Each folder at the root is in the drawing or known: other folders are left over from experiments."""
    rooms = {folder.split("/")[0] for folder in FOLDERS.values()}
    for entry in os.scandir(source):
        if entry.is_dir() and entry.name not in rooms | OTHERS:
            faults.append(f"{entry.path}: neither a room of HACKING.md nor a known folder")


def check_debian():
    """The Debian package needs for its build what packages.txt lists; documents' fonts and scripts are needed only at run time."""
    parts = re.split(r"^# (\w[\w-]*)", open(os.path.join(source, "packages.txt"), encoding="utf-8").read(), flags=re.M)
    listed = set(re.findall(r"^[a-z0-9][\w.+-]*$", parts[parts.index("build") + 1], re.M))
    needed = set(re.findall(r"^ ([a-z0-9][\w.+-]*)[ ,](?!<cross>)", open(os.path.join(source, "debian/control"), encoding="utf-8").read().split("\n\n")[0], re.M))
    run_time = {"fonts-katex", "libjs-codemirror", "libjs-katex"}
    packaging = {"debhelper-compat", "dh-sequence-installsysusers"}
    for name in sorted((listed - run_time - {"build-essential"}) ^ (needed - packaging)):
        faults.append(f"{name} is only in one of packages.txt (build) and debian/control (Build-Depends)")


def check_private_headers():
    for path, text in sources():
        if path.endswith(".h") and "/include/" not in path and text.count("\n") > 250:
            faults.append(f"{path}: a private header has at most 250 lines")


# In a backtrace such a name does not tell the room.
BARE = {"find", "take", "add", "run", "fill", "put", "work"}


# Lines of a function from its parameters to its last brace. Of shorter ones, some are equal by chance, such as readers of one member.
MIN_COPY_LINES = 6
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|[A-Za-z_]\w*|->|\S')
KEYWORDS = set("auto bool break case char const continue default do double else false float for goto if int long return short signed sizeof "
               "static switch true unsigned void while".split())


def normalise(code, functions):
    """The code without white space, and with numbers for names of parameters and variables: copies often get other names. Names of members,
    types, constants and functions stay."""
    words, numbers, normal = TOKEN.findall(code), {}, []
    for before, word, after in zip([""] + words, words, words[1:] + [""]):
        kept = (not re.match(r"[a-z_]", word) or word in KEYWORDS or word in functions or word.startswith("as_") or word.endswith("_t") or
                before in ("->", ".", "struct", "enum", "union") or after == "(")
        normal.append(word if kept else str(numbers.setdefault(word, len(numbers))))
    return " ".join(normal)


def check_functions():
    bodies, count = {}, 0
    for path, text in sources():
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        found = re.findall(r"^(static )?(?:inline )?\w[\w *]*?\b(\w+)(\([^;{]*\)\s*\n\{\n.*?\n\}\n)", text, re.S | re.M)
        functions = {name for _, name, _ in found}
        count += len(found)
        for static, name, code in found:
            if static and name in BARE:
                faults.append(f"{path}: the function {name} needs a noun in its name")
            if code.count("\n") >= MIN_COPY_LINES:
                bodies.setdefault(normalise(code, functions), []).append(f"{name} in {path}")
    if count < 10000:
        faults.append(f"only {count} functions were found")
    for same in bodies.values():
        if len(same) > 1:
            faults.append("these functions are equal but for names of variables: " + ", ".join(same))


def check_start():
    """The command starts like a small program: these libraries are loaded by the verbs that need them."""
    text = subprocess.run(["ldd", os.path.join(build, "bin/assay")], check=True, capture_output=True, text=True).stdout
    if "libc.so" not in text:
        faults.append("ldd shows no libraries of bin/assay")
    for name in ("icu", "pq", "microhttpd", "gnutls", "curl", "archive"):
        if re.search(rf"lib{name}[\w-]*\.so", text):
            faults.append(f"bin/assay loads lib{name}")


check_built()
check_start()
check_root()
check_debian()
check_rooms()
check_cuts()
check_private_headers()
check_functions()
check_includes()
check_compiler_paths()
check_links()
check_cycles()
check_sizes()
for fault in sorted(set(faults)):
    print(fault)
print(f"{len(set(faults))} faults")
sys.exit(1 if faults else 0)

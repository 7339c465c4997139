#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""package_schemas.py ROOT: the schemas of the files of a package, docs/*.schema.json, agree with the
readers. They accept the files of all packages of the repository, refuse malformed files that the
readers refuse, and have exactly the keys of the readers' tables."""
import json
import pathlib
import re
import sys
import warnings

import jsonschema
import yaml

from schema import check_described

warnings.simplefilter("ignore", DeprecationWarning)  # RefResolver: Debian 12 has no successor of it
ROOT = pathlib.Path(sys.argv[1])
NAMES = ["problem", "test_group", "testdata", "generators", "submissions", "assay", "strength-yaml"]
SCHEMAS = {name: json.loads((ROOT / f"docs/{name}.schema.json").read_text()) for name in NAMES}
MIN_VALID, MIN_INVALID = 60, 130

# Malformed files whose mistakes a schema cannot see: they depend on another key, on another file or
# on the folder of the file.
UNSEEN = set("""
case-args case-key case-validator case-yaml-alone case-yaml-not-generated extra-no-validator
group-aggregation-pass-fail group-in-group group-legacy-settings group-require-pass-fail
group-score-pass-fail group-static group-validator-flag legacy-flags legacy-flags-long
legacy-flags-name legacy-flags-unknown-tolerance legacy-grader-flag legacy-grader-pass-fail
legacy-no-grader legacy-no-interactor legacy-no-validator legacy-range-order
legacy-unreadable-testdata legacy-validator-flags legacy-validator-quote passes recipe/bad_pattern
recipe/cycle_of_includes recipe/endless_pattern recipe/file_twice recipe/generator_of_assay
recipe/generator_outside recipe/includes_itself recipe/includes_nothing recipe/listed_file_missing
recipe/missing_generator recipe/name_twice recipe/no_solution recipe/nothing_to_copy
recipe/open_quote recipe/out_for_ans recipe/output_without_out recipe/seed_in_the_name recipe/two_seeds require-cycle
require-itself require-later require-of-secret require-sum root-group-score sample-score
sample-subgroup score-missing score-pass-fail-parts static-no-number static-number static-pass-fail
static-too-much submissions/score_range_empty time-limit-below-resolution time-limit-hundredths
time-limit-resolution type-interactive type-multi-pass unbounded-group unbounded-pass-fail
unreadable-case unreadable-settings
""".split())


# ---- YAML as the readers read it ----


class CoreLoader(yaml.SafeLoader):
    """YAML 1.2: a date and `yes` are texts."""


CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("null", r"~|null|Null|NULL|", "~nN\0"),
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
]:
    CoreLoader.add_implicit_resolver(
        f"tag:yaml.org,2002:{tag}", re.compile(f"^({pattern})$"), ["" if c == "\0" else c for c in first]
    )
CoreLoader.add_constructor(
    "tag:yaml.org,2002:int", lambda loader, node: int(loader.construct_scalar(node))
)
CoreLoader.add_constructor(
    "tag:yaml.org,2002:float", lambda loader, node: float(loader.construct_scalar(node))
)


def mapping_of(loader, node):
    """A key is a text, even 1, and occurs once."""
    value = {key.value: loader.construct_object(member, True) for key, member in node.value}
    if len(value) != len(node.value):
        raise ValueError("a key occurs twice")
    return value


CoreLoader.add_constructor("tag:yaml.org,2002:map", mapping_of)


def load(text):
    value = yaml.load(text.encode(errors="surrogateescape").decode(), CoreLoader)
    return {} if value is None else value


# ---- validation ----


def kind_of(path):
    """The schema of the file with that path in a package, or None."""
    path = pathlib.PurePosixPath(path)
    if path.name in ("problem.yaml", "test_group.yaml", "testdata.yaml", "assay.yaml"):
        return path.stem
    if path.name == "strength.yaml":
        return "strength-yaml"
    if path.name in ("generators.yaml", "submissions.yaml") and path.parent.name == path.stem:
        return path.stem
    return "test_group" if path.suffix == ".yaml" and path.parts[0] == "data" else None


def complaints(kind, value):
    store = {f"file:///{name}.schema.json": schema for name, schema in SCHEMAS.items()}
    resolver = jsonschema.RefResolver(f"file:///{kind}.schema.json", SCHEMAS[kind], store)
    validator = jsonschema.Draft202012Validator(SCHEMAS[kind], resolver=resolver)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]


def check_packages():
    """All packages of the repository are valid."""
    count = 0
    for problem in sorted(ROOT.glob("problems/*/problem.yaml")) + sorted(ROOT.glob("tests/**/problem.yaml")):
        folder = problem.parent
        if not {"build", "invalid"}.isdisjoint(folder.relative_to(ROOT).parts):
            continue
        for file in sorted(folder.rglob("*.yaml")):
            kind = kind_of(file.relative_to(folder))
            if kind:
                count += 1
                yield from (f"{file}: {text}" for text in complaints(kind, load(file.read_text())))
    if count < MIN_VALID:
        yield f"only {count} files were found"


def check_malformed():
    """Each file of tests/data/invalid is refused; UNSEEN lists the others."""
    seen, unseen = 0, set()
    for name, blamed, files in malformed():
        for path, text in files.items():
            kind = kind_of(path)
            try:
                value = load(text)
            except (yaml.YAMLError, TypeError, ValueError, AttributeError, RecursionError):
                continue  # not YAML: an editor needs no schema to say so
            texts = complaints(kind, value) if kind else []
            if path != blamed:
                yield from (f"{name}: {path}, which is valid: {line}" for line in texts)
            elif texts:
                seen += 1
            elif kind:
                unseen.add(name)
    yield from (f"{name}: the schema accepts it" for name in sorted(unseen - UNSEEN))
    yield from (f"{name} is in UNSEEN, but the schema refuses it" for name in sorted(UNSEEN - unseen))
    if seen < MIN_INVALID:
        yield f"only {seen} malformed files were refused"


def malformed():
    """Name, the path of the malformed file, and the texts of all files."""
    for case in sorted((ROOT / "tests/data/invalid/package").iterdir()):
        message, _, rest = case.read_bytes().decode(errors="surrogateescape").partition("\n")
        files = re.findall(r"^--- file (.*)\n((?:(?!---).*\n)*)", rest, re.MULTILINE)
        yield case.name, message.split(":")[0], dict(files)
    for kind in ("recipe", "submissions"):
        path = "generators/generators.yaml" if kind == "recipe" else "submissions/submissions.yaml"
        for case in sorted((ROOT / "tests/data/invalid" / kind).iterdir()):
            yield f"{kind}/{case.name}", path, {path: case.read_text().partition("\n")[2]}


# ---- keys ----


def keys_of(path, table):
    """The names in the table, or in the first table after the text `table`, of a source file."""
    source = (ROOT / path).read_text()
    body = re.search(re.escape(table) + r"[^;]*?= \{(.*?)\};", source, re.DOTALL)
    if not body:
        raise SystemExit(f"{path} has no table {table}")
    text = re.sub(r"/\*.*?\*/", "", body.group(1), flags=re.DOTALL)
    rows = re.findall(r'\{\s*"([^"]+)"', text)
    return set(rows or re.findall(r'"([^"]+)"', text))


def properties(name, *path):
    value = SCHEMAS[name]
    for key in path:
        value = value[key] if key in value else value["$defs"][key]
    for choice in value.get("anyOf", []):
        value = choice if "properties" in choice else value
    return set(value["properties"])


def check_keys():
    """Each key of a reader is in the schema, and no other."""
    package, recipe = "judge/package/", "testgen/"
    modern, limits = package + "modern_metadata.c", keys_of(package + "package_limits.c", "limit_keys[]")
    other = keys_of(modern, "other_keys[]")
    draft = (keys_of(modern, "modern_keys[]") | other) - {"author", "source_url"}  # keys with a remedy
    old_limits = keys_of(package + "package_limits.c", "old_keys[]")
    group = keys_of(package + "modern_settings.c", "group_keys[]")
    case = keys_of(package + "case_settings.c", "static int read_case(")
    tests = keys_of(package + "expectation_file.c", "requirement_keys[]")
    submission = keys_of(package + "expectation_file.c", "expectation_keys[]")
    shared = {"solution", "random_salt", "retries", "type"}
    folder = keys_of(recipe + "recipe_tree.c", "const char *const names[]")
    unused = keys_of(recipe + "recipe_tree.c", "const char *const unused[]")
    endings = keys_of(recipe + "recipe_test.c", "recipe_endings[RECIPE_ENDING_COUNT]")
    parts = keys_of(recipe + "recipe_tree.c", "const char *const parts[]")
    renamed = keys_of(recipe + "recipe_older.c", "const char *const renamed[][2]")
    of_tests = keys_of(recipe + "recipe_test.c", "const char *const names[]")
    for key, wanted in {
        ("problem", "modern"): draft,
        ("problem", "draft"): draft | {"validation", "validator_flags"},
        ("problem", "legacy"): keys_of(package + "legacy_metadata.c", "int package_legacy_read("),
        ("problem", "limits"): limits,
        ("problem", "draft_limits"): limits | old_limits,
        ("problem", "legacy_limits"): keys_of(package + "package_limits.c", "int package_limits_read_legacy("),
        ("problem", "time_multipliers"): keys_of(package + "package_limits.c", "static int read_multipliers("),
        ("problem", "grading"): keys_of(package + "legacy_metadata.c", "static int read_grading("),
        ("problem", "person"): keys_of(package + "package_credits.c", "static int read_person("),
        ("problem", "credits"): keys_of(package + "package_credits.c", "int package_credits_check("),
        ("problem", "one_source"): keys_of(package + "package_credits.c", "static int read_one_source("),
        ("test_group",): group | case | {"answer_validator_args"},
        ("testdata",): keys_of(package + "legacy_settings.c", "static int read_keys("),
        ("submissions", "additionalProperties"): tests | submission,
        ("submissions", "additionalProperties", "additionalProperties"): tests,
        ("strength-yaml",): keys_of("strength/run/equivalents.c", "int measure_read_equivalents("),
        ("strength-yaml", "mutant"): keys_of("strength/run/equivalents.c", "static int read_list("),
        ("assay",): keys_of(package + "package_programs.c", "static int read_extra("),
        ("generators",): folder | unused | shared | {"version"},
        ("generators", "properties", "data"): parts | renamed | {"bad"},
        ("generators", "folder"): (folder | shared | {"visualizer"}) - {"generators"},
        ("generators", "test"): of_tests | shared | {"input"},
    }.items():
        found = properties(*key)
        yield from (f"{'/'.join(key)}: {name} is missing" for name in sorted(wanted - found))
        yield from (f"{'/'.join(key)}: {name} is unknown to the reader" for name in sorted(found - wanted))
    yield from (f"recipe_test.c: {name} is missing" for name in sorted(of_tests - endings - {
        "generate", "copy", "count", "match"} - shared))


def check_words(name, words, path, table):
    found, wanted = set(words) - {None}, keys_of(path, table)
    return [f"{name}: {found ^ wanted}"] if found != wanted else []


def check_enums():
    """The words of enumerations."""
    problem, grader = SCHEMAS["problem"]["$defs"], SCHEMAS["testdata"]["properties"]["grader_flags"]
    words = SCHEMAS["test_group"]["properties"]["score_aggregation"]["enum"]
    package = "judge/package/"
    yield from check_words("version", problem["version"]["enum"], package + "metadata.c", "} versions[]")
    yield from check_words("type", problem["type"]["enum"], package + "package_types.c", "type_names[TYPE_COUNT]")
    yield from check_words("license", problem["license"]["enum"], package + "package_credits.c", "licenses[]")
    yield from check_words("aggregation", words, package + "modern_settings.c", "static int read_aggregation(")
    flags = grader["anyOf"][0]["enum"]
    yield from check_words("grader_flags", flags, package + "legacy_grading.c", "} grader_flags[]")


def check_strength():
    """The operators of mutants; the example of the guide, and mistakes in it."""
    operators = re.findall(r'OPERATOR\(\s*"([^"]+)"', (ROOT / "strength/mutants/operators.c").read_text())
    if SCHEMAS["strength-yaml"]["$defs"]["mutant"]["properties"]["operator"]["enum"] != operators:
        yield f"strength-yaml: the operators are {operators}"
    example = re.search(r"```yaml\n(equivalent:.*?)```", (ROOT / "docs/strength.md").read_text(), re.DOTALL)[1]
    yield from (f"docs/strength.md: {text}" for text in complaints("strength-yaml", load(example)))
    for old, new in ("operator: unsigned", "operator: typo"), ("reason:", "why:"), ("after:", "line: 0\n    after:"):
        if not complaints("strength-yaml", load(example.replace(old, new))):
            yield f"strength-yaml: '{new}' is accepted"


def check_defaults():
    """The defaults of limits."""
    text = (ROOT / "judge/package/package_limits.c").read_text().split("read_size(")[0]
    for name, key in SCHEMAS["problem"]["$defs"]["limits"]["properties"].items():
        found = re.search(rf"\.{name}(?:_bytes|_ns)? = (?:\(int64_t\))?(\d+) ?[*,]", text)
        if found and key.get("default") != int(found[1]):
            yield f"{name}: the default is {found[1]}"
        elif not found and name not in ("time_multipliers", "time_limit", "time_resolution"):
            yield f"{name}: the default is unknown"


def check_style():
    for name, schema in SCHEMAS.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        for where, value in [("", schema), *schema["$defs"].items()]:
            yield from (f"{name}: {fault}" for fault in check_described(value, where))
        if f"docs/{name}.schema.json" not in (ROOT / "CMakeLists.txt").read_text():
            yield f"{name} is not installed"


faults = [*check_style(), *check_packages(), *check_malformed(), *check_keys(), *check_enums(), *check_strength(), *check_defaults()]
print("\n".join(faults) or "the schemas hold")
sys.exit(bool(faults))

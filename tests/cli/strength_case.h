/* SPDX-License-Identifier: MIT */
/* A small package for the tests of `assay strength`, and its documents. */
#ifndef ASSAY_TESTS_STRENGTH_CASE_H
#define ASSAY_TESTS_STRENGTH_CASE_H

#include "support/packages.h"
#include "support/schemas.h"

#include <dirent.h>
#include <fcntl.h>

#define SCHEMA ASSAY_SOURCE_DIR "/docs/strength.schema.json"

/* The difference if the first number is larger, else the second number. */
#define RIGHT_C                                                                                    \
	"#include <stdio.h>\nint main(void)\n{\n\tint a, b;\n\tscanf(\"%d%d\", &a, &b);\n"         \
	"\tprintf(\"%d\\n\", a > b ? a - b : b);\n}\n"
#define RIGHT_GO(condition)                                                                        \
	"package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar a, b int\n\tfmt.Scan(&a, "         \
	"&b)\n\tif " condition                                                                     \
	" {\n\t\tfmt.Println(a - b)\n\t} else {\n\t\tfmt.Println(b)\n\t}\n}\n"
#define RIGHT_PY "a, b = map(int, input().split())\nprint(a - b if a > b else b)\n"

static inline void put_test(const char *name, const char *input, const char *answer)
{
	char path[64];

	snprintf(path, sizeof(path), "sum/data/secret/%s.in", name);
	put(path, input);
	snprintf(path, sizeof(path), "sum/data/secret/%s.ans", name);
	put(path, answer);
}

/* One test cannot tell > from >=, and no number is negative. */
static inline void put_weak(void)
{
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 1\n");
	put_test("1-greater", "3 1\n", "2\n");
	put("sum/submissions/accepted/right.c", RIGHT_C);
}

static inline void put_good(void)
{
	put_weak();
	put_test("2-equal", "1 1\n", "1\n");
	put_test("3-negative", "-1 1\n", "1\n");
}

static inline json_t *document_of(const struct outcome *outcome)
{
	cr_assert_eq(schemas_hold(SCHEMA, &outcome->out), 1, "%s%s", outcome->out.data,
		outcome->err.data);
	return json_loads(outcome->out.data, 0, NULL);
}

static inline json_int_t count_of(const json_t *document, const char *state)
{
	return json_integer_value(json_object_get(json_object_get(document, "counts"), state));
}

#define GENERATE_C                                                                                 \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tint64_t max = gen_option_int(\"max\", 0, 1000000);\n"                                   \
	"\tgen_write_int(gen_int(0, max));\n\tgen_space();\n\tgen_write_int(gen_int(0, max));\n"   \
	"\tgen_newline();\n\treturn gen_end();\n}\n"
#define VALIDATE_C                                                                                 \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tgen_read_int(0, 1000000, \"a\");\n\tgen_read_space();\n"                                \
	"\tgen_read_int(0, 1000000, \"b\");\n\tgen_read_newline();\n\treturn gen_read_end();\n}\n"

/* No test has two equal numbers. */
static inline void put_gap(void)
{
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 1\n");
	put("sum/submissions/accepted/right.py", RIGHT_PY);
	put("sum/input_validators/validate.c", VALIDATE_C);
	put("sum/generators/pair.c", GENERATE_C);
	put("sum/generators/generators.yaml",
		"solution: /submissions/accepted/right.py\ndata:\n  secret:\n    data:\n"
		"      one: {in: \"3 1\\n\"}\n      two: pair --max 1000000 --seed {seed}\n");
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
}

static inline void expect_has(const char *text, const char *part)
{
	cr_expect(strstr(text, part), "no \"%s\" in:\n%s", part, text);
}

static inline bool has_file(const char *path, const char *part)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	return as_file_read(AT_FDCWD, path, 100000, &text, NULL) == 0 && strstr(text.data, part);
}
/* True if the name of some process begins so. */
static inline bool runs_name(const char *name)
{
	char path[64], line[64];
	bool found = false;
	DIR *processes = opendir("/proc");

	cr_assert(processes);
	for (struct dirent *entry; !found && (entry = readdir(processes));) {
		snprintf(path, sizeof(path), "/proc/%.20s/cmdline", entry->d_name);
		AS_AUTO_FILE FILE *file = fopen(path, "re");
		found = file && fgets(line, sizeof(line), file) &&
			strncmp(line, name, strlen(name)) == 0;
	}
	closedir(processes);
	return found;
}

static inline void await_name(const char *name)
{
	for (int i = 0; i < 20000 && !runs_name(name); i++)
		usleep(5000);
	cr_assert(runs_name(name), "no %s", name);
}

#define RECIPE "sum/generators/generators.yaml"

/* Both groups accept the input; the recipe lists them in this order. */
static inline void put_scored_gap(const char *aggregation)
{
	AS_AUTO_FREE char *group =
		as_text_format(NULL, "max_score: 50\nscore_aggregation: %s\n", aggregation);
	put_gap();
	put("sum/problem.yaml", SUM_YAML "type: scoring\nlimits:\n  time_limit: 1\n");
	put("sum/generators/generators.yaml",
		"solution: /submissions/accepted/right.py\ndata:\n  secret:\n    data:\n"
		"      a:\n        data:\n          one: {in: \"3 1\\n\"}\n"
		"      b:\n        data:\n          two: {in: \"1 2\\n\"}\n          four: {in: "
		"\"4 1\\n\"}\n"
		"          three: pair --max 1000000 --seed {seed}\n");
	put("sum/data/secret/test_group.yaml", "max_score: 100\nscore_aggregation: sum\n");
	put("sum/data/secret/a/test_group.yaml", group);
	put("sum/data/secret/b/test_group.yaml", group);
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
}

#endif

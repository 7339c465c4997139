/* SPDX-License-Identifier: MIT */
/* Recipes are read into tests: names, numbers, seeds, and the message for each mistake. */
#include "recipe.h"

#include <assay/testgen/commands.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>

static char folder[] = "/tmp/assay-recipe.XXXXXX";
static int folder_fd;

static void make_folder(void)
{
	cr_assert(mkdtemp(folder));
	folder_fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert(folder_fd >= 0 && as_dir_make(folder_fd, "generators", 0755, NULL) == 0);
}

static void remove_folder(void)
{
	close(folder_fd);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

TestSuite(recipe, .init = make_folder, .fini = remove_folder);

static int read_text(struct recipe *recipe, const char *text, struct as_error *error)
{
	cr_assert_eq(as_file_write(folder_fd, RECIPE_PATH, text, strlen(text), 0644, NULL), 0);
	return recipe_read(recipe, folder_fd, "package", NULL, error);
}

static size_t add_text(char *said, size_t size, const char *text)
{
	size_t length = strlen(said);
	snprintf(said + length, size - length, "%.*s", (int)strcspn(text, "\n"), text);
	return strlen(said);
}

/* "name: command|" of each test, "name= ending=text ...|" of a literal one, "name -> name|" of an
 * included one; or the complaint. */
static const char *tests_of(const char *text)
{
	static char said[4096];
	AS_AUTO(recipe_clear) struct recipe recipe = {0};
	struct as_error error = {0};
	said[0] = '\0';
	if (read_text(&recipe, text, &error))
		return as_error_format(&error, said, sizeof(said));
	for (size_t i = 0; i < recipe.count; i++) {
		const struct recipe_test *test = &recipe.tests[i];
		AS_AUTO_FREE char *command = test->command ? recipe_command(test, 0, NULL) : NULL;
		add_text(said, sizeof(said), test->name);
		if (test->original != i) {
			add_text(said, sizeof(said), " -> ");
			add_text(said, sizeof(said), recipe.tests[test->original].name);
		}
		if (command) {
			add_text(said, sizeof(said), ": ");
			add_text(said, sizeof(said), command);
		}
		if (test->copy) {
			add_text(said, sizeof(said), " copy ");
			add_text(said, sizeof(said), test->copy);
		}
		for (int k = 0; k < RECIPE_TEXT_ENDING_COUNT; k++) {
			if (!test->files[k].given)
				continue;
			add_text(said, sizeof(said), " ");
			add_text(said, sizeof(said), recipe_endings[k]);
			add_text(said, sizeof(said), "=");
			add_text(said, sizeof(said),
				test->files[k].text ? test->files[k].text
						    : recipe_endings[test->files[k].link]);
		}
		add_text(said, sizeof(said), "|");
	}
	return said;
}

#define SECRET(data) "data: {secret: {data: " data "}}\n"

static void expect_all(const char *const (*cases)[2], size_t count)
{
	for (size_t i = 0; i < count; i++)
		cr_expect_str_eq(tests_of(cases[i][0]), cases[i][1],
			"%s\n  got      %s\n  expected %s", cases[i][0], tests_of(cases[i][0]),
			cases[i][1]);
}

Test(recipe, tests_have_the_names_of_the_convention)
{
	static const char *const cases[][2] = {
		{SECRET("{a: row 1, b: row 2}"), "secret/a: row 1|secret/b: row 2|"},
		{SECRET("{b: row 1, a: row 2}"), "secret/a: row 2|secret/b: row 1|"},
		{SECRET("[a: row 1, b: row 2]"), "secret/1-a: row 1|secret/2-b: row 2|"},
		{SECRET("[\"\": row 1, b: row 2]"), "secret/1: row 1|secret/2-b: row 2|"},
		{SECRET("[~: row 1]"), "secret/1: row 1|"},
		{SECRET("[a: x, b: x, c: x, d: x, e: x, f: x, g: x, h: x, i: x, j: x]"),
			"secret/01-a: x|secret/02-b: x|secret/03-c: x|secret/04-d: x|secret/05-e: "
			"x|"
			"secret/06-f: x|secret/07-g: x|secret/08-h: x|secret/09-i: x|"
			"secret/10-j: x|"},
		{SECRET("{g: {data: {a: x}}, h: {data: [b: y]}}"),
			"secret/g/a: x|secret/h/1-b: y|"},
		/* Folders are numbered separately from tests, whose numbers continue through all
		 * lists. */
		{SECRET("[t: w, g: {data: [a: x, b: y]}, h: {data: [c: z]}]"),
			"secret/1-t: w|secret/1-g/2-a: x|secret/1-g/3-b: y|secret/2-h/4-c: z|"},
		{"data: {secret: {data: [a: y]}, sample: {data: [b: x]}}\n",
			"sample/1-b: x|secret/2-a: y|"},
		{SECRET("{}"), ""},
		{SECRET("~"), ""},
		{"data: {sample: {}, secret: {solution: /x, data: {a: y}}}\n", "secret/a: y|"},
		/* BAPCtools has answer validators. */
		{"data: {secret: {test_group.yaml: {answer_validator_args: [x]}, data: {}}}\n", ""},
	};
	expect_all(cases, sizeof(cases) / sizeof(*cases));
}

/* As BAPCtools read them before 2023-09. */
Test(recipe, older_recipes_have_types_and_number_each_list_by_itself)
{
	static const char *const cases[][2] = {
		{"data: {secret: {type: directory, data: {a: x, b: {type: testcase, input: y 1}}}}",
			"secret/a: x|secret/b: y 1|"},
		{"data: {secret: {type: directory, data: {b: {input: m/3.in, solution: }}}}",
			"secret/b copy generators/m/3|"},
		{"data: {sample: {type: directory, data: ['': x]},\n"
		 " secret: {type: directory, data: [t: w, g: {type: directory, data: [a: x, '': "
		 "y]},"
		 " {c: z, b: v}]}}",
			"sample/1: x|secret/1-t: w|secret/2-g/1-a: x|secret/2-g/2: y|"
			"secret/3-b: v|secret/3-c: z|"},
		{"data: {secret: {type: directory}}", ""},
		/* 'type' belongs to an older version; a current key says what the numbers mean. */
		{"data: {secret: {type: directory, data: [t: w,"
		 " g: {type: directory, data: [a: {generate: x}]}]}}",
			"secret/1-t: w|secret/1-g/2-a: x|"},
		{"data: {secret: {type: testcase, data: {}}}",
			"package/generators/generators.yaml:1:16: a test must be in 'sample' or "
			"'secret', or in a folder of cases for the validators"},
		{"data: {secret: {type: directroy, data: {}}}",
			"package/generators/generators.yaml:1:23: 'type' must be 'directory' here; "
			"remove it, since the other keys say the same"},
	};
	expect_all(cases, sizeof(cases) / sizeof(*cases));
}

Test(recipe, tests_without_a_value_are_those_in_data)
{
	static const char *const cases[][2] = {
		{SECRET("{a: , '1': ~, b: x}"),
			"secret/1 copy data/secret/1|secret/a copy data/secret/a|secret/b: x|"},
		{SECRET("['': , a: ~]"),
			"secret/1 copy data/secret/1|secret/2-a copy data/secret/2-a|"},
	};
	expect_all(cases, sizeof(cases) / sizeof(*cases));
}

Test(recipe, an_empty_name_in_a_list_becomes_a_number)
{
	static const char *const cases[][2] = {
		{SECRET("['': x, ~: y, \"\": z]"), "secret/1: x|secret/2: y|secret/3: z|"},
		{"data:\n  secret:\n    data:\n    - null: x\n    -\n      ? \n      : z\n",
			"secret/1: x|secret/2: z|"},
	};
	expect_all(cases, sizeof(cases) / sizeof(*cases));
}

/* The notes, each with a line feed. */
static const char *notes_of(const char *text)
{
	static char said[4096];
	AS_AUTO(recipe_clear) struct recipe recipe = {0};
	struct as_error error = {0};
	size_t used = 0;
	said[0] = '\0';
	if (read_text(&recipe, text, &error))
		return as_error_format(&error, said, sizeof(said));
	for (size_t i = 0; i < recipe.notes.count; i++)
		used += (size_t)snprintf(said + used, sizeof(said) - used, "%s: %s\n",
			recipe.notes.items[i].where, recipe.notes.items[i].text);
	return said;
}

#define AT "package/generators/generators.yaml:"

Test(recipe, a_key_without_a_value_is_unset)
{
	static const char *const empty[] = {"generate", "copy", "count", "match", "input", "ans",
		"out", "in.statement", "yaml", "desc", "random_salt", "retries", "type"};
	for (size_t i = 0; i < sizeof(empty) / sizeof(*empty); i++) {
		AS_AUTO_FREE char *text =
			as_text_format(NULL, SECRET("{a: {in: x, %s: }}"), empty[i]);
		cr_expect_str_eq(tests_of(text), "secret/a in=x|", "%s", text);
		cr_expect_str_empty(notes_of(text));
	}
	static const char *const cases[][2] = {
		{"random_salt:\nretries: "
		 "~\ngenerators:\ninclude:\ntest_group.yaml:\ntype:\n" SECRET("{a: x}"),
			"secret/a: x|"},
		{"generators: {row: }\n" SECRET("{a: row}"), "secret/a: row|"},
		{SECRET("{a: {generate: x, in: }}"), "secret/a: x|"},
		{SECRET("{a: {in: x, match: {in: , ans: y}}}"), "secret/a in=x|"},
		{SECRET("[a: {}, b: {data: }, c: {data: [d: x]}]"), "secret/3-c/1-d: x|"},
		{"data: {sample: {}, secret: {data: {a: x}}, invalid_input: }\n", "secret/a: x|"},
		{SECRET("{a: {generate: }}"),
			AT "1:27: a test needs 'generate' (a command), 'in' (its text) or 'copy' "
			   "(files)"},
	};
	expect_all(cases, sizeof(cases) / sizeof(*cases));
}

/* In a folder it overrides the settings of the outer folders. */
Test(recipe, an_empty_solution_is_a_missing_one)
{
	AS_AUTO(recipe_clear) struct recipe recipe = {0};
	cr_assert_eq(read_text(&recipe,
			     "solution: sum\ndata:\n  sample: {solution: , data: {a: {in: x}}}\n"
			     "  secret: {data: {b: {in: x}, c: {in: x, solution: }}}\n",
			     NULL),
		0);
	cr_assert_eq(recipe.count, 3);
	cr_expect_null(recipe.tests[0].solution);
	cr_expect_str_eq(recipe.tests[1].solution, "sum");
	cr_expect_null(recipe.tests[2].solution);
}

Test(recipe, unknown_keys_that_change_no_byte_are_notes)
{
	cr_expect_str_eq(notes_of("tool: x\ndata:\n  secret:\n    colour: red\n    data:\n"
				  "      a: {generate: x, visualizer: v, owner: me}\n"),
		AT "1:1: unknown key 'tool' of a recipe: it is not used\n" AT
		   "4:5: unknown key 'colour' of a folder: it is not used\n" AT
		   "6:24: unknown key 'visualizer' of a test: it is not used\n" AT
		   "6:39: unknown key 'owner' of a test: it is not used\n");
	/* With the right spelling, they would have changed some. */
	cr_expect_str_eq(notes_of("daat: {}\n"),
		AT "1:1: unknown key 'daat' of a recipe; did you mean 'data'? use data, include, "
		   "solution, random_salt, retries, test_group.yaml, testdata.yaml or generators");
}

/* BAPCtools writes the files in this order: generated, copied, literal. */
Test(recipe, the_text_of_an_input_replaces_the_output_of_its_command)
{
	cr_expect_str_eq(tests_of(SECRET("{a: {generate: x, copy: m, in: y}}")),
		"secret/a: x copy generators/m in=y|");
	cr_expect_str_eq(notes_of(SECRET("{a: {generate: x, in: y}}")),
		AT "1:27: the text of 'in' replaces the input that 'generate' makes; keep one\n");
}

Test(recipe, older_names_of_folders_are_the_present_ones)
{
	static const char *const text =
		"data:\n  invalid_inputs: {data: {a: {in: x}}}\n  bad: {data: {b: {in: x}}}\n"
		"  valid_outputs: {data: {c: {in: x, ans: y, out: z}}}\n";
	cr_expect_str_eq(tests_of(text), "invalid_input/a in=x|valid_output/c in=x ans=y out=z|");
	cr_expect_str_eq(notes_of(text),
		AT "2:3: 'invalid_inputs' is an older name; its tests are made in "
		   "data/invalid_input\n" AT
		   "3:3: the tests of 'bad' are not made; move them to 'invalid_input' or "
		   "'invalid_answer'\n" AT
		   "4:3: 'valid_outputs' is an older name; its tests are made in "
		   "data/valid_output\n");
	cr_expect_str_eq(notes_of("data: {invalid_input: {data: {}}, invalid_inputs: {data: {}}}"),
		AT "1:51: 'invalid_inputs' is 'invalid_input', which the recipe also has; keep "
		   "one");
}

Test(recipe, literal_files_are_keyed_by_their_endings)
{
	static const char *const cases[][2] = {
		{SECRET("{a: {in: \"1\", ans: \"2\"}, b: {in: \"3\\n\"}}"),
			"secret/a in=1 ans=2|secret/b in=3|"},
		{SECRET("{a: {generate: row, ans: \"2\"}}"), "secret/a: row ans=2|"},
		{SECRET("{a: {in: x, hint: y, desc: z, yaml: {hint: w}}}"),
			"secret/a in=x yaml=hint: w hint=y desc=z|"},
		{"data: {sample: {data: {a: {in: x, in.download: {link: in}, ans.download: ''}}}}",
			"sample/a in=x in.download=in ans.download=|"},
		{SECRET("{a: {copy: manual/1, out: x}, b: {copy: ../more/2}, c: old/3.in}"),
			"secret/a copy generators/manual/1 out=x|secret/b copy more/2|"
			"secret/c copy generators/old/3|"},
	};
	expect_all(cases, sizeof(cases) / sizeof(*cases));
}

Test(recipe, counts_make_several_tests)
{
	static const char *const cases[][2] = {
		{SECRET("{a: {generate: \"row {count}\", count: 2}}"),
			"secret/a-1: row 1|secret/a-2: row 2|"},
		{SECRET("[a: {generate: \"row {count}\", count: [7, -3]}, b: x]"),
			"secret/1-a-7: row 7|secret/2-a--3: row -3|secret/3-b: x|"},
		{SECRET("{a: {generate: \"row {count}\", count: 9..=10}}"),
			"secret/a-09: row 9|secret/a-10: row 10|"},
		{SECRET("{a: {generate: \"row {count}\", count: -1..=0}}"),
			"secret/a--1: row -1|secret/a-00: row 0|"},
		{SECRET("{a: {generate: \"row {count}\", count: 1}}"), "secret/a-1: row 1|"},
		{SECRET("{a: \"row {count}\"}"), "secret/a: row {count}|"},
		{SECRET("{a: {in: x, count: 2}}"), "secret/a-1 in=x|secret/a-2 in=x|"},
	};
	expect_all(cases, sizeof(cases) / sizeof(*cases));
}

#define NESTED(command, count) SECRET("{a: {generate: \"" command "\", count: {" count "}}}")

Test(recipe, a_count_of_several_variables_makes_each_combination)
{
	static const char *const cases[][2] = {
		{NESTED("row {n} {of}", "n: 9..=10, of: [x, 7]"),
			"secret/a-09-x: row 9 x|secret/a-09-7: row 9 7|secret/a-10-x: row 10 x|"
			"secret/a-10-7: row 10 7|"},
		{NESTED("row {n} {count}", "n: 2"),
			"secret/a-1: row 1 {count}|secret/a-2: row 2 {count}|"},
		{SECRET("[a: {generate: \"row {n}\", count: {n: [5, 7]}}, b: y]"),
			"secret/1-a-5: row 5|secret/2-a-7: row 7|secret/3-b: y|"},
		/* sha512(":5-xrow 5 {seed}"): a value more does not change other seeds. */
		{NESTED("row {n} {seed}", "n: [5], s: [x, y]"),
			"secret/a-5-x: row 5 1269794768|secret/a-5-y: row 5 1559658304|"},
	};
	expect_all(cases, sizeof(cases) / sizeof(*cases));
}

Test(recipe, folders_include_tests_from_any_place_in_the_recipe)
{
	static const char *const cases[][2] = {
		{"data: {sample: {data: {a: x, b: y}}, secret: {include: [sample], data: {c: z}}}",
			"sample/a: x|sample/b: y|secret/c: z|secret/a -> sample/a|"
			"secret/b -> sample/b|"},
		{SECRET("{g: {include: [b]}, h: {data: [b: x]}}"),
			"secret/h/1-b: x|secret/g/1-b -> secret/h/1-b|"},
		/* Everything that it includes is included with it, once. */
		{SECRET("{g: {data: {a: x}}, h: {include: [g], data: {b: y}}, "
			"i: {include: [h, g]}}"),
			"secret/g/a: x|secret/h/b: y|secret/h/a -> secret/g/a|"
			"secret/i/b -> secret/h/b|secret/i/a -> secret/g/a|"},
		{SECRET("{a: {generate: x, count: 2}, g: {include: [a]}}"),
			"secret/a-1: x|secret/a-2: x|secret/g/a-1 -> secret/a-1|"
			"secret/g/a-2 -> secret/a-2|"},
		/* Of two with the same name, the earlier one. */
		{"data: {sample: {data: {a: x}}, secret: {data: {g: {include: [a]}, "
		 "h: {data: {a: y}}}}}",
			"sample/a: x|secret/h/a: y|secret/g/a -> sample/a|"},
	};
	expect_all(cases, sizeof(cases) / sizeof(*cases));
}

/* Values of Python's int(hashlib.sha512((salt + command).encode()).hexdigest(), 16) % 2**31. */
Test(recipe, a_seed_depends_on_the_salt_and_the_command_alone)
{
	static const char *const cases[][2] = {
		{SECRET("{a: \"row --seed {seed}\"}"), "secret/a: row --seed 606433363|"},
		{"random_salt: s\n" SECRET("{a: \"row {seed:7} {name} x\"}"),
			"secret/a: row 1199475473 a x|"},
		{SECRET("{a: \"{seed\", b: \"{seed:x}\", c: \"{names}\"}"),
			"secret/a: {seed|secret/b: {seed:x}|secret/c: {names}|"},
		/* White space around a command is ignored, but not inside it. */
		{SECRET("{a: \" row --seed {seed} \"}"), "secret/a: row --seed 606433363 |"},
		{"random_salt: z\n" SECRET("{a: {random_salt: s, generate: \"row {seed:7} {name} "
					   "x\"}}"),
			"secret/a: row 1199475473 a x|"},
		/* A count other than 1 precedes the command: sha512(":1row {seed}"). */
		{SECRET("{a: {generate: \"row {seed}\", count: 2}}"),
			"secret/a-1: row 379398492|secret/a-2: row 146657567|"},
	};
	expect_all(cases, sizeof(cases) / sizeof(*cases));
	AS_AUTO_FREE char *first = strdup(tests_of(SECRET("{a: \"row {seed:1}\"}")));
	cr_expect_str_neq(first, tests_of(SECRET("{a: \"row {seed:2}\"}")));
}

#define NAME_RULE                                                                                  \
	"invalid test name; use letters, digits, '_', '.' and '-', and do not begin with '.' or "  \
	"'-'"
#define P "package/generators/generators.yaml:"

Test(recipe, every_mistake_is_named_at_its_place)
{
	static const char *const cases[][2] = {
		{"[]", P "1:1: a recipe must be a mapping"},
		{"", P "1:1: missing key 'data', a mapping of sample, secret and the like"},
		{"data: x\n",
			P "1:1: missing key 'data', a mapping of sample, secret and the like"},
		{"data: [a: x]\n",
			P "1:1: missing key 'data', a mapping of sample, secret and the like"},
		{"data: {secret: {data: x}}\n",
			P "1:16: missing key 'data', a mapping or a list of tests"},
		{"sulotion: x\n" SECRET("{}"),
			P "1:1: unknown key 'sulotion' of a recipe; did you mean 'solution'? use "
			  "data, include, solution, random_salt, retries, test_group.yaml, "
			  "testdata.yaml or generators"},
		{"data: {secret: {data: {}, dta: {}}}\n",
			P "1:27: unknown key 'dta' of a folder; did you mean 'data'? use data, "
			  "include, solution, random_salt, retries, test_group.yaml or "
			  "testdata.yaml"},
		/* Without `data` it would be a test. */
		{"data: {secret: {dta: {a: x}}}\n",
			P "1:17: unknown key 'dta' of a folder; did you mean 'data'? use data, "
			  "include, solution, random_salt, retries, test_group.yaml or "
			  "testdata.yaml"},
		{SECRET("{a: {dta: {b: x}}}"),
			P "1:28: unknown key 'dta' of a folder; did you mean 'data'? use data, "
			  "include, test_group.yaml or testdata.yaml"},
		{"solution: 3\n" SECRET("{}"), P "1:11: 'solution' must be a string"},
		{"random_salt: []\n" SECRET("{}"), P "1:14: 'random_salt' must be a string"},
		{"retries: 0\n" SECRET("{}"), P "1:10: 'retries' must be a number from 1 to 100"},
		{"generators: x\n" SECRET("{}"),
			P "1:13: 'generators' must be a mapping from names to lists of files"},
		{"generators: {row: row.c}\n" SECRET("{}"),
			P "1:19: 'row' must be a list of paths of files, relative to generators/"},
		{"generators: {row: [a.c, 3]}\n" SECRET("{}"),
			P "1:19: 'row' must be a list of paths of files, relative to generators/"},
		{"data: {secret: {test_group.yaml: x, data: {}}}\n",
			P "1:34: 'test_group.yaml' must be a mapping"},
		{SECRET("{-a: x}"), P "1:28: " NAME_RULE},
		{SECRET("{.a: x}"), P "1:28: " NAME_RULE},
		{SECRET("{a/b: x}"), P "1:29: " NAME_RULE},
		{SECRET("{\"\": x}"), P "1:28: " NAME_RULE},
		{SECRET("{a: 3}"),
			P "1:27: a test must be a command, or a mapping with 'generate', "
			  "'in' or 'copy'"},
		{SECRET("{a: {solution: x}}"),
			P "1:27: a test needs 'generate' (a command), 'in' (its text) "
			  "or 'copy' (files)"},
		{SECRET("{a: {ans: x}}"), P "1:27: a test needs 'generate' (a command), 'in' (its "
					    "text) or 'copy' (files)"},
		{SECRET("{a: {in: 3}}"), P "1:32: 'in' must be a string"},
		{SECRET("{a: {in: x, hnit: y}}"), P
			"1:35: unknown key 'hnit' of a test; did you mean 'hint'? use generate, "
			"copy, count, match, "
			"solution, random_salt, retries, in, ans, out, in.statement, in.download, "
			"ans.statement, ans.download, interaction, yaml, hint or desc"},
		{SECRET("{a: {in: x, ans.download: {link: in}}}"),
			P "1:49: 'ans.download' must be a string; in.statement, in.download, "
			  "ans.statement and ans.download may also be a link such as {link: in}"},
		{SECRET("{a: {copy: ../../x}}"),
			P "1:34: 'copy' must be a path without an ending, relative to generators/, "
			  "such as manual/1"},
		{SECRET("{a: {in: x, match: 3}}"),
			P "1:42: 'match' must be a pattern, a list of patterns, or a mapping of "
			  "'in' and 'ans' to these"},
		{SECRET("{a: \"x {seed} {seed:1}\"}"),
			P "1:27: a command may have only one {seed}; derive more seeds in the "
			  "program"},
		{SECRET("[x]"), P "1:24: an entry of a list of tests must be a mapping of one name "
				  "to one test"},
		{SECRET("[{a: x, b: y}]"), P "1:24: an entry of a list of tests must be a mapping "
					     "of one name to one test"},
		{"data: {a: x}\n",
			P "1:8: unknown folder 'a' of data/; use sample, secret, invalid_output, "
			  "invalid_answer, invalid_input or valid_output"},
		{"data: {secret: x}\n", P "1:16: a test must be in 'sample' or 'secret', or in a "
					  "folder of cases for the validators"},
		{SECRET("{g: {include: [h]}}"), P "1:37: 'include' names 'h', which is not a test "
						  "or folder of the recipe; correct or "
						  "remove it"},
		{SECRET("{g: {include: h}}"),
			P "1:37: 'include' must be a list of names of tests and folders"},
		{SECRET("{g: {data: {a: x}}, h: {data: {a: y}}, i: {include: [a]}}"),
			P "1:75: 'include' names 'a', which is ambiguous; rename one of them"},
		{SECRET("{g: {data: {a: x}}, i: {include: [g], data: {a: z}}}"),
			P "1:56: 'include' adds a duplicate test data/secret/i/a"},
		{SECRET("{g: {include: [g]}}"),
			P "1:37: 'include' has a cycle: the folder would include itself"},
		{SECRET("{g: {include: [secret]}}"),
			P "1:37: 'include' has a cycle: the folder would include itself"},
		{SECRET("{g: {include: [h]}, h: {include: [i]}, i: {include: [g]}}"),
			P "1:37: 'include' has a cycle: the folder would include itself"},
		{"data: {secret: {data: {a: x, a: y}}}\n",
			P "1:30: duplicate key \"a\"; its first value is at line 1"},
	};
	expect_all(cases, sizeof(cases) / sizeof(*cases));
}

Test(recipe, a_malformed_count_is_named)
{
	static const char *const counts[] = {"0", "101", "[]", "[1, 1]", "[x]", "x", "3..=1",
		"1..=101", "1..3", "\" 1..=2\"", "1..=2x", "1.5", "{}",
		"-9999999999999999999..=9999999999999999999"};
	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		AS_AUTO_FREE char *text =
			as_text_format(NULL, SECRET("{a: {in: x, count: %s}}"), counts[i]);
		cr_expect_str_eq(tests_of(text),
			P "1:42: 'count' must be a number from 1 to 100, or at most 100 different "
			  "numbers as a list or as a range such as -3..=10",
			"%s: %s", counts[i], tests_of(text));
	}
}

Test(recipe, a_malformed_variable_of_a_count_is_named)
{
#define VALUES                                                                                     \
	"must be a number from 1 to 100, or at most 100 different numbers or words as a list or "  \
	"as a range such as -3..=10"
	static const char *const cases[][2] = {
		{NESTED("row", "n: 100, m: 11"),
			P "1:52: 'count' makes too many tests: at most 1000 are allowed"},
		{NESTED("row", "n: 0"), P "1:56: 'n' " VALUES},
		{NESTED("row", "n: x"), P "1:56: 'n' " VALUES},
		{NESTED("row", "n: [x, 'a b']"), P "1:56: 'n' " VALUES},
		{NESTED("row", "n: [x, x]"), P "1:56: 'n' " VALUES},
		{NESTED("row", "seed: 2"),
			P "1:59: 'seed' is not a name of a variable; use letters from "
			  "a to z and '_', and neither seed nor name"},
		{NESTED("row", "n1: 2"),
			P "1:57: 'n1' is not a name of a variable; use letters from a "
			  "to z and '_', and neither seed nor name"},
		{NESTED("row", "a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1"),
			P "1:52: 'count' has too many variables: at most 8 are allowed"},
	};
	expect_all(cases, sizeof(cases) / sizeof(*cases));
}

Test(recipe, folders_nest_to_a_maximum_depth)
{
	char text[1024] = "data: {secret: ";
	for (int i = 0; i < 12; i++)
		strcat(text, "{data: {g: ");
	strcat(text, "x");
	for (int i = 0; i < 12; i++)
		strcat(text, "}}");
	strcat(text, "}\n");
	cr_expect_not_null(strstr(tests_of(text), ": folders are nested too deeply: at most "),
		"%s", tests_of(text));
}

/* Each includes the next: the reader must not recurse as deep. */
Test(recipe, a_long_chain_of_includes_is_refused)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	fputs("data:\n  secret:\n    data:\n", out);
	for (int i = 0; i < 20000; i++)
		fprintf(out, "      g%06d: {include: [g%06d]}\n", i, i + 1);
	fputs("      g020000: {data: {a: x}}\n", out);
	cr_assert_eq(fclose(out), 0);
	cr_expect_not_null(
		strstr(tests_of(text),
			"'include' is nested too deeply: at most 100 folders are allowed"),
		"%s", tests_of(text));
}

Test(recipe, a_recipe_that_is_not_there_is_named)
{
	AS_AUTO(recipe_clear) struct recipe recipe = {0};
	struct as_error error = {0};
	cr_assert_eq(recipe_read(&recipe, folder_fd, "package", NULL, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	char text[2048];
	cr_expect_not_null(
		strstr(as_error_format(&error, text, sizeof(text)), RECIPE_PATH), "%s", text);
}

Test(recipe, a_command_is_split_as_a_shell_does)
{
	static const char *const cases[][2] = {{"", ""}, {" \t\n", ""}, {"a", "a|"},
		{"  a  bc\td\n", "a|bc|d|"}, {"a 'b c'", "a|b c|"},
		{"a \"b \\\" \\\\ \\x\"", "a|b \" \\ \\x|"}, {"a\\ b", "a b|"}, {"'' x", "|x|"},
		{"x\\", "x\\|"}};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		AS_AUTO_NAMES char **words = recipe_split(cases[i][0], NULL);
		char text[100] = "";
		cr_assert_not_null(words);
		for (char **word = words; *word; word++) {
			strcat(text, *word);
			strcat(text, "|");
		}
		cr_expect_str_eq(text, cases[i][1], "%s", text);
	}
	struct as_error error = {0};
	cr_expect_null(recipe_split("a 'b", &error));
	cr_expect_str_eq(error.text, "unclosed quote (') in the command");
}

/* ---- adding ---- */

#define ADDERS 12

Test(recipe, tests_that_commands_add_at_the_same_time_are_all_kept)
{
	const struct as_recipe_addition what = {
		.group = "secret", .prefix = "new", .quoted = "\"1\\n\""};
	AS_AUTO(recipe_clear) struct recipe recipe = {0};
	char name[AS_ADDED_NAME_SIZE];
	int status = 0;

	cr_assert_eq(read_text(&recipe, SECRET("{a: {in: x}}"), NULL), 0);
	recipe_clear(&recipe);
	for (int i = 0; i < ADDERS; i++)
		if (fork() == 0)
			_exit(as_recipe_add(folder, &what, name, NULL, NULL) ? 1 : 0);
	for (int i = 0; i < ADDERS; i++)
		cr_expect(wait(&status) > 0 && status == 0);
	cr_assert_eq(recipe_read(&recipe, folder_fd, "package", NULL, NULL), 0);
	cr_expect_eq(recipe.count, 1 + ADDERS, "%zu tests", recipe.count);
}

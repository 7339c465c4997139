/* SPDX-License-Identifier: MIT */
/* Recipes read into tests: names, numbers, seeds, and what each mistake is called. */
#include "recipe.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>

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
	return recipe_read(recipe, folder_fd, "package", error);
}

/* "name: command|" of each test, "name= in/ans|" of one given in place; or the complaint. */
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
		size_t length = strlen(said);
		if (test->command)
			snprintf(said + length, sizeof(said) - length, "%s: %s|", test->name,
				test->command);
		else
			snprintf(said + length, sizeof(said) - length, "%s= %s/%s|", test->name,
				test->in, test->ans ? test->ans : "");
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
		{SECRET("[a: row 1, b: row 2]"), "secret/1-a: row 1|secret/2-b: row 2|"},
		{SECRET("[\"\": row 1, b: row 2]"), "secret/1: row 1|secret/2-b: row 2|"},
		{SECRET("[a: x, b: x, c: x, d: x, e: x, f: x, g: x, h: x, i: x, {j: x, k: y}]"),
			"secret/01-a: x|secret/02-b: x|secret/03-c: x|secret/04-d: x|secret/05-e: "
			"x|"
			"secret/06-f: x|secret/07-g: x|secret/08-h: x|secret/09-i: x|"
			"secret/10-j: x|secret/11-k: y|"},
		{SECRET("{g: {data: {a: x}}, h: {data: [b: y]}}"),
			"secret/g/a: x|secret/h/1-b: y|"},
		{SECRET("[g: {data: [a: x]}]"), "secret/1-g/1-a: x|"},
		{SECRET("{a: {in: \"1\", ans: \"2\"}, b: {in: \"3\"}}"),
			"secret/a= 1/2|secret/b= 3/|"},
		{SECRET("{a: {generate: row, ans: \"2\"}}"), "secret/a: row|"},
		{"data: {sample: {data: {a: x}}, secret: {data: {a: y}}}\n",
			"sample/a: x|secret/a: y|"},
		{SECRET("{}"), ""},
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
	};
	expect_all(cases, sizeof(cases) / sizeof(*cases));
	AS_AUTO_FREE char *first = strdup(tests_of(SECRET("{a: \"row {seed:1}\"}")));
	cr_expect_str_neq(first, tests_of(SECRET("{a: \"row {seed:2}\"}")));
}

#define NAME_RULE                                                                                  \
	"a test's name is made of letters, digits, '_', '.' and '-', and starts with none of the " \
	"last two"
#define P "package/generators/generators.yaml:"

Test(recipe, every_mistake_is_named_at_its_place)
{
	static const char *const cases[][2] = {
		{"[]", P "1:1: a recipe is a mapping"},
		{"", P "1:1: needs 'data', a mapping or a list of tests"},
		{"data: x\n", P "1:1: needs 'data', a mapping or a list of tests"},
		{"visualizer: x\n" SECRET("{}"),
			P "1:13: 'visualizer' is no key of a recipe that this version reads: "
			  "solution, random_salt, data"},
		{"solution: 3\n" SECRET("{}"), P "1:11: 'solution' must be a text"},
		{"random_salt: []\n" SECRET("{}"), P "1:14: 'random_salt' must be a text"},
		{"generators: x\n" SECRET("{}"),
			P "1:13: 'generators' must be a mapping from names to lists of files"},
		{"generators: {row: row.c}\n" SECRET("{}"),
			P "1:19: 'row' must be a list of files, by their paths relative to "
			  "generators/"},
		{"generators: {row: [a.c, 3]}\n" SECRET("{}"),
			P "1:19: 'row' must be a list of files, by their paths relative to "
			  "generators/"},
		{"data:\n  secret:\n    testdata.yaml: {}\n    data: {}\n",
			P "3:20: 'testdata.yaml' is no key of a folder that this version reads: "
			  "data"},
		{SECRET("{-a: x}"), P "1:28: " NAME_RULE},
		{SECRET("{.a: x}"), P "1:28: " NAME_RULE},
		{SECRET("{a/b: x}"), P "1:29: " NAME_RULE},
		{SECRET("{a: 3}"), P "1:27: a test is a command, or a mapping with 'generate' or "
				     "'in'"},
		{SECRET("{a: {}}"),
			P "1:27: a test needs one of 'generate' (a command) and 'in' (its text)"},
		{SECRET("{a: {in: x, generate: y}}"),
			P "1:27: a test needs one of 'generate' (a command) and 'in' (its text)"},
		{SECRET("{a: {in: 3}}"), P "1:32: 'in' must be a text"},
		{SECRET("{a: {in: x, hint: y}}"),
			P "1:41: 'hint' is no key of a test that this version reads: generate, in, "
			  "ans"},
		{SECRET("[x]"),
			P "1:24: an entry of a list of tests is a mapping from a name to a test"},
		{"data: {a: x}\n", P "1:11: a test must be in 'sample' or 'secret'"},
		{"data: {secrets: {data: {a: x}}}\n",
			P "1:28: a test must be in 'sample' or 'secret'"},
		{"data: {secret: {data: {a: x, a: y}}}\n", P "1:30: duplicate key \"a\""},
	};
	expect_all(cases, sizeof(cases) / sizeof(*cases));
}

Test(recipe, folders_nest_but_not_without_end)
{
	char text[1024] = "data: {secret: ";
	for (int i = 0; i < 12; i++)
		strcat(text, "{data: {g: ");
	strcat(text, "x");
	for (int i = 0; i < 12; i++)
		strcat(text, "}}");
	strcat(text, "}\n");
	cr_expect_not_null(strstr(tests_of(text), ": is nested too deeply"), "%s", tests_of(text));
}

Test(recipe, a_recipe_that_is_not_there_is_named)
{
	AS_AUTO(recipe_clear) struct recipe recipe = {0};
	struct as_error error = {0};
	cr_assert_eq(recipe_read(&recipe, folder_fd, "package", &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	char text[2048];
	cr_expect_not_null(
		strstr(as_error_format(&error, text, sizeof(text)), RECIPE_PATH), "%s", text);
}

Test(recipe, a_command_is_split_at_white_space)
{
	static const char *const cases[][2] = {{"", ""}, {" \t\n", ""}, {"a", "a|"},
		{"  a  bc\td\n", "a|bc|d|"}, {"a 'b c'", "a|'b|c'|"}};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		AS_AUTO_NAMES char **words = recipe_split(cases[i][0], NULL);
		char text[100] = "";
		cr_assert_not_null(words);
		for (char **word = words; *word; word++) {
			strcat(text, *word);
			strcat(text, "|");
		}
		cr_expect_str_eq(text, cases[i][1]);
	}
}

/* SPDX-License-Identifier: MIT */
/* The constants of a package in its programs. */
#include <assay/program.h>

#include <criterion/criterion.h>
#include <string.h>

static struct as_text_map constants;

static void set(const char *name, const char *value)
{
	cr_assert_eq(as_text_map_set(&constants, name, value, NULL), 0);
}

static void make_constants(void)
{
	set("n", "5");
	set("n.tex", "\\ 5");
	set("_a1", "");
	set("long", "{{n}} and {{n}}");
}

static void drop_constants(void)
{
	as_text_map_clear(&constants);
}

TestSuite(constants, .init = make_constants, .fini = drop_constants);

static void expect_filled(const char *text, const char *expected)
{
	AS_AUTO_BYTES struct as_bytes bytes = {strdup(text), strlen(text)};
	cr_assert_eq(as_constants_fill(&bytes, &constants, NULL), 0);
	cr_expect_str_eq(bytes.data, expected, "%s: %s", text, bytes.data);
	cr_expect_eq(bytes.size, strlen(expected));
}

Test(constants, sequences_are_replaced)
{
	expect_filled("{{n}}", "5");
	expect_filled("int a[{{n}}];\n", "int a[5];\n");
	expect_filled("{{n}}{{n}}", "55");
	expect_filled("{{n.value}} {{n.tex}}", "5 \\ 5");
	expect_filled("x{{_a1}}y", "xy");
	expect_filled("{{{n}}}", "{5}");
}

Test(constants, sequences_of_unknown_names_stay)
{
	static const char *const same[] = {"", "{", "{{", "{{}}", "{{n", "{{n}", "{{ n }}", "{{m}}",
		"{{n.}}", "{{n.none}}", "{{.n}}", "{{1n}}", "{{n.tex.tex}}", "{ {n}}", "{{n-1}}",
		"int a[1][1] = {{0}};"};
	for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++)
		expect_filled(same[i], same[i]);
}

Test(constants, a_value_is_not_substituted_again)
{
	expect_filled("{{long}}", "{{n}} and {{n}}");
}

Test(constants, no_constants_change_nothing)
{
	AS_AUTO_BYTES struct as_bytes bytes = {strdup("{{n}}"), 5};
	cr_assert_eq(as_constants_fill(&bytes, NULL, NULL), 0);
	cr_expect_str_eq(bytes.data, "{{n}}");
}

Test(constants, bytes_that_are_not_utf8_survive)
{
	AS_AUTO_BYTES struct as_bytes bytes = {malloc(12), 11};
	memcpy(bytes.data, "\0\xff{{n}}\0{{m", 12);
	cr_assert_eq(as_constants_fill(&bytes, &constants, NULL), 0);
	cr_expect_eq(bytes.size, 7);
	cr_expect_eq(memcmp(bytes.data,
			     "\0\xff"
			     "5\0{{m",
			     8),
		0);
}

Test(constants, a_text_that_grows_too_large_is_refused)
{
	size_t size = 6 * 20000;
	AS_AUTO_BYTES struct as_bytes bytes = {malloc(size + 1), size};
	AS_AUTO_FREE char *value = malloc(4001);
	struct as_error error = {0};
	for (size_t i = 0; i < size; i += 6)
		memcpy(bytes.data + i, "{{n}} ", 7);
	memset(value, 'x', 4000);
	value[4000] = '\0';
	set("n", value);
	cr_expect_eq(as_constants_fill(&bytes, &constants, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
}

Test(constants, files_that_grow_too_large_together_are_refused)
{
	AS_AUTO(as_sources_clear)
	struct as_sources sources = {.files = calloc(40, sizeof(struct as_source))};
	AS_AUTO_FREE char *value = malloc(4000001);
	struct as_error error = {0};
	memset(value, 'x', 4000000);
	value[4000000] = '\0';
	set("n", value);
	for (size_t i = 0; i < 40; i++) {
		struct as_source *file = &sources.files[sources.count++];
		file->name = strdup("file");
		file->data = (struct as_bytes){strdup("{{n}}"), 5};
		sources.size_bytes += 5;
	}
	cr_expect_eq(as_sources_fill(&sources, &constants, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
}

/* SPDX-License-Identifier: MIT */
/* Sources that are not UTF-8, or that begin with a byte order mark. */
#include <assay/package.h>
#include <assay/program/language.h>

#include <criterion/criterion.h>
#include <string.h>

static struct as_languages *languages;

static void open_table(void)
{
	languages = as_languages_open(NULL, NULL);
	cr_assert_not_null(languages);
}

static void close_table(void)
{
	as_languages_close(languages);
}

TestSuite(recode, .init = open_table, .fini = close_table);

static void add(struct as_sources *sources, const char *name, const char *text, size_t size)
{
	struct as_source *file = &sources->files[sources->count++];
	*file = (struct as_source){.name = strdup(name), .data = {malloc(size + 1), size}};
	memcpy(file->data.data, text, size);
	file->data.data[size] = '\0';
	sources->size_bytes += size;
}

static void recode(struct as_sources *sources, const char *language)
{
	const uint64_t before = sources->size_bytes;
	char digest[AS_DIGEST_HEX_SIZE], again[AS_DIGEST_HEX_SIZE];
	uint64_t bytes = 0;
	as_sources_digest(sources, digest);
	cr_assert_eq(as_language_recode(as_languages_find(languages, language), sources, NULL), 0);
	as_sources_digest(sources, again);
	cr_expect_str_eq(again, digest);
	for (size_t i = 0; i < sources->count; i++)
		bytes += sources->files[i].data.size;
	cr_expect_eq(sources->size_bytes, bytes, "%zu before", (size_t)before);
}

/* The result for a text in the file `name`. */
static const char *recoded(const char *language, const char *name, const char *text, size_t size)
{
	static char result[1024];
	AS_AUTO(as_sources_clear)
	struct as_sources sources = {.files = calloc(1, sizeof(struct as_source))};
	add(&sources, name, text, size);
	recode(&sources, language);
	snprintf(result, sizeof(result), "%.*s%s", (int)sources.files[0].data.size,
		sources.files[0].data.data, sources.notes ? "!" : "");
	return result;
}
#define EXPECT_RECODED(language, name, text, expected)                                             \
	cr_expect_str_eq(recoded(language, name, text, sizeof(text) - 1), expected)

Test(recode, windows_1252_becomes_utf8_with_a_note_where_the_language_needs_it)
{
	EXPECT_RECODED("python3", "a.py", "# caf\xe9 \x80 \x9f \xa0 \x81\n",
		"# caf\xc3\xa9 \xe2\x82\xac \xc5\xb8 \xc2\xa0 \xc2\x81\n!");
	EXPECT_RECODED("java", "a.java", "// \xff", "// \xc3\xbf!");
	EXPECT_RECODED("c", "a.c", "// \xff", "// \xff");
	EXPECT_RECODED("javascript", "a.js", "// \xff", "// \xff");
	EXPECT_RECODED("python3", "a.py", "# \xc3\xa9", "# \xc3\xa9");
	/* Cut in the middle of a character. */
	EXPECT_RECODED("rust", "a.rs", "// \xc3", "// \xc3\x83!");
}

Test(recode, an_encoding_that_the_file_names_stays)
{
	EXPECT_RECODED("python3", "a.py", "# -*- coding: latin-1 -*-\n# \xe9",
		"# -*- coding: latin-1 -*-\n# \xe9");
	EXPECT_RECODED("ruby", "a.rb", "#!/usr/bin/ruby\n# encoding= iso-8859-1\n# \xe9",
		"#!/usr/bin/ruby\n# encoding= iso-8859-1\n# \xe9");
	EXPECT_RECODED(
		"python3", "a.py", "# coding: UTF-8\n# \xe9", "# coding: UTF-8\n# \xc3\xa9!");
	EXPECT_RECODED("python3", "a.py", "\n\n# coding: latin-1\n# \xe9",
		"\n\n# coding: latin-1\n# \xc3\xa9!");
	EXPECT_RECODED("python3", "a.py", "# coding:\xe9", "# coding:\xe9");
}

Test(recode, files_that_are_not_text_stay)
{
	AS_AUTO(as_sources_clear)
	struct as_sources sources = {.files = calloc(2, sizeof(struct as_source))};
	add(&sources, "a.py", "\xe9\0\xe9", 3);
	add(&sources, "b.txt", "\xef\xbb\xbf\xe9", 4);
	recode(&sources, "python3");
	cr_expect_eq(sources.files[0].data.size, 3);
	cr_expect_eq(sources.files[1].data.size, 4);
	cr_expect_null(sources.notes);
}

Test(recode, a_byte_order_mark_is_dropped_in_every_language)
{
	EXPECT_RECODED("c", "a.c", "\xef\xbb\xbfint x;", "int x;");
	EXPECT_RECODED("java", "a.java", "\xef\xbb\xbf", "");
	EXPECT_RECODED("cpp", "a.h", "\xef\xbb\xbf#define X", "#define X");
	EXPECT_RECODED("python3", "a.py", "\xef\xbb\xbf# \xe9", "# \xc3\xa9!");
	EXPECT_RECODED("python3", "a.py", "\xef\xbb", "\xc3\xaf\xc2\xbb!");
}

Test(recode, utf_16_is_reported)
{
	AS_AUTO(as_sources_clear)
	struct as_sources sources = {.files = calloc(8, sizeof(struct as_source))};
	add(&sources, "a.py", "\xff\xfex\0\n\0", 6);
	add(&sources, "b.txt", "\xff\xfex\0\n\0", 6);
	recode(&sources, "python3");
	cr_assert_not_null(sources.notes);
	cr_expect_str_eq(sources.notes[0], "a.py is saved as UTF-16; save it as UTF-8");
	cr_expect_null(sources.notes[1]);
	cr_expect_eq(sources.files[0].data.size, 6, "some compilers read it");
	add(&sources, "c.c", "\xfe\xff\0x", 4);
	add(&sources, "d.c", "\xfe\xffx", 3);
	recode(&sources, "c");
	cr_assert_not_null(sources.notes[1]);
	cr_expect_str_eq(sources.notes[1], "c.c is saved as UTF-16; save it as UTF-8");
	cr_expect_null(sources.notes[2]);
	/* Such compilers read it, but not without a byte-order mark. */
	add(&sources, "e.cs", "\xff\xfex\0\n\0", 6);
	recode(&sources, "csharp");
	cr_expect_null(sources.notes[2]);
	add(&sources, "f.cs", "i\0n\0t\0 \0x\0;\0", 12);
	recode(&sources, "csharp");
	cr_assert_not_null(sources.notes[2]);
	cr_expect_str_eq(sources.notes[2], "f.cs is saved as UTF-16; save it as UTF-8");
}

Test(recode, wide_characters_without_a_byte_order_mark_and_utf_32_are_reported)
{
	AS_AUTO(as_sources_clear)
	struct as_sources sources = {.files = calloc(4, sizeof(struct as_source))};
	add(&sources, "a.c", "i\0n\0t\0 \0x\0;\0", 12);
	add(&sources, "b.c", "\0i\0n\0t\0 \0x\0;", 12);
	add(&sources, "c.c", "\xff\xfe\0\0i\0\0\0", 8);
	add(&sources, "d.c", "char x[] = \"\0\";", 16);
	recode(&sources, "c");
	cr_assert_not_null(sources.notes);
	cr_expect_str_eq(sources.notes[0], "a.c, b.c are saved as UTF-16; save them as UTF-8");
	cr_assert_not_null(sources.notes[1]);
	cr_expect_str_eq(sources.notes[1], "c.c is saved as UTF-32; save it as UTF-8");
	cr_expect_null(sources.notes[2]);
}

Test(recode, one_note_names_the_files)
{
	AS_AUTO(as_sources_clear)
	struct as_sources sources = {.files = calloc(5, sizeof(struct as_source))};
	static const char *const names[] = {"a.py", "b.py", "c.py", "d.py", "e.py"};
	for (size_t i = 0; i < 5; i++)
		add(&sources, names[i], "# \xe9", 3);
	recode(&sources, "python3");
	cr_assert_not_null(sources.notes);
	cr_expect_str_eq(sources.notes[0], "not UTF-8, and read as Windows-1252: a.py, b.py, c.py "
					   "and 2 more; save it as UTF-8");
	cr_expect_null(sources.notes[1]);
	/* Recoding is not repeated. */
	recode(&sources, "python3");
	cr_expect_null(sources.notes[1]);
}

/* A single NUL is not a sign of an encoding. */
Test(recode, a_text_in_another_encoding_is_recognised_by_two_characters)
{
	static const struct {
		const char *text;
		size_t size;
		const char *encoding;
	} texts[] = {
		{"2\0\n", 3, NULL},
		{"2\0", 2, NULL},
		{"2\n", 2, NULL},
		{"2\0\n\0", 4, "is text in UTF-16, not in UTF-8"},
		{"\0002\0\n", 4, "is text in UTF-16, not in UTF-8"},
		{"\xff\xfe\x42\x30", 4, "is text in UTF-16, not in UTF-8"},
		{"2\0\0\0\n\0\0\0", 8, "is text in UTF-32, not in UTF-8"},
		{"\xef\xbb\xbf\n", 4, "begins with a byte-order mark"},
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		const char *encoding = as_text_encoding(texts[i].text, texts[i].size);
		cr_expect_str_eq(encoding ? encoding : "",
			texts[i].encoding ? texts[i].encoding : "", "text %zu", i);
	}
}

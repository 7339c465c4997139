/* SPDX-License-Identifier: MIT */
/* Programs that many submissions share: clusters of equal ones, and passages that do not count for
 * pairs. */
#include "similar_case.h"

#define WORDS 160

/* A program of random words, in which no two numbers have a passage in common. Its names begin with
 * `prefix`. */
static void make_program(
	enum as_source_language language, uint32_t number, const char *prefix, char *text)
{
	static const char *const words[] = {
		"if ", "[ ", "] ", "+ ", "- ", "( ", ") ", "* ", "while ", "return ", "= ", ", "};
	uint32_t state = number * 2654435761u + 1;

	strcpy(text, language == AS_SOURCE_PYTHON ? "" : "{\n");
	for (size_t i = 0; i < WORDS; i++) {
		state = state * 1664525 + 1013904223;
		strcat(text, words[(state >> 16) % 12]);
		if (i % 8 == 7) {
			strcat(text, prefix);
			strcat(text, "\n");
		}
	}
}

static void add_program(struct as_similar *similar, size_t id, const char *file, uint32_t number,
	const char *prefix, const char *more)
{
	static char text[WORDS * 60 + 2000];
	char name[16];

	make_program(as_source_language_of(file), number, prefix, text);
	strcat(text, more);
	snprintf(name, sizeof name, "p%04zu", id);
	add(similar, name, file, text);
}

static const char *const files[] = {"a.c", "a.cpp", "A.java", "a.py"};

/* ---- clusters ---- */

Test(similar_shared, equal_programs_are_one_cluster_in_every_language)
{
	for (size_t f = 0; f < sizeof files / sizeof *files; f++)
		for (size_t sharers = 2; sharers <= 12; sharers++) {
			AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
			for (size_t i = 0; i < 14; i++)
				add_program(similar, i, files[f], i < sharers ? 1 : (uint32_t)i,
					i % 2 ? "x" : "other", "");
			AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
			cr_assert_eq(report.cluster_count, 1, "%s, %zu", files[f], sharers);
			cr_assert_eq(report.clusters[0].count, sharers);
			for (size_t i = 0; i < sharers; i++)
				cr_expect_eq(report.clusters[0].submissions[i], i);
			cr_expect_eq(report.clusters[0].counted, report.submissions[0].token_count);
			cr_expect_eq(report.pair_count, 0);
			cr_expect_eq(report.common_count, 0);
		}
}

Test(similar_shared, names_and_order_of_files_make_no_difference)
{
	static char one[WORDS * 60], other[WORDS * 60];
	make_program(AS_SOURCE_C, 1, "a", one);
	make_program(AS_SOURCE_C, 2, "b", other);
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	for (int i = 0; i < 4; i++) {
		const struct as_similar_file both[] = {
			{i % 2 ? "a.c" : "y.c", AS_SOURCE_C, one, strlen(one)},
			{i % 2 ? "b.c" : "x.c", AS_SOURCE_C, other, strlen(other)},
			{"empty.h", AS_SOURCE_C, "/* nothing */", 13}};
		char id[] = {(char)('a' + i), '\0'};
		const struct as_similar_submission submission = {id, both, i < 2 ? 2 : 3};
		cr_assert_eq(as_similar_add(similar, &submission, NULL), 0);
	}
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.cluster_count, 1);
	cr_expect_eq(report.clusters[0].count, 4);
	cr_expect_eq(report.pair_count, 0);
}

#define FIRST                                                                                      \
	"int first(int *v) {\n\tint n = 0;\n\twhile (*v++ > 0)\n\t\tn += *v ? 2 : ~v[3] * 5;\n"    \
	"\treturn n;\n}\n"
#define SECOND                                                                                     \
	"void second(char **v) {\n\tfor (int i = 7; i--;)\n\t\tif (v[i][0] == 'a')\n"              \
	"\t\t\tprint(v[i], i + 2);\n\t\telse\n\t\t\tbreak;\n}\n"

/* A variable may have the name of a function, and a function of one's own any other name. */
#define LOOP_PY                                                                                    \
	"def best(%s, k):\n    %s = %s[0]\n    for x in range(k):\n        if x %% 2 == 0:\n"      \
	"            %s = %s(%s, %s[x] + x)\n        else:\n            %s = %s - x * 3\n"         \
	"    return %s\nn = int(input())\nprint(best(list(map(int, input().split())), n))\n"
#define LOOP_C                                                                                     \
	"int best(int *%s, int k) { int %s = %s[0]; for (int x = 0; x < k; x++) { if (x %% 2 == "  \
	"0) "                                                                                      \
	"%s = %s (%s, %s[x] + x); else %s = %s - x * 3; } return %s; }\n"

static void add_loop(struct as_similar *similar, const char *id, const char *file, const char *list,
	const char *sum, const char *function)
{
	const bool is_python = as_source_language_of(file) == AS_SOURCE_PYTHON;
	AS_AUTO_FREE char *text = is_python ? as_text_format(NULL, LOOP_PY, list, sum, list, sum,
						      function, sum, list, sum, sum, sum)
					    : as_text_format(NULL, LOOP_C, list, sum, list, sum,
						      function, sum, list, sum, sum, sum);

	cr_assert_not_null(text);
	add(similar, id, file, text);
}

Test(similar_shared, another_function_of_the_language_makes_a_difference)
{
	for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
		AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
		add_loop(similar, "a", files[f], "list", "max", "min");
		add_loop(similar, "b", files[f], "numbers", "total", "min");
		add_loop(similar, "c", files[f], "numbers", "total", "max");
		add_loop(similar, "d", files[f], "values", "own", "greater");
		add_loop(similar, "e", files[f], "values", "own", "groesser");
		AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
		cr_assert_eq(report.cluster_count, 2, "%s: %zu", files[f], report.cluster_count);
		for (size_t i = 0; i < 2; i++) {
			cr_assert_eq(report.clusters[i].count, 2);
			const size_t first = report.clusters[i].submissions[0];
			cr_expect(first == 0 || first == 3, "%s: %zu", files[f], first);
			cr_expect_eq(report.clusters[i].submissions[1], first + 1);
		}
		/* They are still similar. */
		cr_expect_geq(report.pair_count, 3, "%s: %zu", files[f], report.pair_count);
	}
}

Test(similar_shared, order_of_functions_makes_no_difference)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	add(similar, "a", "a.c", FIRST SECOND);
	add(similar, "b", "a.c", SECOND FIRST);
	add(similar, "c", "a.c", FIRST SECOND);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.cluster_count, 1);
	cr_expect_eq(report.clusters[0].count, 3);
	cr_expect_eq(report.pair_count, 0);
}

Test(similar_shared, one_of_a_cluster_stands_for_all_in_pairs)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	for (size_t i = 0; i < 30; i++)
		add_program(similar, i, "a.c", 1, "x", "");
	add_program(similar, 30, "a.c", 1, "y", FIRST);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.cluster_count, 1);
	cr_expect_eq(report.clusters[0].count, 30);
	cr_assert_eq(report.pair_count, 1);
	cr_expect_eq(report.pairs[0].sides[0].submission, 0);
	cr_expect_eq(report.pairs[0].sides[1].submission, 30);
	cr_expect_eq(report.pairs[0].sides[0].share, 10000);
}

Test(similar_shared, base_code_alone_is_no_cluster)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	const struct as_similar_file base = {"given.c", AS_SOURCE_C, FIRST, strlen(FIRST)};
	cr_assert_eq(as_similar_add_base(similar, &base, NULL), 0);
	add(similar, "a", "a.c", FIRST);
	add(similar, "b", "b.c", FIRST);
	add(similar, "c", "a.c", FIRST SECOND);
	add(similar, "d", "a.c", FIRST SECOND);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.cluster_count, 1);
	cr_expect_eq(report.clusters[0].submissions[0], 2);
	cr_expect_eq(report.submissions[0].base_count, report.submissions[0].token_count);
}

/* ---- common passages ---- */

/* Everybody has the starter; the first `sharers` share a program, and each has another line in
 * it. */
static struct as_similar_report compare_ring(const char *file, size_t sharers, size_t class)
{
	static const char starter[] = "class Reader { int read(String s) { return s == null ? 0 : "
				      "1 + s.length() * 7; } void close() { this.open = false; } }";
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);

	for (size_t i = 0; i < class; i++) {
		char more[2000] = "";
		for (size_t n = 0; n <= i && i < sharers; n++)
			strcat(more, n % 3 ? "; q = - w" : "; q [ 2 ]");
		strcat(more, starter);
		add_program(similar, i, file, i < sharers ? 1 : (uint32_t)i, i % 2 ? "x" : "other",
			more);
	}
	return compare(similar);
}

Test(similar_shared, who_has_a_common_passage_is_reported_with_the_share_of_each)
{
	for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
		AS_AUTO_SIMILAR_REPORT struct as_similar_report report =
			compare_ring(files[f], 11, 40);
		cr_assert_geq(report.common_count, 2, "%s", files[f]);
		const struct as_similar_common *ring = &report.common[0];
		cr_assert_eq(ring->sharer_count, 11, "%s: %zu", files[f], ring->sharer_count);
		for (size_t s = 0; s < ring->sharer_count; s++) {
			cr_expect_lt(ring->sharers[s].submission, 11);
			cr_expect_gt(ring->sharers[s].share, 5000);
		}
		/* The starter is a group of its own, and a smaller part of each program. */
		bool has_starter = false;
		for (size_t i = 1; i < report.common_count; i++)
			has_starter |= report.common[i].sharer_count == 40;
		cr_expect(has_starter, "%s", files[f]);
	}
}

/* A program of a few kinds of statements, which are in all programs by chance. */
static void make_statements(uint32_t number, char *text)
{
	static const char *const kinds[] = {"if (x1 > 2) x1++;\n", "while (x2) x2--;\n",
		"x3[x1] = x2 * 4;\n", "do { x4(x1, x2); } while (0);\n", "x5 = x1 ? x2 : ~3;\n",
		"switch (x1) { case 7: x4(x2); }\n", "x6 -= x4(&x1) % 3;\n",
		"for (;;) { if (!x1 || x2) break; }\n", "x7 = (long)x1 + x2->x3;\n",
		"return x1 == x2 && x3 != 4;\n", "x8(x1)[x2] <<= 3;\n", "struct x9 *x1 = 0;\n",
		"static const char x1[] = \"a\";\n", "goto x2; x3: x4 |= 1;\n",
		"else if (x1 <= x2) { continue; }\n", "unsigned x1 = sizeof x2;\n"};
	uint32_t state = number * 2654435761u + 1;

	*text = '\0';
	for (size_t i = 0; i < 40; i++) {
		state = state * 1664525 + 1013904223;
		strcat(text, kinds[state >> 28]);
	}
}

Test(similar_shared, a_line_that_each_has_changed_does_not_hide_who_shares_the_rest)
{
	static char text[WORDS * 60], changed[WORDS * 60 + 100];
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);

	for (size_t i = 0; i < 60; i++) {
		char id[8];
		make_statements(i < 30 ? 100 : (uint32_t)i, text);
		strcpy(changed, text);
		char *line = changed;
		for (size_t n = 0; n < 3 + i && i < 30; n++)
			line = strchr(line, '\n') + 1;
		if (i < 30) {
			strcpy(line, "x9 += x8 << 1 >> 3 ^ 4;\n");
			strcat(changed, text + (line - changed));
		}
		snprintf(id, sizeof id, "%02zu", i);
		add(similar, id, "a.c", changed);
	}
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_geq(report.common_count, 1);
	const struct as_similar_common *ring = &report.common[0];
	cr_assert_geq(ring->sharer_count, 30);
	for (size_t s = 0; s < ring->sharer_count; s++) {
		cr_expect_eq(ring->sharers[s].submission < 30, s < 30);
		cr_expect(s < 30 ? ring->sharers[s].share > 8000 : ring->sharers[s].share < 6000,
			"%zu: %u", s, ring->sharers[s].share);
	}
}

Test(similar_shared, members_of_a_cluster_have_its_common_passages)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	for (size_t i = 0; i < 40; i++)
		add_program(similar, i, "a.c", i < 20 ? 7 : (uint32_t)(100 + i), "x", FIRST SECOND);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.cluster_count, 1);
	cr_expect_eq(report.clusters[0].count, 20);
	cr_assert_geq(report.common_count, 1);
	cr_expect_eq(report.common[0].sharer_count, 40);
}

/* ---- sizes ---- */

Test(similar_shared, a_thousand_copies_are_one_program)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	for (size_t i = 0; i < 1000; i++)
		add_program(similar, i, "a.c", 1, "x", "");
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.cluster_count, 1);
	cr_expect_eq(report.clusters[0].count, 1000);
	cr_expect_eq(report.pair_count + report.left_out_count + report.common_count, 0);
}

Test(similar_shared, a_thousand_programs_with_a_starter_are_not_clustered)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	for (size_t i = 0; i < 1000; i++)
		add_program(similar, i, "a.py", (uint32_t)i, "x", "");
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_expect_eq(report.cluster_count, 0);
	cr_expect_leq(report.common_count, AS_SIMILAR_MAX_COMMON);
}

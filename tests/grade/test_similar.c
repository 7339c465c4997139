/* SPDX-License-Identifier: MIT */
#include "similar_case.h"

#include <class.h>

/* Passages of at least 40 tokens that have nothing in common. */
#define SUM                                                                                        \
	"int sum(const int *v, int n)\n{\n\tint s = 0;\n\tfor (int i = 0; i < n; i++)\n"           \
	"\t\ts += v[i];\n\treturn s;\n}\n"
#define SUM_RENAMED                                                                                \
	"int total(const int *row, int length) { /* adds up */\n"                                  \
	"  int all = 7; // so far\n\n\n  for (int k = 1; k < length; k++) all += row[k];\n"        \
	"  return all; }"
#define LARGEST                                                                                    \
	"double largest(struct row *r)\n{\n\tdouble best = r->at[0];\n"                            \
	"\twhile (r->count-- > 1) {\n\t\tif (best < r->at[r->count])\n"                            \
	"\t\t\tbest = r->at[r->count];\n\t}\n\treturn best;\n}\n"
#define PRINT                                                                                      \
	"void print(char **names)\n{\n\tdo {\n\t\tputs(*names++);\n\t\tswitch (**names) {\n"       \
	"\t\tcase 'a': printf(\"%d\", 1); break;\n\t\tdefault: exit(names ? 1 : 2);\n\t\t}\n"      \
	"\t} while (*names);\n}\n"

#define FIFTH "long fifth(long *v) { return v ? v[4] * 5 - 1 : ~v[3] % 2; }\n"

Test(similar, renamed_reordered_and_commented_is_found_in_each_place)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	add(similar, "b", "a.c", SUM LARGEST FIFTH);
	add(similar, "a", "x.cpp", "// mine\n" LARGEST "\n" SUM_RENAMED);
	add(similar, "c", "a.c", PRINT);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.pair_count, 1);
	const struct as_similar_pair *pair = &report.pairs[0];
	cr_expect_eq(pair->sides[0].submission, 1, "the lesser id is first");
	cr_expect_eq(pair->sides[1].submission, 0);
	cr_expect_eq(pair->sides[0].share, 10000);
	cr_expect_eq(pair->sides[0].matched, report.submissions[1].token_count);
	cr_assert_eq(pair->region_count, 2);
	const struct as_similar_lines *lines = pair->regions[0].lines;
	cr_expect(lines[0].first == 2 && lines[0].last == 10);
	cr_expect(lines[1].first == 8 && lines[1].last == 16);
	lines = pair->regions[1].lines;
	cr_expect(lines[0].first == 12 && lines[0].last == 17);
	cr_expect(lines[1].first == 1 && lines[1].last == 7);
	cr_expect_eq(report.cluster_count, 0);
}

Test(similar, shares_are_those_of_each_side)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	add(similar, "a", "a.c", SUM);
	add(similar, "b", "a.c", PRINT SUM);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.pair_count, 1);
	const struct as_similar_side *sides = report.pairs[0].sides;
	cr_expect_eq(sides[0].share, 10000);
	cr_expect_eq(sides[0].matched, sides[1].matched);
	cr_expect_eq(sides[1].share, sides[1].matched * 10000 / report.submissions[1].token_count);
	cr_expect_lt(sides[1].share, 6000);
}

Test(similar, only_one_family_of_languages_is_compared_with_itself)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	add(similar, "a", "a.c", SUM);
	add(similar, "b", "a.java", SUM);
	add(similar, "c", "a.py", SUM);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_expect_eq(report.pair_count, 0);
}

Test(similar, files_of_a_submission_are_one_whole)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	const struct as_similar_file files[] = {{"z.c", AS_SOURCE_C, SUM, strlen(SUM)},
		{"empty.c", AS_SOURCE_C, "", 0},
		{"a.c", AS_SOURCE_C, "\n\n" LARGEST, strlen("\n\n" LARGEST)}};
	const struct as_similar_submission submission = {"a", files, 3};
	cr_assert_eq(as_similar_add(similar, &submission, NULL), 0);
	add(similar, "b", "b.c", SUM "\n" LARGEST FIFTH);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.pair_count, 1);
	cr_assert_eq(report.pairs[0].region_count, 2);
	const struct as_similar_region *regions = report.pairs[0].regions;
	cr_expect_eq(regions[0].lines[0].file, 2);
	cr_expect_eq(regions[0].lines[0].first, 3);
	cr_expect_eq(regions[0].lines[1].first, 9);
	cr_expect_eq(regions[1].lines[0].file, 0);
	cr_expect_eq(regions[1].lines[0].first, 1);
}

Test(similar, no_passage_continues_in_the_next_file)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	const struct as_similar_file files[] = {{"a.c", AS_SOURCE_C, SUM, strlen(SUM)},
		{"b.c", AS_SOURCE_C, LARGEST, strlen(LARGEST)}};
	const struct as_similar_submission submission = {"a", files, 2};
	cr_assert_eq(as_similar_add(similar, &submission, NULL), 0);
	add(similar, "b", "b.c", SUM LARGEST FIFTH);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.pair_count, 1);
	cr_assert_eq(report.pairs[0].region_count, 2);
	cr_expect_eq(report.pairs[0].regions[1].lines[0].file, 1);
	cr_expect_eq(report.pairs[0].regions[1].lines[0].first, 1);
}

Test(similar, each_of_a_few_repetitions_is_found)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	add(similar, "a", "a.c", SUM ";" SUM "+" SUM "-" SUM);
	add(similar, "b", "a.c", SUM "[" SUM "]" SUM "*" SUM);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.pair_count, 1);
	cr_expect_eq(report.pairs[0].region_count, 4);
}

Test(similar, base_code_does_not_count)
{
	for (int has_base = 0; has_base < 2; has_base++) {
		AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
		const struct as_similar_file base = {
			"given.h", AS_SOURCE_C, SUM_RENAMED, strlen(SUM_RENAMED)};
		if (has_base)
			cr_assert_eq(as_similar_add_base(similar, &base, NULL), 0);
		add(similar, "a", "a.c", SUM LARGEST);
		add(similar, "b", "a.c", PRINT SUM);
		AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
		cr_expect_eq(report.pair_count, !has_base);
		cr_expect_eq(report.submissions[0].base_count > 30, has_base);
	}
}

/* Copied additions to base code are copies, even if they are a small part of the program. */
Test(similar, shares_exclude_base_code)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	const struct as_similar_file base = {"given.h", AS_SOURCE_C, SUM PRINT, strlen(SUM PRINT)};
	cr_assert_eq(as_similar_add_base(similar, &base, NULL), 0);
	add(similar, "a", "a.c", SUM PRINT LARGEST);
	add(similar, "b", "a.c", SUM PRINT LARGEST FIFTH);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.pair_count, 1);
	cr_expect_eq(report.pairs[0].sides[0].share, 10000);
	cr_expect_lt(report.pairs[0].sides[1].share, 10000);
	const struct as_similar_read *read = &report.submissions[0];
	cr_expect_eq(report.pairs[0].sides[0].matched, read->token_count - read->base_count);
}

/* ---- common passages ---- */

#define CLASS 40

/* Random words, in which no two submissions have a passage in common. */
static void append_words(char *text, uint32_t *state)
{
	static const char *const words[] = {"if ", "[ ", "] ", "+ ", "- ", "{ ", "; ", "* "};
	for (size_t n = 0; n < 60; n++) {
		*state = *state * 1664525 + 1013904223;
		strcat(text, words[*state >> 29]);
	}
	strcat(text, "\n");
}

/* The first `sharers` submissions contain SUM, and the first two also LARGEST. */
static struct as_similar_report compare_class(size_t sharers, unsigned common_share)
{
	struct as_similar_config config = as_similar_defaults;
	config.common_share = common_share;
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(&config);
	uint32_t state = 1;
	for (size_t i = 0; i < CLASS; i++) {
		char id[8], text[2000] = "";
		snprintf(id, sizeof id, "%02zu", i);
		append_words(text, &state);
		if (i < sharers)
			strcat(text, SUM);
		if (i < 2)
			strcat(text, LARGEST);
		add(similar, id, "a.c", text);
	}
	return compare(similar);
}

Test(similar, common_passages_do_not_count_and_are_reported)
{
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare_class(11, 2500);
	cr_assert_eq(report.common_count, 1);
	const struct as_similar_common *common = &report.common[0];
	cr_expect_eq(common->submission, 2, "the least id of those that have nothing else");
	cr_assert_eq(common->line_count, 1);
	cr_expect_eq(common->lines[0].first, 2);
	cr_expect_eq(common->lines[0].last, 8);
	cr_assert_eq(common->sharer_count, 11);
	for (size_t i = 0; i < 9; i++)
		cr_expect_eq(common->sharers[i].submission, i + 2);
	const struct as_similar_read *read = &report.submissions[2];
	cr_expect_eq(common->sharers[0].share, read->common_count * 10000 / read->token_count);
	cr_expect_lt(common->sharers[10].share, common->sharers[0].share);
	cr_expect_eq(report.common_left_out_count, 0);
	cr_expect_gt(report.submissions[10].common_count, 30);
	cr_expect_eq(report.submissions[11].common_count, 0);
	/* The two that share another passage, too, which is reported in full. */
	cr_assert_eq(report.pair_count, 1);
	const struct as_similar_pair *pair = find_pair(&report, 0, 1);
	cr_assert(pair);
	cr_assert_eq(pair->region_count, 1);
	cr_expect_eq(pair->regions[0].lines[0].first, 2);
	cr_expect_lt(pair->sides[0].matched, pair->regions[0].token_count);
}

Test(similar, passages_that_few_have_count)
{
	static const struct {
		size_t sharers;
		unsigned common_share;
		bool is_common;
	} rows[] = {{10, 2500, false}, {11, 2500, true}, {12, 3000, false}, {13, 3000, true},
		{10, 1000, false}, {11, 1000, true}, {30, 10000, false}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AS_AUTO_SIMILAR_REPORT struct as_similar_report report =
			compare_class(rows[i].sharers, rows[i].common_share);
		size_t sharers = rows[i].sharers;
		cr_expect_eq(report.common_count, rows[i].is_common, "row %zu", i);
		cr_expect_eq(report.pair_count, rows[i].is_common ? 1 : sharers * (sharers - 1) / 2,
			"row %zu", i);
		cr_expect_eq(!find_pair(&report, 8, 9), rows[i].is_common, "row %zu", i);
	}
}

Test(similar, the_greatest_number_of_pairs_is_kept)
{
	struct as_similar_config config = as_similar_defaults;
	config.max_pairs = 5;
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(&config);
	uint32_t state = 1;
	for (int i = 0; i < 9; i++) {
		char id[] = {(char)('a' + i), '\0'}, text[2000] = SUM LARGEST;
		append_words(text, &state);
		add(similar, id, "a.c", text);
	}
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_expect_eq(report.pair_count, 5);
	cr_expect_eq(report.left_out_count, 9 * 8 / 2 - 5);
}

/* ---- notes and limits ---- */

static void expect_note(const struct as_similar_report *report, size_t index,
	enum as_similar_note_kind kind, size_t submission, size_t file, const char *text)
{
	char said[AS_SIMILAR_NOTE_SIZE];
	cr_assert_lt(index, report->note_count);
	const struct as_similar_note *note = &report->notes[index];
	cr_expect_eq(note->kind, kind);
	cr_expect_eq(note->submission, submission);
	cr_expect_eq(note->file, file);
	cr_expect_str_eq(as_similar_note_format(note, said), text);
}

Test(similar, skipped_parts_are_reported)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	const struct as_similar_file files[] = {
		{"z.c", AS_SOURCE_C, "a\n/*", 4}, {"b.txt", AS_SOURCE_OTHER, "text", 4}};
	const struct as_similar_submission submission = {"z", files, 2};
	const struct as_similar_file base = {"x.go", AS_SOURCE_OTHER, "", 0};
	cr_assert_eq(as_similar_add(similar, &submission, NULL), 0);
	add(similar, "a", "a.py", "x = 1\n'''");
	cr_assert_eq(as_similar_add_base(similar, &base, NULL), 0);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.note_count, 4);
	expect_note(&report, 0, AS_SIMILAR_NOTE_LANGUAGE, AS_SIMILAR_BASE, 0,
		"not compared: not C, C++, Java or Python");
	expect_note(&report, 1, AS_SIMILAR_NOTE_OPEN, 1, 0,
		"a comment or text that begins on line 2 does not end: what follows was not "
		"compared");
	expect_note(&report, 2, AS_SIMILAR_NOTE_LANGUAGE, 0, 1,
		"not compared: not C, C++, Java or Python");
	expect_note(&report, 3, AS_SIMILAR_NOTE_OPEN, 0, 0,
		"a comment or text that begins on line 2 does not end: what follows was not "
		"compared");
}

static void add_huge(struct as_similar *similar, const char *id, const char *name, int byte)
{
	enum { SIZE = 100 * 1000 * 1000 };
	AS_AUTO_FREE char *text = malloc(SIZE);
	cr_assert(text);
	/* The rest is not read, so it takes no memory. */
	memset(text, byte, 2 * AS_SIMILAR_FILE_BYTES);
	add_bytes(similar, id, name, text, SIZE);
}

Test(similar, a_huge_file_is_cut_with_a_note)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	add_huge(similar, "a", "a.c", 'x');
	add_huge(similar, "b", "a.py", '\n');
	add_huge(similar, "c", "a.java", ';');
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.note_count, 3);
	expect_note(&report, 0, AS_SIMILAR_NOTE_BYTES, 0, 0,
		"only the first 1048576 bytes, up to line 1, were compared");
	expect_note(&report, 1, AS_SIMILAR_NOTE_BYTES, 1, 0,
		"only the first 1048576 bytes, up to line 1048577, were compared");
	expect_note(&report, 2, AS_SIMILAR_NOTE_TOKENS, 2, 0,
		"only the first 65536 tokens, up to line 1 of this file, were compared");
	cr_expect_eq(report.submissions[2].token_count, AS_SIMILAR_SUBMISSION_TOKENS - 1);
}

Test(similar, a_file_of_the_greatest_size_is_whole)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	AS_AUTO_FREE char *text = malloc(AS_SIMILAR_FILE_BYTES);
	cr_assert(text);
	memset(text, '\n', AS_SIMILAR_FILE_BYTES);
	add_bytes(similar, "a", "a.py", text, AS_SIMILAR_FILE_BYTES);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_expect_eq(report.note_count, 0);
}

Test(similar, files_after_the_greatest_number_of_tokens_are_left_out)
{
	AS_AUTO_FREE char *text = malloc(AS_SIMILAR_FILE_BYTES);
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	cr_assert(text);
	memset(text, ';', AS_SIMILAR_FILE_BYTES);
	const struct as_similar_file files[] = {{"b.c", AS_SOURCE_C, SUM, strlen(SUM)},
		{"a.c", AS_SOURCE_C, text, AS_SIMILAR_FILE_BYTES}};
	const struct as_similar_submission submission = {"a", files, 2};
	cr_assert_eq(as_similar_add(similar, &submission, NULL), 0);
	add(similar, "b", "a.c", SUM);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_expect_eq(report.pair_count, 0);
	cr_assert_eq(report.note_count, 1);
	cr_expect_eq(report.notes[0].file, 1);
}

/* Long tables of numbers, for example, in which each fingerprint is everywhere. */
/* Long tables of numbers and the like, where each fingerprint is everywhere. */
Test(similar, endless_repetitions_end)
{
	enum { SIZE = 100000, COUNT = 3 };
	AS_AUTO_FREE char *text = malloc(SIZE);
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	cr_assert(text);
	for (size_t i = 0; i < SIZE; i++)
		text[i] = i % 10 == 9 ? '\n' : i % 2 ? ',' : '1';
	for (int i = 0; i < COUNT; i++) {
		char id[] = {(char)('a' + i), '\0'};
		add_bytes(similar, id, "a.c", text + 2 * i, SIZE - 2 * i);
	}
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_assert_eq(report.pair_count, 3);
	cr_expect_gt(report.pairs[2].sides[0].share, 9900);
}

Test(similar, two_submissions_with_one_id_are_refused)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	struct as_similar_report report;
	struct as_error error = {0};
	add(similar, "a\033", "a.c", SUM);
	add(similar, "b", "a.c", SUM);
	add(similar, "a\033", "a.c", SUM);
	cr_expect_eq(as_similar_compare(similar, NULL, &report, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text, "two submissions have the id 'a\\x1B'; ids must be unique");
	cr_expect(report.pairs == NULL && report.notes == NULL);
}

Test(similar, too_many_submissions_are_refused)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	const struct as_similar_submission submission = {.id = "a"};
	struct as_error error = {0};
	for (int i = 0; i < AS_SIMILAR_MAX_SUBMISSIONS; i++)
		cr_assert_eq(as_similar_add(similar, &submission, NULL), 0);
	cr_expect_eq(as_similar_add(similar, &submission, &error), -1);
	cr_expect_str_eq(error.text, "more than 4096 submissions: compare them in parts");
}

Test(similar, too_many_tokens_are_refused)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	const struct as_similar_file file = {"a.c", AS_SOURCE_C, "x;", 2};
	const struct as_similar_submission submission = {"a", &file, 1};
	struct as_error error = {0};
	/* Simulates that many submissions. */
	similar->token_count = AS_SIMILAR_MAX_TOKENS - 3;
	cr_assert_eq(as_similar_add(similar, &submission, &error), 0, "%s", error.text);
	cr_expect_eq(as_similar_add(similar, &submission, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text,
		"the submissions have more than 33554432 tokens: compare them in parts");
}

Test(similar, an_impossible_configuration_is_refused)
{
	struct as_similar_config config = as_similar_defaults;
	struct as_error error = {0};
	config.passage_tokens = config.noise_tokens - 1;
	cr_expect_null(as_similar_new(&config, &error));
	cr_expect_str_eq(error.text,
		"16 noise tokens and 15 passage tokens: give 1 <= noise <= passage <= 65536");
}

Test(similar, a_comparison_can_be_cancelled)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	atomic_bool cancel = true;
	struct as_similar_report report;
	struct as_error error = {0};
	add(similar, "a", "a.c", SUM);
	cr_expect_eq(as_similar_compare(similar, &cancel, &report, &error), -1);
	cr_expect_str_eq(error.text, "interrupted");
}

Test(similar, an_empty_class_has_an_empty_report)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	cr_expect(report.pair_count == 0 && report.submission_count == 0 && report.note_count == 0);
}

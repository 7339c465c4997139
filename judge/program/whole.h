/* SPDX-License-Identifier: MIT */
/* whole: which files of a submission use others, read the input, or are programs of their own. */
#ifndef ASSAY_JUDGE_WHOLE_H
#define ASSAY_JUDGE_WHOLE_H

#include <assay/program.h>

struct as_line;
/* The sources of one language, which it borrows. */
struct as_code_view {
	const struct as_language *language;
	const struct as_sources *sources;
	size_t count;
	struct as_bytes *code; /* of each file: the text with blanks for comments */
};
/* code.c: copies a text with blanks for its comments. Free the copy's data. */
int as_code_of(const struct as_language *language, const struct as_bytes *text,
	struct as_bytes *code, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/* True if the code names the file at the path as in as_code_view_uses. */
bool as_code_uses(const struct as_language *language, const struct as_bytes *code, const char *path)
	AS_NONNULL(1, 2, 3);

/* Clear it in any case. */
int as_code_view_begin(struct as_code_view *view, const struct as_language *language,
	const struct as_sources *sources, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
void as_code_view_clear(struct as_code_view *view) AS_NONNULL(1);

/* Files are given by their indexes. True for a source of the language. */
bool as_code_view_is_own(const struct as_code_view *view, size_t file) AS_NONNULL(1);
/* True if the file's code names the other file in a statement that loads files, or anywhere if the
 * language refers to files by the names of their classes. */
bool as_code_view_uses(const struct as_code_view *view, size_t file, size_t other) AS_NONNULL(1);
bool as_code_view_reads_input(const struct as_code_view *view, size_t file) AS_NONNULL(1);
/* True for a complete program; a file that is named like a test must read the input, and be in no
 * folder of tests. */
bool as_code_view_is_whole(const struct as_code_view *view, size_t file) AS_NONNULL(1);
/* True for a Python file with a statement that calls a function, outside functions and classes. */
bool as_code_view_runs(const struct as_code_view *view, size_t file) AS_NONNULL(1);
/* True for names such as "test_sum.py" and "SumTest.java", and for files in a folder of tests. */
bool as_name_is_of_test(const char *path) AS_NONNULL(1);

/* True for the second name of "import math as sum", which does not name a file. */
bool as_line_is_after_as(const struct as_line *line, const char *at) AS_NONNULL(1, 2);
bool as_line_has_word(const struct as_line *line, const char *word, size_t length) AS_NONNULL(1, 2);

#endif

/* SPDX-License-Identifier: MIT */
/* Reading a statement: its text, its samples (samples.c) and its files (files.c). */
#include "statement.h"

#include "page.h"

/* A statement is a text that people read. */
#define STATEMENT_MOST_BYTES (UINT64_C(4) << 20)

/* ---- the text ---- */

struct search {
	const struct as_contest_statement *statement;
};

static bool has_file(const char *name, size_t size, void *context)
{
	const struct search *search = context;

	for (size_t i = 0; i < search->statement->file_count; i++) {
		const char *one = search->statement->files[i].name;
		if (strlen(one) == size && memcmp(one, name, size) == 0)
			return true;
	}
	return false;
}

/* Samples are after the text, all of them. */
static void blank_marks(struct as_bytes *text)
{
	static const char *const marks[] = {"{{nextsample}}", "{{remainingsamples}}"};

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		for (char *at = text->data; at && (at = strstr(at, marks[i]));)
			memset(at, ' ', strlen(marks[i]));
}

static int write_html(struct as_contest_statement *statement, const struct as_bytes *text,
	const char *base, struct as_error *error)
{
	const struct as_contest_problem *problem =
		&statement->contest->problems[statement->problem];
	struct search search = {statement};
	AS_AUTO_FREE char *prefix =
		as_text_format(error, "%s/problems/%s/files/", base, problem->id);
	char *html = NULL;
	size_t size = 0;

	if (!prefix)
		return -1;
	FILE *out = open_memstream(&html, &size);
	if (!out)
		return as_error_no_memory(error);
	const struct page_markdown options = {prefix, has_file, &search};
	const int status = page_markdown(out, text->data, text->size, &options, error);
	char *closed = as_html_close(out, &html, error);
	if (status < 0 || !closed) {
		free(closed);
		return -1;
	}
	statement->html = (struct as_bytes){closed, size};
	return 0;
}

/* "problem.en.md", else "problem.md", else the first in another language. */
static char *choose(char *const *names)
{
	char *chosen = NULL;

	for (; names && *names; names++) {
		if (strncmp(*names, "problem.", 8) != 0 || !as_text_ends(*names, ".md"))
			continue;
		if (strcmp(*names, "problem.en.md") == 0)
			return *names;
		if (!chosen || strcmp(*names, "problem.md") == 0)
			chosen = *names;
	}
	return chosen;
}

static int read_text(struct as_contest_statement *statement, const char *folder, const char *base,
	struct as_error *error)
{
	const struct as_package *package = statement->contest->problems[statement->problem].package;
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_NAMES char **names = NULL;

	if (statement_list(package, folder, &real, &names, error) < 0)
		return -1;
	const char *name = choose(names);
	if (!name)
		return 0;
	if (statement_read(package, folder, name, STATEMENT_MOST_BYTES, &text, error) < 0 ||
		as_constants_fill(&text, &package->constants, error) < 0)
		return -1;
	blank_marks(&text);
	return write_html(statement, &text, base, error);
}

/* ---- the whole ---- */

static int read_all(
	struct as_contest_statement *statement, const char *base, struct as_error *error)
{
	static const char *const folders[] = {"statement", "problem_statement"};

	if (statement_files_read(statement, error) < 0)
		return -1;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (!statement->html.data && read_text(statement, folders[i], base, error) < 0)
			return -1;
	statement_files_choose(statement);
	return statement_samples_read(statement, error);
}

struct as_contest_statement *as_contest_statement_open(
	const struct as_contest *contest, size_t problem, const char *base, struct as_error *error)
{
	struct as_contest_statement *statement = calloc(1, sizeof *statement);

	if (!statement) {
		as_error_no_memory(error);
		return NULL;
	}
	statement->contest = contest;
	statement->problem = problem;
	if (contest->problems[problem].package && read_all(statement, base, error) < 0) {
		as_contest_statement_close(statement);
		return NULL;
	}
	return statement;
}

void as_contest_statement_close(struct as_contest_statement *statement)
{
	if (!statement)
		return;
	as_bytes_clear(&statement->html);
	for (size_t i = 0; i < statement->sample_count; i++) {
		free(statement->samples[i].name);
		as_bytes_clear(&statement->samples[i].input);
		as_bytes_clear(&statement->samples[i].answer);
		as_bytes_clear(&statement->samples[i].interaction);
	}
	free(statement->samples);
	for (size_t i = 0; i < statement->file_count; i++) {
		free(statement->files[i].name);
		free(statement->files[i].path);
	}
	free(statement->files);
	free(statement);
}

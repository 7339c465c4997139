/* SPDX-License-Identifier: MIT */
/* Reads a statement: its text, its samples (samples.c) and its files (files.c). */
#include "statement.h"

#include "latex.h"

/* A statement is a text that people read. */
#define STATEMENT_MAX_BYTES (UINT64_C(4) << 20)

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

/* Removes marks for samples: all samples come after the text. */
static void blank_marks(struct as_bytes *text)
{
	static const char *const marks[] = {"{{nextsample}}", "{{remainingsamples}}"};

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		for (char *at = text->data; at && (at = strstr(at, marks[i]));)
			memset(at, ' ', strlen(marks[i]));
}

static int write_html(struct as_contest_statement *statement, const struct as_bytes *text,
	bool is_latex, const char *base, struct as_error *error)
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
	int status = 0;
	if (is_latex)
		page_latex(out, text->data ? text->data : "", text->size, &options);
	else
		status = page_markdown(out, text->data, text->size, &options, error);
	char *closed = as_html_close(out, &html, error);
	if (status < 0 || !closed) {
		free(closed);
		return -1;
	}
	statement->html = (struct as_bytes){closed, size};
	return 0;
}

/* "problem.en.md", else "problem.md", else the first in another language. */
static char *choose(char *const *names, const char *ending)
{
	AS_AUTO_FREE char *english = as_text_format(NULL, "problem.en%s", ending);
	AS_AUTO_FREE char *plain = as_text_format(NULL, "problem%s", ending);
	char *chosen = NULL;

	for (; names && *names && english && plain; names++) {
		if (strncmp(*names, "problem.", 8) != 0 || !as_text_ends(*names, ending))
			continue;
		if (strcmp(*names, english) == 0)
			return *names;
		if (!chosen || strcmp(*names, plain) == 0)
			chosen = *names;
	}
	return chosen;
}

#define CONSTANT "\\constant{"

/* Writes a constant: \constant{name} in LaTeX, {{name}} in Markdown. Unknown names stay. */
static void write_constant(
	FILE *out, const char *text, size_t size, const struct as_package *package)
{
	const size_t before = strlen(CONSTANT);
	AS_AUTO_BYTES struct as_bytes value = {0};

	value.data = as_text_format(
		NULL, "{{%.*s}}", (int)(size > before ? size - before - 1 : 0), text + before);
	value.size = value.data ? strlen(value.data) : 0;
	if (value.data && as_constants_fill(&value, &package->constants, NULL) == 0 &&
		value.data[0] != '{')
		fwrite(value.data, 1, value.size, out);
	else
		fwrite(text, 1, size, out);
}

static int fill_latex(
	struct as_bytes *text, const struct as_package *package, struct as_error *error)
{
	static const char command[] = CONSTANT;
	const char *at = text->data, *found;
	char *filled = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&filled, &size);

	if (!out)
		return as_error_no_memory(error);
	while (at && (found = strstr(at, command))) {
		const char *end = strchr(found, '}');
		const size_t length = end ? (size_t)(end + 1 - found) : strlen(found);
		fwrite(at, 1, (size_t)(found - at), out);
		write_constant(out, found, length, package);
		at = found + length;
	}
	fputs(at ? at : "", out);
	char *closed = as_html_close(out, &filled, error);
	if (!closed)
		return -1;
	free(text->data);
	*text = (struct as_bytes){closed, size};
	return 0;
}

static int read_text(struct as_contest_statement *statement, const char *folder, bool is_latex,
	const char *base, struct as_error *error)
{
	const struct as_package *package = statement->package;
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_NAMES char **names = NULL;

	if (statement_list(package, folder, &real, &names, error) < 0)
		return -1;
	const char *name = choose(names, is_latex ? ".tex" : ".md");
	if (!name)
		return 0;
	if (statement_read(package, folder, name, STATEMENT_MAX_BYTES, &text, error) < 0 ||
		(is_latex ? fill_latex(&text, package, error)
			  : as_constants_fill(&text, &package->constants, error)) < 0)
		return -1;
	if (!is_latex)
		blank_marks(&text);
	return write_html(statement, &text, is_latex, base, error);
}

/* ---- opening ---- */

static int read_all(
	struct as_contest_statement *statement, const char *base, struct as_error *error)
{
	static const char *const folders[] = {"statement", "problem_statement"};

	if (statement_files_read(statement, error) < 0)
		return -1;
	/* Markdown first. */
	for (size_t i = 0; i < 2 * (sizeof folders / sizeof *folders); i++)
		if (!statement->html.data &&
			read_text(statement, folders[i % 2], i >= 2, base, error) < 0)
			return -1;
	statement_files_choose(statement);
	return statement_samples_read(statement, error);
}

struct as_contest_statement *as_contest_statement_open(const struct as_contest *contest,
	size_t problem, const struct as_package *package, const char *base, struct as_error *error)
{
	struct as_contest_statement *statement = calloc(1, sizeof *statement);

	if (!statement) {
		as_error_no_memory(error);
		return NULL;
	}
	statement->contest = contest;
	statement->problem = problem;
	statement->package = package ? package : contest->problems[problem].package;
	if (statement->package && read_all(statement, base, error) < 0) {
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

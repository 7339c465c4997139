/* SPDX-License-Identifier: MIT */
/* assay statement: writes the statement of a package as an HTML page. */
#include "cli.h"

#include <assay/statement.h>
#include <string.h>

struct options {
	const char *package, *html, *language;
};

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_statement[] = {
	{"html", 0, "FILE", "write the page to FILE", cli_text, AT(html), .is_needed = true},
	{"language", 0, "CODE",
		"the language of the statement, such as de (default: English, else the first)",
		cli_text, AT(language)},
	{0},
};

static const struct cli_verb statement_verb = {.options = options_of_statement,
	.arguments = "PACKAGE --html FILE",
	.about = "Writes the statement of a package as one HTML page for screens and paper, as a "
		 "contest shows it: limits, text, pictures, samples. The page needs no other file "
		 "and no network. A statement in Markdown or LaTeX is shown; a PDF file is named.",
	.words = {{"PACKAGE", AT(package)}}};

static size_t count_files(
	const struct as_statement *statement, enum as_statement_file_kind kind, bool is_embedded)
{
	size_t count = 0;

	for (size_t i = 0; i < statement->file_count; i++)
		count += statement->files[i].kind == kind &&
			 (!is_embedded || statement->files[i].address);
	return count;
}

static void note_picture(const struct as_statement *statement, const char *name)
{
	char text[1024], shown[400];
	const struct as_statement_file *file = as_statement_file(statement, name);

	as_text_printable(name, strlen(name), shown, sizeof(shown));
	if (file && file->address)
		snprintf(text, sizeof(text),
			"picture %s is not on the page in each place: more than %d MiB with all "
			"pictures before it",
			shown, (int)(AS_STATEMENT_MAX_EMBEDDED_BYTES >> 20));
	else if (file)
		snprintf(text, sizeof(text),
			"picture %s is not on the page: larger than %d MiB, more than %d MiB with "
			"all pictures before it, or of an unknown type",
			shown, (int)(AS_STATEMENT_MAX_PICTURE_BYTES >> 20),
			(int)(AS_STATEMENT_MAX_EMBEDDED_BYTES >> 20));
	else
		snprintf(text, sizeof(text),
			"picture %s is not on the page: the statement's folder has no such file",
			shown);
	cli_note(text);
}

static void note_all(const struct as_statement *statement)
{
	char text[200];

	for (char **name = statement->missing; name && *name; name++)
		note_picture(statement, *name);
	if (statement->source_formula_count) {
		snprintf(text, sizeof(text),
			"%zu formula%s shown as TeX source, because the page has no script; a "
			"contest's page uses KaTeX",
			statement->source_formula_count,
			statement->source_formula_count == 1 ? " is" : "s are");
		cli_note(text);
	}
	if (!statement->html.data)
		cli_note("the statement is a PDF file, which the page only names");
	cli_note_time_limit(statement->package);
}

static void print_report(const char *path, const struct as_statement *statement)
{
	const size_t pictures = count_files(statement, AS_STATEMENT_PICTURE, true);

	fputs("wrote ", stdout);
	cli_print_text(path, strlen(path));
	fputs(": statement", stdout);
	if (statement->language) {
		fputs(" in ", stdout);
		cli_print_text(statement->language, strlen(statement->language));
	}
	printf(", %zu sample%s, %zu picture%s", statement->sample_count,
		statement->sample_count == 1 ? "" : "s", pictures, pictures == 1 ? "" : "s");
	const char *before = "; other languages: ";
	for (char **name = statement->languages; name && *name; name++) {
		if (statement->language && strcmp(*name, statement->language) == 0)
			continue;
		fputs(before, stdout);
		cli_print_text(*name, strlen(*name));
		before = ", ";
	}
	puts("");
}

static int check_text(const struct as_statement *statement, struct as_error *error)
{
	if (statement->html.data || count_files(statement, AS_STATEMENT_STATEMENT, false))
		return 0;
	return as_error_at(error, AS_ERROR_INPUT, statement->package->path, 0, 0,
		"no statement; add statement/problem.en.md, in Markdown, or problem.en.tex");
}

static int write_page(
	const struct options *options, const struct as_package *package, struct as_error *error)
{
	const struct as_statement_config config = {.language = options->language};
	struct as_statement *statement = as_statement_open(package, &config, error);
	AS_AUTO_FREE char *page = statement && check_text(statement, error) == 0
					  ? as_statement_page(statement, error)
					  : NULL;
	const int failed = !page || cli_page_write(options->html, page, error);

	if (!failed) {
		print_report(options->html, statement);
		note_all(statement);
	}
	as_statement_close(statement);
	return failed;
}

int cli_statement(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};

	if (cli_parse(&statement_verb, argc, argv, &options))
		return AS_ERROR_USAGE;
	cli_catch_signals();
	struct as_package *package =
		cli_page_check(options.html, &error)
			? NULL
			: as_package_open(options.package, &cli_cancelled, &error);
	const int failed = !package || write_page(&options, package, &error);
	as_package_close(package);
	if (failed)
		return cli_finish(cli_cancelled ? AS_ERROR_INTERNAL : cli_fail(&error));
	return cli_finish(0);
}

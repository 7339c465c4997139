/* SPDX-License-Identifier: MIT */
/* The statement of a problem: that of its package, with files of the contest's folder. */
#include "page.h"

#include <assay/contest/pages/statement.h>

static struct as_statement_file *list_own(
	const struct as_contest_files *files, struct as_error *error)
{
	struct as_statement_file *own = calloc(files->count + 1, sizeof *own);

	if (!own)
		as_error_no_memory(error);
	for (size_t i = 0; own && i < files->count; i++) {
		const struct as_contest_file *file = &files->items[i];
		own[i] = (struct as_statement_file){.kind = strcmp(file->property, "statement") == 0
								    ? AS_STATEMENT_STATEMENT
								    : AS_STATEMENT_ATTACHMENT,
			.name = file->filename,
			.type = file->mime,
			.own = file};
	}
	return own;
}

struct as_statement *as_contest_statement_open(const struct as_contest *contest, size_t problem,
	const struct as_package *package, const char *base, const char *language,
	struct as_error *error)
{
	const struct as_contest_problem *of = &contest->problems[problem];
	AS_AUTO_FREE struct as_statement_file *own = list_own(&of->files, error);
	AS_AUTO_FREE char *prefix = as_text_format(error, "%s/problems/%s/files/", base, of->id);
	const struct as_statement_config config = {
		.prefix = prefix, .language = language, .own = own, .own_count = of->files.count};

	return own && prefix ? as_statement_open(package ? package : of->package, &config, error)
			     : NULL;
}

int as_contest_statement_open_file(const struct as_contest *contest,
	const struct as_statement *statement, const struct as_statement_file *file,
	struct as_error *error)
{
	if (file->own)
		return as_contest_file_open(contest, file->own, error);
	return as_file_open(statement->package->tree.fd, file->path, error);
}

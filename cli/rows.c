/* SPDX-License-Identifier: MIT */
/* The loop over the packages of a verb, and the table of their results. */
#include "rows.h"

#include "cli.h"

#include <assay/engine.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void rows_add(struct cli_rows *rows, const char *name, int status, char *result)
{
	if (status > rows->status)
		rows->status = status;
	if (!as_array_reserve(rows->items, rows->count, NULL)) {
		rows->status = AS_ERROR_INTERNAL;
		free(result);
		return;
	}
	rows->items[rows->count++] = (struct cli_row){
		.name = as_text_format(NULL, "%s", name), .result = result, .is_bad = status != 0};
}

void cli_rows_add(struct cli_rows *rows, const char *name, int status, const char *format, ...)
{
	va_list arguments;
	char *result = NULL;

	va_start(arguments, format);
	if (vasprintf(&result, format, arguments) < 0)
		result = NULL;
	va_end(arguments);
	rows_add(rows, name, status, result);
}

void cli_rows_fail(struct cli_rows *rows, const char *name, const struct as_error *error)
{
	char text[2048];

	if (cli_cancelled) {
		cli_rows_add(rows, name, AS_ERROR_INTERNAL, "interrupted");
		return;
	}
	const int status = cli_fail(error);
	cli_rows_add(rows, name, status, "error: %s", as_error_format(error, text, sizeof(text)));
}

void cli_rows_work(struct cli_rows *rows, const struct cli_list *packages, cli_package_work *work,
	void *context)
{
	rows->is_several = packages->count > 1;
	for (size_t i = 0; i < packages->count && !cli_cancelled; i++) {
		struct as_error error = {0};
		const char *path = packages->items[i];
		cli_note_about(rows->is_several ? path : NULL);
		if (work(context, path, rows, &error))
			cli_rows_fail(rows, path, &error);
		if (rows->status == CLI_READER_GONE)
			break;
	}
}

int cli_rows_run(const struct cli_list *packages, struct as_engine_config *engine,
	cli_package_work *work, void *context, bool is_printed)
{
	char include_dir[PATH_MAX];
	struct as_error error = {0};
	struct cli_rows rows = {0};
	struct as_languages *languages = as_languages_open(NULL, &error);

	if (!languages)
		return cli_fail(&error);
	engine->languages = languages;
	engine->include_dir = cli_find_include_dir(include_dir);
	engine->cancel = &cli_cancelled;
	cli_rows_work(&rows, packages, work, context);
	as_languages_close(languages);
	return cli_finish(cli_rows_end(&rows, is_printed));
}

/* ---- the table ---- */

#define TITLE "PACKAGE"

static char *printable(const char *text)
{
	const size_t size = text ? 4 * strlen(text) + 1 : 0;
	char *shown = text ? malloc(size) : NULL;

	return shown ? as_text_printable(text, strlen(text), shown, size) : NULL;
}

static void print_row(const struct cli_row *row, int width)
{
	AS_AUTO_FREE char *name = printable(row->name);
	AS_AUTO_FREE char *result = printable(row->result);

	printf("  %s %-*s  %s\n", row->is_bad ? "!" : " ", width, name ? name : "",
		result ? result : "");
}

static void print_table(const struct cli_rows *rows)
{
	int width = (int)strlen(TITLE);

	for (size_t i = 0; i < rows->count; i++) {
		AS_AUTO_FREE char *name = printable(rows->items[i].name);
		if (name && (int)strlen(name) > width)
			width = (int)strlen(name);
	}
	printf("    %-*s  RESULT\n", width, TITLE);
	for (size_t i = 0; i < rows->count; i++)
		print_row(&rows->items[i], width);
}

int cli_rows_end(struct cli_rows *rows, bool is_printed)
{
	int status = rows->status;

	if (is_printed && rows->count > 1 && status != CLI_READER_GONE) {
		print_table(rows);
		if (fflush(stdout))
			status = cli_fail_printing("the results");
	}
	for (size_t i = 0; i < rows->count; i++) {
		free(rows->items[i].name);
		free(rows->items[i].result);
	}
	free(rows->items);
	*rows = (struct cli_rows){0};
	return status;
}

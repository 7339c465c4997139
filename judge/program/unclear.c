/* SPDX-License-Identifier: MIT */
/*
 * In a class a submission may have two programs, for example an older attempt or a file that a tool
 * made. Elsewhere main.*, or the file at the least depth, is the entry file (docs/languages.md).
 * Here that file is not the entry file if it uses none of the other files, and another file is a
 * complete program: then the teacher decides.
 */
#include "samples.h"
#include "start.h"
#include "whole.h"

#include <assay/program/intake.h>

#include <string.h>
#include <unistd.h>

static bool uses_any(const struct as_code_view *view, size_t file)
{
	for (size_t i = 0; i < view->sources->count; i++)
		if (i != file && as_code_view_is_own(view, i) && as_code_view_uses(view, file, i))
			return true;
	return false;
}

static bool is_main(const struct as_code_view *view, size_t file)
{
	const char *usual = view->language->start.main;
	const char *name = as_text_last_part(view->sources->files[file].name);

	return strncasecmp(name, "main.", 5) == 0 || (usual && strcmp(name, usual) == 0);
}

/* ---- the submission ---- */

static unsigned depth_of(const struct as_code_view *view, size_t file)
{
	unsigned depth = 0;

	for (const char *at = view->sources->files[file].name; *at; at++)
		depth += *at == '/';
	return depth;
}

/* The only main file, if it is a program; SIZE_MAX: there is none. */
static size_t find_main(const struct as_code_view *view)
{
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < view->sources->count; i++) {
		if (!as_code_view_is_own(view, i) || !is_main(view, i))
			continue;
		if (found != SIZE_MAX)
			return SIZE_MAX;
		found = i;
	}
	return found;
}

/* The file that would be run, unless the language or the files leave that open: SIZE_MAX. */
static int find_run(const struct as_code_view *view, size_t *run, struct as_error *error)
{
	const struct as_language_start *start = &view->language->start;
	struct as_candidates candidates;

	*run = start->finds_class ? find_main(view) : SIZE_MAX;
	if (!start->takes_file && (!start->takes_class || start->finds_class))
		return 0;
	if (start->takes_file
			? as_start_find_files(view->language, view->sources, &candidates, error)
			: as_start_find_programs(view->language, view->sources, &candidates, error))
		return -1;
	for (size_t i = 0; candidates.count == 1 && i < view->sources->count; i++)
		if (view->sources->files[i].name == candidates.first)
			*run = i;
	return 0;
}

/* True for a test that runs the program: its code has the name of the program's file. */
static bool is_test_of(const struct as_code_view *view, size_t file, size_t run)
{
	const struct as_bytes *text = &view->sources->files[file].data;
	const char *name = as_text_last_part(view->sources->files[run].name);

	return as_name_is_of_test(view->sources->files[file].name) &&
	       memmem(text->data, text->size, name, strlen(name));
}

/* Another complete program: any file beside main.*, else a deeper file. SIZE_MAX: none. */
static size_t find_other(const struct as_code_view *view, size_t run)
{
	for (size_t i = 0; i < view->sources->count; i++)
		if (i != run && as_code_view_is_own(view, i) &&
			(is_main(view, run) || depth_of(view, i) > depth_of(view, run)) &&
			as_code_view_is_whole(view, i) && !as_code_view_uses(view, i, run) &&
			!is_test_of(view, i, run))
			return i;
	return SIZE_MAX;
}

static size_t find_used(const struct as_code_view *view, size_t run)
{
	for (size_t i = 0; i < view->sources->count; i++)
		if (i != run && as_code_view_is_own(view, i) && as_code_view_is_whole(view, i) &&
			as_code_view_uses(view, run, i))
			return i;
	return SIZE_MAX;
}

static int refuse(const struct as_code_view *view, size_t run, size_t other,
	struct as_submitted *submitted, struct as_error *error)
{
	char *text = as_text_format(error,
		"entry point not clear: %s uses none of the other files, and %s is a complete "
		"program",
		view->sources->files[run].name, view->sources->files[other].name);

	return as_sources_refuse_own(&submitted->sources, "entry-point", text, error);
}

/* Sets a doubt: the file may be a test of the program that it uses. */
static int doubt_run(const struct as_code_view *view, size_t run, size_t used, char **doubt,
	struct as_error *error)
{
	if (*doubt)
		return 0;
	*doubt = as_text_format(error,
		"entry point not clear: %s reads no input, and uses %s, which is a complete "
		"program",
		view->sources->files[run].name, view->sources->files[used].name);
	return *doubt ? 0 : -1;
}

static int judge_run(const struct as_code_view *view, struct as_submitted *submitted, char **doubt,
	struct as_error *error)
{
	size_t run;

	if (find_run(view, &run, error))
		return -1;
	if (run == SIZE_MAX)
		return 0;
	if (!uses_any(view, run)) {
		const size_t other = find_other(view, run);
		return other == SIZE_MAX ? 0 : refuse(view, run, other, submitted, error);
	}
	const size_t used = is_main(view, run) || as_code_view_reads_input(view, run)
				    ? SIZE_MAX
				    : find_used(view, run);
	return used == SIZE_MAX ? 0 : doubt_run(view, run, used, doubt, error);
}

int as_submitted_refuse_unclear(struct as_submitted *submitted, const struct as_package *package,
	const struct as_languages *languages, char **doubt, struct as_error *error)
{
	AS_AUTO(as_submitted_clear) struct as_submitted copy = {0};
	AS_AUTO(as_code_view_clear) struct as_code_view view = {0};
	const struct as_language *language = NULL;

	if (package->submit_answer || submitted->sources.count < 2 || submitted->sources.reason ||
		faccessat(package->tree.fd, "include", F_OK, 0) == 0)
		return 0;
	if (as_submitted_copy(&copy, submitted, error))
		return -1;
	as_languages_tidy(languages, &copy.sources);
	if (as_samples_drop(languages, &copy.sources, error) ||
		as_languages_detect(languages, &copy.sources, &language, error))
		return -1;
	if (!language || language->is_hidden)
		return 0;
	return as_code_view_begin(&view, language, &copy.sources, error) ||
			       judge_run(&view, submitted, doubt, error)
		       ? -1
		       : 0;
}

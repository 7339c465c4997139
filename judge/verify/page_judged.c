/* SPDX-License-Identifier: MIT */
/*
 * The page of `judge`: the matrix and the times as on the page of `verify`, for submissions without
 * expectations. It is made from copies that contain only what the audience may see.
 */
#include "page.h"

#include <string.h>

/* ---- what the audience may see ---- */

/* All members are borrowed from the test. */
static struct as_result_test shown_test(
	const struct as_result_test *test, enum as_audience audience)
{
	struct as_result_test shown = *test;
	const char *feedback = as_result_feedback(test, audience);

	if (!as_result_is_shown(test, audience))
		shown = (struct as_result_test){
			.name = test->name, .is_static = test->is_static, .verdict = test->verdict};
	shown.feedback = *feedback ? test->feedback : NULL;
	return shown;
}

/* The list is on the heap. NULL: out of memory. */
static struct as_result_test *shown_tests(
	const struct as_result_test *tests, size_t count, enum as_audience audience)
{
	struct as_result_test *shown = calloc(count + 1, sizeof(*shown));

	for (size_t i = 0; shown && i < count; i++)
		shown[i] = shown_test(&tests[i], audience);
	return shown;
}

/* ---- the submissions as a verification ---- */

static void clear_copy(struct as_verification *copy)
{
	for (size_t i = 0; copy->submissions && i < copy->submission_count; i++) {
		free(copy->submissions[i].result.tests);
		free(copy->submissions[i].result.statics);
		free(copy->submissions[i].path);
	}
	free(copy->submissions);
	free(copy->package.tests);
	free(copy->package.path);
}

static bool add_submission(struct as_verification *copy, const struct as_judged *judged,
	const struct as_result *result)
{
	struct as_verified *submission = &copy->submissions[copy->submission_count++];
	char path[4096];
	size_t length = strlen(result->path);

	while (length > 1 && result->path[length - 1] == '/')
		length--;
	as_text_printable(result->path, length, path, sizeof(path));
	*submission = (struct as_verified){
		.path = strdup(path), .judged = true, .ok = true, .result = *result};
	submission->result.tests = shown_tests(result->tests, result->test_count, judged->audience);
	submission->result.statics =
		shown_tests(result->statics, result->static_count, judged->audience);
	submission->result.has_score &= result->scoring && !judged->is_part;
	return submission->path && submission->result.tests && submission->result.statics;
}

static bool add_package(struct as_verification *copy, const struct as_package *package)
{
	char path[4096];

	as_text_printable(package->path, strlen(package->path), path, sizeof(path));
	copy->time_limit_ns = package->limits.time_limit_ns;
	copy->package = (struct as_verified_package){.short_name = package->short_name,
		.path = strdup(path),
		.title = package->title,
		.format = package->format,
		.scoring = package->scoring,
		.interactive = package->interactive,
		.multi_pass = package->multi_pass,
		.tests = calloc(package->test_count + 1, sizeof(char *)),
		.test_count = package->test_count};
	for (size_t t = 0; copy->package.tests && t < package->test_count; t++)
		copy->package.tests[t] = package->tests[t].name;
	return copy->package.path && copy->package.tests;
}

static bool copy_judged(struct as_verification *copy, const struct as_judged *judged)
{
	copy->submissions = calloc(judged->count + 1, sizeof(*copy->submissions));
	if (!copy->submissions || !add_package(copy, judged->package))
		return false;
	for (size_t i = 0; i < judged->count; i++)
		if (!add_submission(copy, judged, &judged->results[i]))
			return false;
	return true;
}

/* ---- the page ---- */

static void write_tile(FILE *out, size_t number, const char *what)
{
	fprintf(out, "<div class=\"tile\"><b>%zu</b><span>%s%s</span></div>", number, what,
		number == 1 ? "" : "s");
}

static void write_head(FILE *out, const struct as_verification *copy)
{
	size_t accepted = 0;

	for (size_t i = 0; i < copy->submission_count; i++)
		accepted += copy->submissions[i].result.verdict == AS_VERDICT_AC;
	fputs("<div class=\"head\"><h1>", out);
	as_html_text(out, copy->package.title);
	fputs("</h1></div><p class=\"sub\"><code>", out);
	as_html_text(out, copy->package.path);
	fputs("</code> \xc2\xb7 ", out);
	as_page_kind(out, &copy->package);
	fputs("</p><div class=\"tiles\">", out);
	write_tile(out, copy->submission_count, "submission");
	fprintf(out, "<div class=\"tile\"><b>%zu</b><span>accepted</span></div>", accepted);
	write_tile(out, copy->package.test_count, "test");
	fprintf(out, "<div class=\"tile\"><b>%s s</b><span>time limit</span></div></div>",
		AS_NUMBER((double)copy->time_limit_ns / 1e9));
}

/* Why the compiler, or the judge before compiling, refused a submission. Its row links here. */
static void write_message(const struct as_page *page, size_t index, const char *text)
{
	FILE *out = page->out;
	const char *path = page->verification->submissions[index].path;

	fprintf(out, "<div class=\"message\" id=\"p%zu-c%zu\"><a href=\"#p%zu-s%zu\">",
		page->number, index, page->number, index);
	as_html_text(out, path);
	fputs("</a><pre>", out);
	as_html_text(out, text);
	fputs("</pre></div>", out);
}

static void write_messages(const struct as_page *page)
{
	const struct as_verification *verification = page->verification;
	bool any = false;

	for (size_t i = 0; i < verification->submission_count; i++) {
		const struct as_result_compile *compile =
			&verification->submissions[i].result.compile;
		if (compile->verdict == AS_VERDICT_AC || !compile->output || !*compile->output)
			continue;
		if (!any)
			fputs("<h2>Compile errors</h2><div class=\"card\">", page->out);
		any = true;
		write_message(page, i, compile->output);
	}
	fputs(any ? "</div>" : "", page->out);
}

static void write_page(FILE *out, const struct as_verification *copy, const char *made)
{
	const struct as_page page = {
		.out = out, .verification = copy, .number = 1, .is_judged = true};

	as_page_begin(out, copy->package.short_name, "judge");
	write_head(out, copy);
	as_page_matrix(&page);
	write_messages(&page);
	as_page_plot(&page);
	as_page_end(out, "judge", ASSAY_VERSION, made);
}

char *as_judged_page(const struct as_judged *judged, const char *made, struct as_error *error)
{
	AS_AUTO(clear_copy) struct as_verification copy = {0};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	if (copy_judged(&copy, judged)) {
		write_page(out, &copy, made);
		return as_text_close(out, &text, error);
	}
	fclose(out);
	free(text);
	as_error_no_memory(error);
	return NULL;
}

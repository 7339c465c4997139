/* SPDX-License-Identifier: MIT */
/* The matrix of submissions and tests. The result of a static validator is a column before the
 * tests of its group. */
#include "page.h"

#include <math.h>
#include <string.h>

/* With more tests than this, cells have no times. */
#define MAX_TIMED 30
/* With more tests than this, the matrix is too wide for paper. */
#define MAX_PRINTED 8

struct column {
	const char *name; /* of the test, or of the validated group */
	bool is_static;
	size_t test; /* its index */
};

struct matrix {
	const struct as_page *page;
	FILE *out;
	struct column *columns;
	size_t count;
};

/* ---- columns ---- */

static void add_statics(struct matrix *matrix, size_t before, bool is_last)
{
	const struct as_verified_package *package = &matrix->page->verification->package;

	for (size_t i = 0; i < package->static_count; i++) {
		const struct as_verified_static *item = &package->statics[i];
		if (item->before == before || (is_last && item->before > before))
			matrix->columns[matrix->count++] =
				(struct column){.name = item->group, .is_static = true};
	}
}

static bool find_columns(struct matrix *matrix)
{
	const struct as_verified_package *package = &matrix->page->verification->package;

	matrix->columns =
		calloc(package->test_count + package->static_count + 1, sizeof(*matrix->columns));
	if (!matrix->columns)
		return false;
	for (size_t t = 0; t < package->test_count; t++) {
		add_statics(matrix, t, false);
		matrix->columns[matrix->count++] =
			(struct column){.name = package->tests[t], .test = t};
	}
	add_statics(matrix, package->test_count, true);
	return true;
}

/* ---- the heading ---- */

/* "secret/2" of "secret/2/07", and "07". */
static size_t group_length(const struct column *column)
{
	const char *slash = column->is_static ? NULL : strrchr(column->name, '/');

	return slash               ? (size_t)(slash - column->name)
	       : column->is_static ? strlen(column->name)
				   : 0;
}

static const char *short_name(const struct column *column)
{
	const char *slash = strrchr(column->name, '/');

	return column->is_static ? "static" : slash ? slash + 1 : column->name;
}

/* The number of columns of the same group from `first` on. */
static size_t group_size(const struct matrix *matrix, size_t first)
{
	const struct column *column = &matrix->columns[first];
	size_t length = group_length(column), count = 1;

	for (; first + count < matrix->count; count++) {
		const struct column *other = &matrix->columns[first + count];
		if (group_length(other) != length ||
			strncmp(other->name, column->name, length) != 0)
			break;
	}
	return count;
}

static void write_groups(const struct matrix *matrix)
{
	for (size_t c = 0, size; c < matrix->count; c += size) {
		const struct column *column = &matrix->columns[c];
		size = group_size(matrix, c);
		AS_AUTO_FREE char *group = strndup(column->name, group_length(column));
		fprintf(matrix->out,
			"<th class=\"group\" colspan=\"%zu\" scope=\"colgroup\" title=\"", size);
		as_html_text(matrix->out, group);
		fputs("\">", matrix->out);
		as_html_text(matrix->out, group);
		fputs("</th>", matrix->out);
	}
}

static void write_column(const struct matrix *matrix, size_t index)
{
	const struct column *column = &matrix->columns[index];

	fputs("<th scope=\"col\"", matrix->out);
	if (!column->is_static)
		fprintf(matrix->out, " id=\"p%zu-t%zu\"", matrix->page->number, column->test);
	fputs(column->is_static ? " title=\"static validation of " : " title=\"", matrix->out);
	as_html_text(matrix->out, column->name);
	fputs("\"><div class=\"test\">", matrix->out);
	as_html_text(matrix->out, short_name(column));
	fputs("</div></th>", matrix->out);
}

static void write_heading(const struct matrix *matrix)
{
	fputs("<thead><tr><th class=\"name\" rowspan=\"2\">Submission</th>"
	      "<th class=\"fate\" rowspan=\"2\">Verdict</th>",
		matrix->out);
	write_groups(matrix);
	fputs("<td class=\"rest\" rowspan=\"2\"></td></tr><tr>", matrix->out);
	for (size_t c = 0; c < matrix->count; c++)
		write_column(matrix, c);
	fputs("</tr></thead>", matrix->out);
}

/* ---- cells ---- */

/* On a page of `judge`, the time of a test that the audience may not see is hidden. */
static bool is_hidden(const struct matrix *matrix, const struct as_result_test *test)
{
	return matrix->page->is_judged && !test->usage.known;
}

/* The tooltip of a test. */
static void write_title(const struct matrix *matrix, const struct as_verified *submission,
	const struct column *column, const struct as_result_test *test)
{
	FILE *out = matrix->out;

	as_html_text(out, submission->path);
	fputs(column->is_static ? ", static validation of " : " on ", out);
	as_html_text(out, column->name);
	fputs(": ", out);
	as_html_text(out, as_verdict_name(test->verdict));
	if (test->reason) {
		fputs(" (", out);
		as_html_text(out, test->reason);
		fputc(')', out);
	}
	if (!column->is_static && !is_hidden(matrix, test)) {
		fputs(", ", out);
		as_page_time_of(out, test);
	}
	if (test->feedback) {
		fputs(", ", out);
		as_html_text(out, test->feedback);
	}
}

static const struct as_result_test *find_test(
	const struct as_verified *submission, const struct column *column)
{
	const struct as_result *result = &submission->result;
	const struct as_result_test *tests = column->is_static ? result->statics : result->tests;
	const size_t count = column->is_static ? result->static_count : result->test_count;

	for (size_t i = 0; i < count; i++)
		if (strcmp(tests[i].name, column->name) == 0)
			return &tests[i];
	return NULL;
}

/* On a narrow screen there is no heading, so each cell names its test. */
static void write_cell(const struct matrix *matrix, const struct as_verified *submission,
	const struct column *column)
{
	FILE *out = matrix->out;
	const struct as_result_test *test = find_test(submission, column);

	fputs("<td class=\"cell ", out);
	as_html_text(out, test ? as_verdict_name(test->verdict) : "none");
	fputs("\" data-test=\"", out);
	as_html_text(out, column->name);
	fputs(column->is_static ? " (static)" : "", out);
	if (!test) {
		fputs("\"><span>\xc2\xb7</span></td>", out);
		return;
	}
	fputs("\" title=\"", out);
	write_title(matrix, submission, column, test);
	fputs("\"><span>", out);
	as_html_text(out, as_verdict_name(test->verdict));
	if (!column->is_static && matrix->count <= MAX_TIMED && !is_hidden(matrix, test)) {
		fputs("<small>", out);
		if (as_result_has_waited(test))
			fputs("waited", out);
		else
			as_page_time_of(out, test);
		fputs("</small>", out);
	}
	fputs("</span></td>", out);
}

/* ---- rows ---- */

static void write_references(const struct matrix *matrix, const struct as_verified *submission)
{
	const struct as_findings *findings = &matrix->page->verification->findings;

	for (size_t i = 0; i < findings->count; i++) {
		const struct as_finding *finding = &findings->items[i];
		const char *level = as_finding_level_name(finding->level);
		if (!as_page_is_about(finding, submission->path))
			continue;
		fprintf(matrix->out, " <a class=\"level %s\" href=\"#p%zu-f%zu\" title=\"", level,
			matrix->page->number, i);
		as_html_text(matrix->out, finding->text);
		fprintf(matrix->out, "\">%s</a>", level);
	}
}

/* The reason links to the compiler's message below the matrix (page_judged.c). */
static void write_refusal(const struct matrix *matrix, const struct as_result *result, size_t index)
{
	const bool has_message = result->compile.output && *result->compile.output;

	if (has_message)
		fprintf(matrix->out, "<a href=\"#p%zu-c%zu\">", matrix->page->number, index);
	as_html_text(matrix->out, result->compile.reason);
	fputs(has_message ? "</a>" : "", matrix->out);
}

/* How many tests of a submission passed, or why it could not be run. */
static void write_passed(const struct matrix *matrix, const struct as_result *result, size_t index)
{
	FILE *out = matrix->out;
	size_t passed = 0;

	for (size_t t = 0; t < result->test_count; t++)
		passed += result->tests[t].verdict == AS_VERDICT_AC;
	fputs("<small>", out);
	if (result->compile.verdict == AS_VERDICT_AC)
		fprintf(out, "passed %zu of %zu", passed,
			matrix->page->verification->package.test_count);
	else
		write_refusal(matrix, result, index);
	fputs("</small></td>", out);
}

static void write_fate(
	const struct matrix *matrix, const struct as_verified *submission, size_t index)
{
	FILE *out = matrix->out;
	const struct as_result *result = &submission->result;
	const char *verdict = as_page_verdict(submission);
	const bool ok = submission->ok;

	fprintf(out, "<td class=\"fate\"><span class=\"key %s\">%s</span>", verdict,
		*verdict ? verdict : "not judged");
	if (result->has_score && isfinite(result->score))
		fprintf(out, " %s", AS_NUMBER(round(result->score * 100) / 100));
	if (matrix->page->is_judged) {
		write_passed(matrix, result, index);
		return;
	}
	if (ok || *verdict)
		fprintf(out, " <span class=\"%s\">%s</span>", ok ? "as" : "not",
			ok ? "\xe2\x9c\x93" : "\xe2\x9c\x97 not as expected");
	fputs("<small>expected ", out);
	for (size_t i = 0; i < submission->expected_count; i++)
		fprintf(out, "%s%s", i ? ", " : "", as_verdict_name(submission->expected[i]));
	write_references(matrix, submission);
	fputs("</small></td>", out);
}

/* Long names may break at word boundaries. */
static void write_name(FILE *out, const char *name)
{
	while (*name) {
		size_t length = strcspn(name, "_-");
		length += name[length] != '\0';
		AS_AUTO_FREE char *word = strndup(name, length);
		as_html_text(out, word);
		fputs(name[length] ? "<wbr>" : "", out);
		name += length;
	}
}

static void write_row(
	const struct matrix *matrix, size_t index, const struct as_verified *submission)
{
	FILE *out = matrix->out;
	const char *path = submission->path;
	const char *slash = matrix->page->is_judged ? strrchr(path, '/') : strchr(path, '/');

	fprintf(out, "<tr id=\"p%zu-s%zu\"><th class=\"name\" scope=\"row\">", matrix->page->number,
		index);
	write_name(out, slash ? slash + 1 : path);
	fputs("<small>", out);
	AS_AUTO_FREE char *folder = strndup(path, slash ? (size_t)(slash - path) : 0);
	as_html_text(out, folder);
	fputs(" \xc2\xb7 ", out);
	const char *language = submission->result.compile.language;
	as_html_text(out, language ? language : "no language");
	fputs("</small></th>", out);
	write_fate(matrix, submission, index);
	for (size_t c = 0; c < matrix->count; c++)
		write_cell(matrix, submission, &matrix->columns[c]);
	fputs("<td class=\"rest\"></td></tr>", out);
}

/* Unexpected results come first. */
static void write_rows(const struct matrix *matrix)
{
	const struct as_verification *verification = matrix->page->verification;

	for (int as_expected = 0; as_expected < 2; as_expected++)
		for (size_t s = 0; s < verification->submission_count; s++)
			if (verification->submissions[s].ok == as_expected)
				write_row(matrix, s, &verification->submissions[s]);
}

/* ---- all of it ---- */

static void write_table(const struct matrix *matrix)
{
	fprintf(matrix->out,
		"<div class=\"scroll tall\" tabindex=\"0\" role=\"region\" "
		"aria-label=\"Submissions and tests\"><table class=\"matrix%s%s\">",
		matrix->count > MAX_PRINTED ? " wide" : "",
		matrix->count > MAX_TIMED ? " dense" : "");
	write_heading(matrix);
	fputs("<tbody>", matrix->out);
	write_rows(matrix);
	fprintf(matrix->out,
		"</tbody></table></div><div class=\"legend\">"
		"<span><span class=\"key AC\">AC</span> accepted</span>"
		"<span><span class=\"key WA\">WA</span> wrong answer</span>"
		"<span><span class=\"key TLE\">TLE</span> too slow</span>"
		"<span><span class=\"key RTE\">RTE</span> crash, memory, output or forbidden call"
		"</span><span><span class=\"key CE\">CE</span> compile error</span>"
		"<span><span class=\"key JE\">JE</span> the package is at fault</span>"
		"<span>%s</span></div>",
		matrix->count > MAX_TIMED ? "point at a cell for its time and message"
					  : "times are CPU time");
}

void as_page_matrix(const struct as_page *page)
{
	struct matrix matrix = {.page = page, .out = page->out};

	fputs("<h2>Submissions and tests</h2><div class=\"card\">", page->out);
	if (page->verification->submission_count == 0)
		fputs("<div class=\"none-found\">No submissions.</div>", page->out);
	else if (find_columns(&matrix))
		write_table(&matrix);
	fputs("</div>", page->out);
	free(matrix.columns);
}

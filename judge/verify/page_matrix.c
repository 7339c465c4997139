/* SPDX-License-Identifier: MIT */
/* Submissions x tests. */
#include "page.h"

#include <string.h>

/* "secret/2" of "secret/2/07", and "07". */
static size_t group_length(const char *test)
{
	const char *slash = strrchr(test, '/');

	return slash ? (size_t)(slash - test) : 0;
}

/* How many tests from `first` on are in the same group. */
static size_t group_size(const json_t *tests, size_t first)
{
	const char *name = json_string_value(json_array_get(tests, first));
	size_t length = group_length(name), count = 1;

	for (; first + count < json_array_size(tests); count++) {
		const char *other = json_string_value(json_array_get(tests, first + count));
		if (group_length(other) != length || strncmp(other, name, length) != 0)
			break;
	}
	return count;
}

static void write_heading(FILE *out, const json_t *tests)
{
	fputs("<thead><tr><th class=\"name\" rowspan=\"2\">Submission</th>"
	      "<th class=\"fate\" rowspan=\"2\">Verdict</th>",
		out);
	for (size_t t = 0, size; t < json_array_size(tests); t += size) {
		const char *name = json_string_value(json_array_get(tests, t));
		size = group_size(tests, t);
		AS_AUTO_FREE char *group = strndup(name, group_length(name));
		fprintf(out, "<th class=\"group\" colspan=\"%zu\" scope=\"colgroup\">", size);
		as_page_text(out, group);
		fputs("</th>", out);
	}
	fputs("</tr><tr>", out);
	for (size_t t = 0; t < json_array_size(tests); t++) {
		const char *name = json_string_value(json_array_get(tests, t));
		const char *slash = strrchr(name, '/');
		fputs("<th scope=\"col\" title=\"", out);
		as_page_text(out, name);
		fputs("\"><div class=\"test\">", out);
		as_page_text(out, slash ? slash + 1 : name);
		fputs("</div></th>", out);
	}
	fputs("</tr></thead>", out);
}

/* What is to be seen of a test by pointing at it. */
static void write_title(FILE *out, const json_t *submission, const json_t *test)
{
	const char *reason = as_page_string(test, "reason");
	const char *feedback = as_page_string(test, "feedback");

	as_page_text(out, as_page_string(submission, "path"));
	fputs(" on ", out);
	as_page_text(out, as_page_string(test, "name"));
	fputs(": ", out);
	as_page_text(out, as_page_string(test, "verdict"));
	if (*reason) {
		fputs(" (", out);
		as_page_text(out, reason);
		fputc(')', out);
	}
	fputs(", ", out);
	as_page_time_of(out, test);
	if (*feedback) {
		fputs(", ", out);
		as_page_text(out, feedback);
	}
}

/* Too slow by another clock than that of its core: there its CPU time explains nothing. */
static bool has_waited(const json_t *test)
{
	const char *reason = as_page_string(test, "reason");

	return strcmp(as_page_string(test, "verdict"), "TLE") == 0 && *reason &&
	       strcmp(reason, "cpu") != 0;
}

/* On a narrow screen there is no heading, and each cell says which test it is of. */
static void write_cell(
	FILE *out, const json_t *submission, const json_t *test, const char *test_name)
{
	fputs("<td class=\"cell ", out);
	as_page_text(out, test ? as_page_string(test, "verdict") : "none");
	fputs("\" data-test=\"", out);
	as_page_text(out, test_name);
	if (!test) {
		fputs("\"><span>\xc2\xb7</span></td>", out);
		return;
	}
	fputs("\" title=\"", out);
	write_title(out, submission, test);
	fputs("\"><span>", out);
	as_page_text(out, as_page_string(test, "verdict"));
	fputs("<small>", out);
	if (has_waited(test))
		fputs("waited", out);
	else
		as_page_time_of(out, test);
	fputs("</small></span></td>", out);
}

static const json_t *find_test(const json_t *submission, const char *name)
{
	size_t index;
	json_t *test;

	json_array_foreach(json_object_get(submission, "tests"), index, test)
	{
		if (strcmp(as_page_string(test, "name"), name) == 0)
			return test;
	}
	return NULL;
}

static void write_fate(FILE *out, const json_t *submission)
{
	const char *verdict = as_page_string(submission, "verdict");
	json_t *score = json_object_get(submission, "score"), *expected;
	size_t index;

	fprintf(out, "<td class=\"fate\"><span class=\"key %s\">%s</span>", verdict,
		*verdict ? verdict : "not judged");
	if (json_is_number(score))
		fprintf(out, " %s", AS_NUMBER(json_number_value(score)));
	bool ok = json_is_true(json_object_get(submission, "ok"));
	if (ok || *verdict)
		fprintf(out, " <span class=\"%s\">%s</span>", ok ? "as" : "not",
			ok ? "\xe2\x9c\x93" : "\xe2\x9c\x97 not as expected");
	fputs("<small>expected ", out);
	json_array_foreach(json_object_get(submission, "expected"), index, expected)
		fprintf(out, "%s%s", index ? ", " : "", json_string_value(expected));
	fputs("</small></td>", out);
}

static void write_row(FILE *out, const json_t *submission, const json_t *tests)
{
	const char *path = as_page_string(submission, "path");
	const char *slash = strchr(path, '/');

	fputs("<tr><th class=\"name\" scope=\"row\">", out);
	as_page_text(out, slash ? slash + 1 : path);
	fputs("<small>", out);
	AS_AUTO_FREE char *folder = strndup(path, slash ? (size_t)(slash - path) : 0);
	as_page_text(out, folder);
	fputs(" \xc2\xb7 ", out);
	const char *language = as_page_string(submission, "language");
	as_page_text(out, *language ? language : "no language");
	fputs("</small></th>", out);
	write_fate(out, submission);
	for (size_t t = 0; t < json_array_size(tests); t++) {
		const char *name = json_string_value(json_array_get(tests, t));
		write_cell(out, submission, find_test(submission, name), name);
	}
	fputs("</tr>", out);
}

void as_page_matrix(FILE *out, const json_t *document)
{
	const json_t *submissions = json_object_get(document, "submissions");
	const json_t *tests = json_object_get(json_object_get(document, "about"), "tests");
	size_t index;
	json_t *submission;

	fputs("<h2>Submissions and tests</h2><div class=\"card\">", out);
	if (json_array_size(submissions) == 0) {
		fputs("<div class=\"none-found\">There is no submission.</div></div>", out);
		return;
	}
	fputs("<div class=\"scroll\"><table class=\"matrix\">", out);
	write_heading(out, tests);
	fputs("<tbody>", out);
	/* What its authors did not expect is what they want to see. */
	for (int as_expected = 0; as_expected < 2; as_expected++)
		json_array_foreach(submissions, index, submission)
		{
			if (json_is_true(json_object_get(submission, "ok")) == as_expected)
				write_row(out, submission, tests);
		}
	fputs("</tbody></table></div><div class=\"legend\">"
	      "<span><span class=\"key AC\">AC</span> accepted</span>"
	      "<span><span class=\"key WA\">WA</span> wrong answer</span>"
	      "<span><span class=\"key TLE\">TLE</span> too slow</span>"
	      "<span><span class=\"key RTE\">RTE</span> crash, memory, output or forbidden call"
	      "</span><span><span class=\"key JE\">JE</span> the package is at fault</span>"
	      "<span>times are CPU time</span></div></div>",
		out);
}

/* SPDX-License-Identifier: MIT */
/*
 * JUnit XML, the subset that Jenkins' junit-10.xsd and GitLab read: a suite for each person and
 * package, a case for each test. GitLab drops cases with the same classname and name, and shows the
 * classname as the suite. Tests of files that were not compiled, because a person has to decide,
 * are skipped. Output of a submission is escaped and limited in size; characters that
 * XML 1.0 does not allow are left out.
 */
#include "report.h"

#include <string.h>

#define MESSAGE_MAX_BYTES 2048

struct counts {
	size_t tests, failures, errors, skipped;
	int64_t time_ns;
};

/* ---- text ---- */

/* U+FFFE and U+FFFF are valid UTF-8, but not valid in XML. */
static bool is_outside_xml(const char *text)
{
	return memcmp(text, "\xef\xbf\xbe", 3) == 0 || memcmp(text, "\xef\xbf\xbf", 3) == 0;
}

static void put_text(FILE *out, const char *text)
{
	char shown[MESSAGE_MAX_BYTES];

	/* Control characters and bytes that are not UTF-8 become \xNN. */
	as_text_printable(text, strlen(text), shown, sizeof(shown));
	for (const char *at = shown; *at; at++) {
		if (strncmp(at, "\xef\xbf", 2) == 0 && is_outside_xml(at))
			at += 2;
		else if (*at == '&')
			fputs("&amp;", out);
		else if (*at == '<')
			fputs("&lt;", out);
		else if (*at == '>')
			fputs("&gt;", out);
		else if (*at == '"')
			fputs("&quot;", out);
		else
			putc(*at, out);
	}
}

static void put_attribute(FILE *out, const char *name, const char *text)
{
	fprintf(out, " %s=\"", name);
	put_text(out, text);
	putc('"', out);
}

/* Seconds with a decimal point in every locale. */
static void put_time(FILE *out, int64_t time_ns)
{
	fprintf(out, " time=\"%lld.%03lld\"", (long long)(time_ns / 1000000000),
		(long long)(time_ns / 1000000 % 1000));
}

/* ---- cases ---- */

static void put_case_head(
	FILE *out, const char *package, const char *id, const char *name, int64_t time_ns)
{
	fputs("<testcase classname=\"", out);
	put_text(out, package);
	putc('.', out);
	put_text(out, id);
	putc('"', out);
	put_attribute(out, "name", name);
	put_time(out, time_ns);
}

static void put_problem(FILE *out, const char *element, const char *type, const char *message)
{
	fprintf(out, "><%s", element);
	put_attribute(out, "type", type);
	put_attribute(out, "message", message ? message : "");
	fputs("/></testcase>\n", out);
}

static void put_run(FILE *out, const struct as_result_test *test, struct counts *counts)
{
	counts->time_ns += test->usage.wall_time_ns;
	if (test->verdict == AS_VERDICT_AC) {
		fputs("/>\n", out);
	} else if (test->verdict == AS_VERDICT_JE) {
		counts->errors++;
		put_problem(out, "error", "JE", test->feedback);
	} else {
		counts->failures++;
		put_problem(out, "failure", as_verdict_name(test->verdict), test->feedback);
	}
}

/* `refusal`: why the teacher has to decide about the submission; NULL: it counts. */
static void put_case(FILE *out, const char *package, const char *id, const char *name,
	const struct as_result *result, const char *refusal, struct counts *counts)
{
	const struct as_result_test *test = as_result_find_test(result, name);

	counts->tests++;
	put_case_head(out, package, id, name, test ? test->usage.wall_time_ns : 0);
	if (test && !refusal) {
		put_run(out, test, counts);
	} else if (refusal) {
		counts->skipped++;
		fputs("><skipped", out);
		put_attribute(out, "message", refusal);
		fputs("/></testcase>\n", out);
	} else if (result->verdict == AS_VERDICT_CE) {
		counts->failures++;
		put_problem(out, "failure", "CE", result->compile.reason);
	} else {
		counts->skipped++;
		fputs("><skipped/></testcase>\n", out);
	}
}

/* ---- suites ---- */

/* Its attributes count its cases, so the cases are written first, to a buffer. */
static int put_suite(FILE *out, const struct as_package *package, const char *id,
	const struct as_result *result, bool waits, struct counts *whole, struct as_error *error)
{
	struct counts counts = {0};
	struct as_error why;
	AS_AUTO_FREE char *cases = NULL;
	AS_AUTO_FREE char *refusal = as_result_refusal(result, &why);
	size_t size = 0;
	FILE *inner = open_memstream(&cases, &size);

	if (!inner || why.kind != AS_ERROR_NONE)
		return as_error_no_memory(error);
	for (size_t i = 0; i < package->test_count; i++)
		put_case(inner, package->short_name, id, package->tests[i].name, result,
			refusal ? refusal
			: waits ? "a decision is needed"
				: NULL,
			&counts);
	if (fclose(inner))
		return as_error_no_memory(error);
	fputs("<testsuite", out);
	put_attribute(out, "name", id);
	put_attribute(out, "package", package->short_name);
	fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"", counts.tests,
		counts.failures, counts.errors, counts.skipped);
	put_time(out, counts.time_ns);
	fprintf(out, ">\n%s</testsuite>\n", cases);
	whole->tests += counts.tests;
	whole->failures += counts.failures;
	whole->errors += counts.errors;
	whole->time_ns += counts.time_ns;
	return 0;
}

/* It was judged, but not marked: it is unknown whether the submission counts. */
static bool is_waiting(const struct as_class_row *row)
{
	bool waits = false;

	for (size_t i = 0; i < row->mark_count; i++) {
		if (row->marks[i].state == AS_MARK_JUDGED)
			return false;
		waits |= row->marks[i].state == AS_MARK_NOT_JUDGED && !row->marks[i].overridden;
	}
	return waits;
}

static int put_work(struct as_class *class, FILE *out, const struct as_class_row *row,
	const struct as_class_work *work, struct counts *whole, struct as_error *error)
{
	const char *id = row->id;
	AS_AUTO(as_result_clear) struct as_result result = {0};
	char label[AS_PSEUDONYM_SIZE];

	for (size_t i = 0; i < class->config.scheme->package_count; i++) {
		const struct as_package *package = class->config.packages[i];
		if (strcmp(package->short_name, work->package) != 0)
			continue;
		const int found = as_class_result_shown(class, id, work, &result, error);
		if (found != 1)
			return found;
		return put_suite(out, package, as_class_label(class, id, label), &result,
			is_waiting(row) && result.verdict != AS_VERDICT_JE, whole, error);
	}
	return 0;
}

static int put_suites(
	struct as_class *class, FILE *out, struct counts *whole, struct as_error *error)
{
	AS_AUTO_FREE size_t *order = as_class_order(class, error);

	if (!order)
		return -1;
	for (size_t i = 0; i < class->reg.row_count; i++) {
		const struct as_class_row *row = &class->reg.rows[order[i]];
		for (size_t j = 0; j < row->work_count; j++)
			if (put_work(class, out, row, &row->works[j], whole, error))
				return -1;
	}
	return 0;
}

int as_class_write_junit(struct as_class *class, struct as_error *error)
{
	struct counts whole = {0};
	AS_AUTO_FREE char *suites = NULL;
	AS_AUTO_FREE char *text = NULL;
	size_t suites_size = 0, size = 0;
	FILE *inner = open_memstream(&suites, &suites_size);

	if (!inner)
		return as_error_no_memory(error);
	const int failed = put_suites(class, inner, &whole, error);
	if (fclose(inner) || failed)
		return failed ? -1 : as_error_no_memory(error);
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return as_error_no_memory(error);
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"assay grade\"", out);
	fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", whole.tests, whole.failures,
		whole.errors);
	put_time(out, whole.time_ns);
	fprintf(out, ">\n%s</testsuites>\n", suites);
	if (fclose(out))
		return as_error_no_memory(error);
	return as_class_write_file(class->out_fd, "junit.xml", text, size, error);
}

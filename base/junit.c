/* SPDX-License-Identifier: MIT */
#include <assay/base/junit.h>

#include <string.h>

#define MESSAGE_MAX_BYTES 2048

struct counts {
	size_t tests, failures, errors, skipped;
	int64_t time_ns; /* AS_JUNIT_UNTIMED: of no case */
};

/* The attributes of a suite, and of the document, count their cases, so each is a text of its own
 * until it ends. */
struct as_junit {
	FILE *suites, *cases; /* `cases` is NULL if out of memory */
	char *suites_text, *cases_text;
	size_t suites_size, cases_size;
	const char *suite, *package;
	struct counts counts, whole;
	bool failed;
};

/* ---- text ---- */

/* U+FFFE and U+FFFF are valid UTF-8, but not valid in XML. */
static bool is_outside_xml(const char *text)
{
	return strncmp(text, "\xef\xbf\xbe", 3) == 0 || strncmp(text, "\xef\xbf\xbf", 3) == 0;
}

static void put_text(FILE *out, const char *text)
{
	char shown[MESSAGE_MAX_BYTES];

	/* Control characters and bytes that are not UTF-8 become \xNN. */
	as_text_printable(text, strlen(text), shown, sizeof(shown));
	for (const char *at = shown; *at; at++) {
		if (is_outside_xml(at))
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
	if (time_ns == AS_JUNIT_UNTIMED)
		return;
	fprintf(out, " time=\"%lld.%03lld\"", (long long)(time_ns / 1000000000),
		(long long)(time_ns / 1000000 % 1000));
}

/* ---- the document ---- */

struct as_junit *as_junit_open(struct as_error *error)
{
	struct as_junit *junit = calloc(1, sizeof(*junit));

	if (junit)
		junit->whole.time_ns = AS_JUNIT_UNTIMED;
	if (junit)
		junit->suites = open_memstream(&junit->suites_text, &junit->suites_size);
	if (!junit || !junit->suites) {
		free(junit);
		as_error_no_memory(error);
		return NULL;
	}
	return junit;
}

void as_junit_begin(struct as_junit *junit, const char *suite, const char *package)
{
	junit->suite = suite;
	junit->package = package;
	junit->counts = (struct counts){.time_ns = AS_JUNIT_UNTIMED};
	junit->cases = open_memstream(&junit->cases_text, &junit->cases_size);
	junit->failed |= !junit->cases;
}

static void count(struct counts *counts, const struct as_junit_case *one)
{
	counts->tests++;
	counts->failures += one->outcome == AS_JUNIT_FAILED;
	counts->errors += one->outcome == AS_JUNIT_ERROR;
	counts->skipped += one->outcome == AS_JUNIT_SKIPPED;
	if (one->time_ns == AS_JUNIT_UNTIMED)
		return;
	if (counts->time_ns == AS_JUNIT_UNTIMED)
		counts->time_ns = 0;
	if (one->outcome != AS_JUNIT_SKIPPED)
		counts->time_ns += one->time_ns;
}

void as_junit_case(struct as_junit *junit, const struct as_junit_case *one)
{
	static const char *const elements[] = {[AS_JUNIT_FAILED] = "failure",
		[AS_JUNIT_ERROR] = "error",
		[AS_JUNIT_SKIPPED] = "skipped"};
	FILE *out = junit->cases;

	count(&junit->counts, one);
	count(&junit->whole, one);
	if (!out)
		return;
	fputs("<testcase classname=\"", out);
	put_text(out, junit->package);
	putc('.', out);
	put_text(out, one->class_name);
	putc('"', out);
	put_attribute(out, "name", one->name);
	put_time(out, one->time_ns);
	if (one->outcome == AS_JUNIT_PASSED) {
		fputs("/>\n", out);
		return;
	}
	fprintf(out, "><%s", elements[one->outcome]);
	if (one->outcome != AS_JUNIT_SKIPPED)
		put_attribute(out, "type", one->type);
	if (one->message || one->outcome != AS_JUNIT_SKIPPED)
		put_attribute(out, "message", one->message ? one->message : "");
	fputs("/></testcase>\n", out);
}

void as_junit_end(struct as_junit *junit)
{
	FILE *out = junit->suites;
	const struct counts *counts = &junit->counts;

	if (!junit->cases)
		return;
	if (fclose(junit->cases) == 0) {
		fputs("<testsuite", out);
		put_attribute(out, "name", junit->suite);
		put_attribute(out, "package", junit->package);
		fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"",
			counts->tests, counts->failures, counts->errors, counts->skipped);
		put_time(out, counts->time_ns);
		fprintf(out, ">\n%s</testsuite>\n", junit->cases_text);
	} else {
		junit->failed = true;
	}
	junit->cases = NULL;
	free(as_steal(junit->cases_text));
}

/* The document around the suites. NULL: out of memory. */
static char *write_document(const struct as_junit *junit, const char *name)
{
	const struct counts *whole = &junit->whole;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites", out);
	put_attribute(out, "name", name);
	fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", whole->tests,
		whole->failures, whole->errors);
	put_time(out, whole->time_ns);
	fprintf(out, ">\n%s</testsuites>\n", junit->suites_text);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}

char *as_junit_close(struct as_junit *junit, const char *name, struct as_error *error)
{
	const bool failed = fclose(junit->suites) || junit->failed;
	char *text = failed ? NULL : write_document(junit, name);

	if (!text)
		as_error_no_memory(error);
	free(junit->suites_text);
	free(junit);
	return text;
}

/* SPDX-License-Identifier: MIT */
/*
 * The page of `verify`: a single file without external resources and without a script; its content
 * policy forbids both.
 */
#include "page.h"

#include <string.h>

/* ---- the summary ---- */

struct counts {
	size_t submissions, good, judged, errors, warnings;
	int64_t slowest_ns; /* of those that must be and are accepted; -1: unknown */
};

static bool is_rightly_accepted(const struct as_verified *verified)
{
	return verified->expected_count == 1 && verified->expected[0] == AS_VERDICT_AC &&
	       verified->result.verdict == AS_VERDICT_AC;
}

static size_t count_samples(const struct as_verified_package *package)
{
	size_t count = 0;

	for (size_t t = 0; t < package->test_count; t++)
		count += strncmp(package->tests[t], "sample/", 7) == 0;
	return count;
}

static struct counts count(const struct as_verification *verification)
{
	struct counts counts = {.submissions = verification->submission_count, .slowest_ns = -1};

	for (size_t i = 0; i < verification->submission_count; i++) {
		const struct as_verified *verified = &verification->submissions[i];
		const struct as_result_usage usage =
			as_result_usage(&verified->result, AS_AUDIENCE_SETTER);
		counts.judged += verified->judged;
		counts.good += verified->ok;
		if (is_rightly_accepted(verified) && usage.known &&
			usage.cpu_time_ns > counts.slowest_ns)
			counts.slowest_ns = usage.cpu_time_ns;
	}
	for (size_t i = 0; i < verification->findings.count; i++) {
		const enum as_finding_level level = verification->findings.items[i].level;
		counts.errors += level == AS_FINDING_ERROR;
		counts.warnings += level == AS_FINDING_WARNING;
	}
	return counts;
}

static void write_tiles(
	FILE *out, const struct as_verification *verification, const struct counts *counts)
{
	const struct as_verified_package *package = &verification->package;
	const int64_t limit_ns = verification->time_limit_ns;

	fprintf(out,
		"<div class=\"tiles\"><div class=\"tile\"><b>%zu of %zu</b><span>submissions as "
		"expected</span></div><div class=\"tile\"><b>%zu</b><span>tests, %zu of them "
		"samples</span></div><div class=\"tile\"><b>",
		counts->good, counts->submissions, package->test_count, count_samples(package));
	if (limit_ns)
		fprintf(out, "%s s", AS_NUMBER((double)limit_ns / 1e9));
	else
		fputs("\xe2\x80\x93", out);
	fprintf(out, "</b><span>time limit, %s</span></div><div class=\"tile\"><b>",
		package->has_time_limit ? "as declared" : "computed");
	if (counts->slowest_ns >= 0)
		as_html_time(out, counts->slowest_ns);
	else
		fputs("\xe2\x80\x93", out);
	fprintf(out,
		"</b><span>slowest accepted</span></div><div class=\"tile\"><b>%zu</b>"
		"<span>error%s</span></div><div class=\"tile\"><b>%zu</b><span>warning%s</span>"
		"</div></div>",
		counts->errors, counts->errors == 1 ? "" : "s", counts->warnings,
		counts->warnings == 1 ? "" : "s");
}

static const char *format_name(enum as_format format)
{
	return format == AS_FORMAT_LEGACY          ? "legacy"
	       : format == AS_FORMAT_2023_07_DRAFT ? "2023-07-draft"
						   : "2025-09";
}

void as_page_kind(FILE *out, const struct as_verified_package *package)
{
	fputs(package->scoring ? "scoring" : "pass-fail", out);
	if (package->interactive)
		fputs(", interactive", out);
	if (package->multi_pass)
		fputs(", multi-pass", out);
}

static void write_head(FILE *out, const struct as_verification *verification)
{
	const struct as_verified_package *package = &verification->package;
	bool ok = verification->ok;

	fputs("<div class=\"head\"><h1>", out);
	as_html_text(out, package->title);
	fprintf(out, "</h1><span class=\"chip %s\">%s</span></div><p class=\"sub\"><code>",
		ok ? "good" : "bad", ok ? "verified" : "not verified");
	as_html_text(out, package->path);
	fprintf(out, "</code> \xc2\xb7 format %s \xc2\xb7 ", format_name(package->format));
	as_page_kind(out, package);
	if (verification->measured_on) {
		fputs(" \xc2\xb7 judged by group ", out);
		as_html_text(out, verification->measured_on);
	}
	enum as_weakness weakness;
	if (as_verification_isolation(verification, &weakness) && weakness != AS_WEAK_NOT)
		fprintf(out, " \xc2\xb7 isolation %s", as_weakness_name(weakness));
	fputs("</p>", out);
}

/* ---- the page ---- */

static void write_package(const struct as_page *page)
{
	struct counts counts = count(page->verification);

	fprintf(page->out, "<section class=\"package\" id=\"p%zu\">", page->number);
	write_head(page->out, page->verification);
	write_tiles(page->out, page->verification, &counts);
	as_page_findings(page);
	as_page_matrix(page);
	as_page_plot(page);
	fputs("</section>", page->out);
}

/* For several packages, a list that shows which ones need attention. */
static void write_contents(
	FILE *out, const struct as_verification *verifications, size_t package_count)
{
	fputs("<nav class=\"card\"><table class=\"contents\"><thead><tr><th>Package</th>"
	      "<th></th><th class=\"number\">as expected</th><th class=\"number\">errors</th>"
	      "<th class=\"number\">warnings</th></tr></thead><tbody>",
		out);
	for (size_t i = 0; i < package_count; i++) {
		const struct counts counts = count(&verifications[i]);
		const bool ok = verifications[i].ok;
		fprintf(out, "<tr><td class=\"title\"><a href=\"#p%zu\">", i + 1);
		as_html_text(out, verifications[i].package.title);
		fputs("</a> <code>", out);
		as_html_text(out, verifications[i].package.path);
		fprintf(out,
			"</code></td><td><span class=\"chip %s\">%s</span></td>"
			"<td class=\"number\">%zu of %zu</td><td class=\"number\">%zu</td>"
			"<td class=\"number\">%zu</td></tr>",
			ok ? "good" : "bad", ok ? "verified" : "not verified", counts.good,
			counts.submissions, counts.errors, counts.warnings);
	}
	fputs("</tbody></table></nav>", out);
}

void as_page_begin(FILE *out, const char *name, const char *verb)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	      "style-src 'unsafe-inline'\"><title>",
		out);
	as_html_text(out, name);
	fprintf(out, ": assay %s</title><style>%s</style></head><body><main>", verb, as_page_style);
}

void as_page_end(FILE *out, const char *verb, const char *version, const char *made)
{
	fprintf(out, "<footer>Made by assay %s ", verb);
	as_html_text(out, version);
	fputs(", ", out);
	as_html_text(out, made);
	fputs(".</footer></main></body></html>\n", out);
}

static void write_page(FILE *out, const struct as_verification *verifications, size_t package_count,
	const char *made)
{
	const char *name = package_count ? verifications[0].package.short_name : "";
	AS_AUTO_FREE char *title =
		package_count > 1 ? as_text_format(NULL, "%s and %zu more", name, package_count - 1)
				  : NULL;

	as_page_begin(out, title ? title : name, "verify");
	if (package_count > 1)
		write_contents(out, verifications, package_count);
	for (size_t i = 0; i < package_count; i++) {
		const struct as_page page = {
			.out = out, .verification = &verifications[i], .number = i + 1};
		write_package(&page);
	}
	as_page_end(out, "verify", package_count ? verifications[0].version : "", made);
}

char *as_verify_page(const struct as_verification *verifications, size_t count, const char *made,
	struct as_error *error)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	write_page(out, verifications, count, made);
	return as_text_close(out, &text, error);
}

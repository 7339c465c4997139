/* SPDX-License-Identifier: MIT */
/* A hand-in: the receipt, the result as far as it is shown, the files. */
#include "numbers.h"

/* ---- the result ---- */

static void write_compile(FILE *out, const struct as_result *result)
{
	const char *text = result->compile.output;

	if (!text || !*text)
		return;
	fputs("<details open><summary>The compiler</summary><pre class=\"text\" tabindex=\"0\">",
		out);
	as_site_write_block(out, text, strlen(text), 20000);
	fputs("</pre></details>", out);
}

/* The first failed test; NULL: none. */
static const struct as_result_test *first_failure(const struct as_result *result)
{
	for (size_t i = 0; i < result->test_count; i++)
		if (result->tests[i].verdict != AS_VERDICT_AC)
			return &result->tests[i];
	return NULL;
}

static void write_test(FILE *out, const struct as_result_test *test)
{
	fputs("<tr><th scope=\"row\">", out);
	as_html_name(out, test->name);
	fputs("</th><td>", out);
	course_verdict(out, test->verdict);
	fputs("</td><td class=\"number\">", out);
	if (test->usage.known)
		as_html_time(out, test->usage.cpu_time_ns);
	fputs("</td></tr>\n", out);
}

static void write_tests(FILE *out, const struct as_result *result)
{
	as_html_table(out, "list tests narrow", "Test|Verdict|#Time\n");
	for (size_t i = 0; i < result->test_count; i++)
		write_test(out, &result->tests[i]);
	fputs("</tbody></table></div>", out);
}

static void write_details(FILE *out, const struct as_result *result, enum as_disclosure disclosure)
{
	const struct as_result_test *failed = first_failure(result);

	if (result->verdict == AS_VERDICT_CE) {
		write_compile(out, result);
		return;
	}
	if (disclosure == AS_DISCLOSURE_ALL) {
		write_tests(out, result);
	} else if (disclosure >= AS_DISCLOSURE_FIRST_FAILURE && failed) {
		fputs("<p>The first test that failed:</p>", out);
		as_html_table(out, "list tests narrow", "Test|Verdict|#Time\n");
		write_test(out, failed);
		fputs("</tbody></table></div>", out);
	}
}

/* An item of the scheme that this package decides. */
static void write_item(FILE *out, const struct as_item *item, const struct as_result *result)
{
	size_t accepted = 0, tests = 0;

	for (size_t i = 0; i < result->test_count; i++) {
		if (!as_item_has_test(item, result->tests[i].name))
			continue;
		tests++;
		accepted += result->tests[i].verdict == AS_VERDICT_AC;
	}
	fputs("<tr><th scope=\"row\">", out);
	as_html_name(out, item->name);
	fprintf(out, "</th><td class=\"number\">%zu of %zu</td></tr>\n", accepted, tests);
}

static void write_items(FILE *out, const struct as_scheme *scheme, const char *package,
	const struct as_course_assignment *of, const struct as_result *result)
{
	as_html_table(out, "list narrow", "Item|#Tests accepted\n");
	for (size_t i = 0; i < scheme->item_count; i++) {
		const struct as_item *item = &scheme->items[i];
		if (item->kind == AS_ITEM_AUTOMATIC &&
			strcmp(of->packages[item->package]->short_name, package) == 0)
			write_item(out, item, result);
	}
	fputs("</tbody></table></div>", out);
}

static void write_job(FILE *out, const struct as_course_visit *visit,
	const struct as_course_hand_in *hand_in, size_t index, const struct as_result *result)
{
	const struct as_course_job *job = &hand_in->jobs[index];
	const struct as_course_assignment *of =
		as_course_log_task(visit->log, hand_in->assignment).of;
	const enum as_disclosure disclosure =
		as_course_visit_disclosure(visit, hand_in->assignment);

	fputs("<section class=\"card\"><p class=\"big\">", out);
	if (hand_in->job_count > 1) {
		as_html_name(out, job->package);
		fputs(" ", out);
	}
	if (disclosure == AS_DISCLOSURE_NONE)
		fputs("Received. The result is shown later.", out);
	else
		course_verdict(out, (enum as_verdict)job->verdict);
	fputs("</p>", out);
	if (result && of && disclosure >= AS_DISCLOSURE_GROUPS && result->verdict != AS_VERDICT_CE)
		write_items(out, &of->scheme, job->package, of, result);
	if (result && disclosure > AS_DISCLOSURE_NONE)
		write_details(out, result, disclosure);
	fputs("</section>", out);
}

void as_course_page_hand_in_fragment(FILE *out, const struct as_course_visit *visit, size_t index,
	const struct as_course_evidence *evidence)
{
	const struct as_course_hand_in *hand_in = as_course_log_hand_in(visit->log, index);

	if (hand_in->job_count == 0)
		fputs("<p>Received. A person marks it.</p>", out);
	for (size_t i = 0; i < hand_in->job_count; i++) {
		const struct as_result *result =
			evidence->results && evidence->results[i].verdict != AS_VERDICT_NONE
				? &evidence->results[i]
				: NULL;
		write_job(out, visit, hand_in, i, result);
	}
	/* Tells the script to stop polling. */
	if (as_course_hand_in_is_judged(hand_in))
		fputs("<div data-done hidden></div>", out);
}

/* ---- the page ---- */

static struct as_site_source file_of(const void *context, size_t index)
{
	const struct as_source *file =
		&((const struct as_submitted *)context)->sources.files[index];

	return (struct as_site_source){file->name, file->data.data, file->data.size};
}

void course_sources(FILE *out, const struct as_submitted *submitted)
{
	if (submitted)
		as_site_write_sources(out, file_of, submitted, submitted->sources.count);
	else
		fputs("<p class=\"empty\">The files cannot be read from the store.</p>", out);
}

static void write_facts(
	FILE *out, const struct as_course_visit *visit, const struct as_course_hand_in *hand_in)
{
	fputs("<ul class=\"facts\"><li>", out);
	course_link(out, visit, course_is_staff(visit) ? "/class/" : "/a/",
		as_course_log_task(visit->log, hand_in->assignment).id, NULL);
	as_html_name(out, course_title(visit, hand_in->assignment));
	fprintf(out, "</a></li><li>attempt <b>%" PRIu64 "</b></li><li>", hand_in->attempt);
	course_moment(out, visit, hand_in->wall_ms);
	fputs("</li>", out);
	for (size_t i = 0; i < hand_in->member_count; i++) {
		fputs("<li>", out);
		course_name(out, visit, hand_in->members[i]);
		fputs("</li>", out);
	}
	fputs("</ul><p class=\"sub\">Received as number ", out);
	fprintf(out, "%" PRIu64 ", digest <code>%.16s</code>. <a href=\"", hand_in->number,
		hand_in->files);
	as_site_write_address(out, visit->base, "/h/", NULL);
	fprintf(out, "%" PRIu64 "/receipt\">Receipt</a>" COURSE_DOT "<a href=\"", hand_in->number);
	as_site_write_address(out, visit->base, "/h/", NULL);
	fprintf(out, "%" PRIu64 "/files\">Files</a></p>", hand_in->number);
}

void as_course_page_hand_in(FILE *out, const struct as_course_visit *visit, size_t index,
	const struct as_course_evidence *evidence)
{
	const struct as_course_hand_in *hand_in = as_course_log_hand_in(visit->log, index);

	course_begin(out, visit,
		&(struct course_frame){.place = course_is_staff(visit) ? COURSE_CLASS : COURSE_HOME,
			.title = course_title(visit, hand_in->assignment),
			.is_live = true});
	write_facts(out, visit, hand_in);
	fputs("<div data-live=\"hand-in\" data-poll=\"", out);
	as_site_write_address(out, visit->base, "/h/", NULL);
	fprintf(out, "%" PRIu64 "/fragment\" data-every=\"1\">\n", hand_in->number);
	as_course_page_hand_in_fragment(out, visit, index, evidence);
	fputs("</div><h2>Files</h2>", out);
	course_sources(out, evidence->files);
	course_end(out, visit);
}

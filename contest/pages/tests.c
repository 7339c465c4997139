/* SPDX-License-Identifier: MIT */
/* Compiler messages and tests of a result that its reader may see. */
#include "result.h"

#define MESSAGE_MAX_BYTES 20000

/* ---- compiling ---- */

static void write_message(FILE *out, const char *text)
{
	fputs("<pre tabindex=\"0\">", out);
	page_block(out, text, strlen(text), MESSAGE_MAX_BYTES);
	fputs("</pre>", out);
}

void page_compile(FILE *out, const struct as_result *result)
{
	const struct as_result_compile *compile = &result->compile;
	const bool failed = compile->verdict == AS_VERDICT_CE;

	if (!failed && !compile->output && !compile->notes)
		return;
	fprintf(out, "<details class=\"card\"%s><summary>%s</summary>", failed ? " open" : "",
		failed ? "Reason why it was not compiled" : "Messages of the compiler");
	for (char **note = compile->notes; note && *note; note++) {
		fputs("<p>", out);
		as_html_untrusted(out, *note, strlen(*note), 2000, AS_HTML_LINE);
		fputs("</p>", out);
	}
	if (compile->output)
		write_message(out, compile->output);
	else if (failed && compile->reason)
		write_message(out, compile->reason);
	fputs("</details>", out);
}

/* ---- groups ---- */

/* A group without a verdict was not run: judging ended before it, or a prerequisite failed. */
static void write_group_verdict(
	FILE *out, const struct as_result *result, const struct as_result_group *group)
{
	if (group->verdict != AS_VERDICT_NONE) {
		page_verdict(out, group->verdict);
		return;
	}
	fputs("<span class=\"verdict skipped\">Not run</span> <small>", out);
	if (group->unmet < result->group_count)
		as_html_name(out, result->groups[group->unmet].name);
	else
		fputs("an earlier group", out);
	fputs(" failed</small>", out);
}

static void write_group(
	FILE *out, const struct as_result *result, const struct as_result_group *group)
{
	fputs("<tr><th scope=\"row\">", out);
	as_html_name(out, group->name);
	fputs("</th><td>", out);
	write_group_verdict(out, result, group);
	if (!result->scoring) {
		fputs("</td></tr>", out);
		return;
	}
	fputs("</td><td class=\"number\">", out);
	if (group->has_score) {
		page_points(out, group->score);
		if (group->max_score < 1e15) {
			fputs("<small> of ", out);
			page_points(out, group->max_score);
			fputs("</small>", out);
		}
	}
	fputs("</td></tr>", out);
}

static void write_groups(FILE *out, const struct as_result *result)
{
	/* After a compile error no group was run. */
	if (result->group_count == 0 || result->compile.verdict == AS_VERDICT_CE)
		return;
	fputs("<h2>Groups</h2>", out);
	as_html_table(
		out, "list tests", result->scoring ? "Group|Verdict|#Points" : "Group|Verdict");
	for (size_t i = 0; i < result->group_count; i++)
		write_group(out, result, &result->groups[i]);
	fputs("</tbody></table></div>", out);
}

/* ---- tests ---- */

static void write_usage(FILE *out, const struct as_result_test *test, bool is_shown)
{
	const int64_t time_ns = is_shown ? as_result_counted_ns(test) : -1;

	fputs("<td class=\"number\">", out);
	if (time_ns >= 0)
		as_html_time(out, time_ns);
	else
		fputs(PAGE_DASH, out);
	fputs("</td><td class=\"number\">", out);
	if (is_shown && test->usage.known)
		as_html_bytes(out, test->usage.memory_bytes);
	else
		fputs(PAGE_DASH, out);
	fputs("</td>", out);
}

static void write_line(FILE *out, const char *label, const char *text)
{
	if (!text || !*text)
		return;
	fprintf(out, "<p>%s<span class=\"said\">", label);
	if (as_html_untrusted(out, text, strlen(text), 2000, AS_HTML_BLOCK) < strlen(text))
		fputs("\xe2\x80\xa6", out);
	fputs("</span></p>", out);
}

static void write_remarks(FILE *out, const struct as_result_test *test, enum as_audience audience)
{
	fputs("<td class=\"remarks\">", out);
	if (as_result_is_shown(test, audience)) {
		write_line(out, "", as_result_feedback(test, audience));
		write_line(out, "", test->team_message);
		write_line(out, "<b>Hint</b> ", test->hint);
	}
	if (audience == AS_AUDIENCE_SETTER) {
		write_line(out, "<b>For the jury</b> ", test->judge_message);
		if (test->signal > 0)
			fprintf(out, "<p>signal %d</p>", test->signal);
		else if (test->exit_code > 0)
			fprintf(out, "<p>exit status %d</p>", test->exit_code);
		if (test->reruns > 0)
			fprintf(out, "<p>run %u times</p>", test->reruns + 1);
	}
	if (test->transcript && as_result_is_shown(test, audience)) {
		fputs("<details><summary>Interaction</summary>", out);
		write_message(out, test->transcript);
		fputs("</details>", out);
	}
	fputs("</td>", out);
}

/* `link`: the address of its page, or NULL. */
static void write_test(FILE *out, const struct as_result *result, const struct as_result_test *test,
	enum as_audience audience, const char *link)
{
	fputs(test->verdict == AS_VERDICT_AC ? "<tr class=\"passed\"><th scope=\"row\">"
					     : "<tr><th scope=\"row\">",
		out);
	if (link) {
		fputs("<a href=\"", out);
		as_html_text(out, link);
		fputs("\">", out);
	}
	as_html_name(out, test->name);
	fputs(link ? "</a></th><td>" : "</th><td>", out);
	page_verdict(out, test->verdict);
	if (audience == AS_AUDIENCE_SETTER && test->reason) {
		fputs(" <small>", out);
		as_html_name(out, test->reason);
		fputs("</small>", out);
	}
	if (result->scoring && test->has_score) {
		fputs(" <b class=\"points\">", out);
		page_points(out, test->score);
		fputs("</b>", out);
	}
	fputs("</td>", out);
	write_usage(out, test, as_result_is_shown(test, audience));
	write_remarks(out, test, audience);
	fputs("</tr>", out);
}

static void begin_tests(FILE *out, const char *heading)
{
	if (heading)
		fprintf(out, "<h2>%s</h2>", heading);
	as_html_table(out, "list tests", "Test|Verdict|#Time|#Memory|Remarks");
}

/* With both passed and failed tests, a tick hides the passed ones, by the style sheet. */
static void begin_all(FILE *out, const struct as_result *result)
{
	size_t passed = 0;

	for (size_t i = 0; i < result->test_count; i++)
		passed += result->tests[i].verdict == AS_VERDICT_AC;
	fputs("<h2>Tests</h2>", out);
	if (passed > 0 && passed < result->test_count)
		fprintf(out,
			"<input type=\"checkbox\" id=\"only-failed\" name=\"only-failed\" "
			"class=\"only-failed\" aria-label=\"Only the tests that failed\"><label "
			"for=\"only-failed\"> Only the tests that "
			"failed: %zu of %zu</label>",
			result->test_count - passed, result->test_count);
	begin_tests(out, NULL);
}

static void write_all(FILE *out, const struct as_result *result)
{
	if (result->test_count == 0)
		return;
	begin_all(out, result);
	for (size_t i = 0; i < result->test_count; i++)
		write_test(out, result, &result->tests[i], AS_AUDIENCE_STUDENT, NULL);
	fputs("</tbody></table></div>", out);
}

static void write_first_failed(FILE *out, const struct as_result *result)
{
	const struct as_result_test *test = NULL;

	for (size_t i = 0; i < result->test_count && !test; i++)
		if (result->tests[i].verdict != AS_VERDICT_AC)
			test = &result->tests[i];
	if (!test || !as_result_is_shown(test, AS_AUDIENCE_STUDENT))
		return;
	begin_tests(out, "The first test that failed");
	write_test(out, result, test, AS_AUDIENCE_STUDENT, NULL);
	fputs("</tbody></table></div>", out);
}

void page_tests(FILE *out, const struct as_result *result, enum as_contest_feedback feedback)
{
	switch (feedback) {
	case AS_CONTEST_FEEDBACK_FULL:
		if (result->scoring)
			write_groups(out, result);
		write_all(out, result);
		break;
	case AS_CONTEST_FEEDBACK_GROUPS:
		write_groups(out, result);
		write_first_failed(out, result);
		break;
	case AS_CONTEST_FEEDBACK_FIRST_FAILED:
		write_first_failed(out, result);
		break;
	case AS_CONTEST_FEEDBACK_VERDICT:
	default:
		break;
	}
}

const char *page_judgement_query(size_t judgement, char query[PAGE_QUERY_SIZE])
{
	*query = 0;
	if (judgement)
		snprintf(query, PAGE_QUERY_SIZE, "?judgement=%zu", judgement);
	return query;
}

void page_jury_tests(FILE *out, const struct as_contest_visit *visit, size_t submission,
	const struct as_contest_evidence *evidence)
{
	const struct as_result *result = evidence->result;
	char query[PAGE_QUERY_SIZE];
	const uint64_t arrival = as_contest_log_submission(visit->log, submission)->arrival;

	if (result->scoring)
		write_groups(out, result);
	if (result->test_count == 0)
		return;
	begin_all(out, result);
	for (size_t i = 0; i < result->test_count; i++) {
		AS_AUTO_FREE char *link = as_text_format(NULL,
			"%s/jury/submissions/%" PRIu64 "/tests/%zu%s", visit->base, arrival, i + 1,
			page_judgement_query(evidence->judgement, query));
		write_test(out, result, &result->tests[i], AS_AUDIENCE_SETTER, link);
	}
	fputs("</tbody></table></div>", out);
}

void page_jury_test(FILE *out, const struct as_result *result, const struct as_result_test *test)
{
	begin_tests(out, NULL);
	write_test(out, result, test, AS_AUDIENCE_SETTER, NULL);
	fputs("</tbody></table></div>", out);
}

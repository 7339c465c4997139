/* SPDX-License-Identifier: MIT */
/* Feedback on a person's page: the compiler's messages, then each item with its tests. */
#include "state.h"

#include <string.h>

/* ---- packages ---- */

static bool is_package_shown(const struct as_person_page *page, size_t package)
{
	const struct as_pages_config *config = &page->pages->config;

	for (size_t i = 0; i < config->scheme->item_count; i++)
		if (config->scheme->items[i].package == package &&
			as_page_has_feedback(config, page->person->marks, page->person, i))
			return true;
	return false;
}

/* The length of a note without its remedy, which is for users of the command. */
static size_t note_length(const char *note)
{
	const char *remedy = strstr(note, "; to judge them one by one");

	return remedy ? (size_t)(remedy - note) : strlen(note);
}

static void write_notes(FILE *out, char **notes)
{
	if (!notes || !*notes)
		return;
	fputs("<ul class=\"notes\">", out);
	for (; *notes; notes++) {
		fputs("<li>", out);
		as_html_untrusted(out, *notes, note_length(*notes), 1000, AS_HTML_LINE);
		fputs("</li>", out);
	}
	fputs("</ul>", out);
}

static bool is_refusal(const struct as_result_test *test)
{
	return test->verdict != AS_VERDICT_AC && test->verdict != AS_VERDICT_JE;
}

static bool has_refusal(const struct as_result *result)
{
	for (size_t i = 0; i < result->static_count; i++)
		if (is_refusal(&result->statics[i]))
			return true;
	return false;
}

/* A static validation has the name of its group, which may belong to an item that is not shown. */
static bool is_whole_package_shown(const struct as_person_page *page, size_t package)
{
	const struct as_pages_config *config = &page->pages->config;

	for (size_t i = 0; i < config->scheme->item_count; i++)
		if (config->scheme->items[i].package == package &&
			!as_page_has_feedback(config, page->person->marks, page->person, i))
			return false;
	return true;
}

static void write_statics(const struct as_person_page *page, size_t package)
{
	const struct as_result *result = page->person->works[package].result;
	FILE *out = page->out;

	if (has_refusal(result) && !is_whole_package_shown(page, package)) {
		fputs("<p>The check of the source refused it.</p>", out);
		return;
	}
	for (size_t i = 0; i < result->static_count; i++) {
		if (!is_refusal(&result->statics[i]))
			continue;
		fputs("<p>The check of the source refused it (", out);
		as_html_name(out, result->statics[i].name);
		fputs(").</p>", out);
	}
}

/* Remarks on the source and messages of the compiler; nothing if there are none. */
static void write_source(const struct as_person_page *page, size_t package)
{
	const struct as_result *result = page->person->works[package].result;
	const struct as_result_compile *compile = &result->compile;
	const bool has_message = compile->output && *compile->output;
	FILE *out = page->out;

	if (compile->verdict == AS_VERDICT_AC && compile->entry)
		as_page_write_entry(out, page->pages, package, compile->entry);
	if (compile->verdict == AS_VERDICT_AC && !has_message && !compile->notes &&
		!has_refusal(result))
		return;
	fputs("<h2>", out);
	as_html_name(out, as_page_package_title(page->pages, package));
	fputs(": source</h2><div class=\"card failure\">", out);
	if (compile->verdict != AS_VERDICT_AC) {
		fputs("<p><span class=\"key CE\">CE</span> The submission could not be compiled",
			out);
		/* The compiler's own message follows. */
		if (compile->reason && strcmp(compile->reason, "compiler") != 0) {
			fputs(": ", out);
			as_html_name(out, compile->reason);
		}
		fputs(".</p>", out);
	}
	write_notes(out, compile->notes);
	write_statics(page, package);
	if (has_message) {
		fputs("<h3>The compiler's message</h3>", out);
		as_page_write_text(
			out, compile->output, strlen(compile->output), strlen(compile->output));
	}
	fputs("</div>", out);
}

/* ---- the tests of an item ---- */

/* `place` is the test's position in its result. */
static int write_row(const struct as_person_page *page, const struct as_item *item,
	const struct as_result_test *test, size_t place, struct as_error *error)
{
	const struct as_package *package = page->pages->config.packages[item->package];
	const size_t index = as_page_test_index(package, test->name, place);
	const struct as_page_cell cell = as_page_cell_of(test);
	const struct as_page_median none = {0}, *median = &none;
	FILE *out = page->out;

	if (index != SIZE_MAX)
		median = as_page_median_of(page->pages, item->package, index, error);
	if (!median)
		return -1;
	fputs("<tr><th scope=\"row\">", out);
	as_html_name(out, test->name);
	fprintf(out, "</th><td><span class=\"key %s\">%s</span></td><td class=\"number time\">",
		as_verdict_name(test->verdict), as_verdict_name(test->verdict));
	as_page_write_time(out, &cell);
	if (median->is_known) {
		fputs("<small>median ", out);
		as_html_time(out, median->time_ns);
		fputs("</small>", out);
	}
	fputs("</td><td class=\"number memory\">", out);
	as_page_write_memory(out, &cell);
	if (median->is_known) {
		fputs("<small>median ", out);
		as_html_bytes(out, median->memory_bytes);
		fputs("</small>", out);
	}
	fputs("</td></tr>", out);
	return 0;
}

/* Writes the tests of which the page shows more than the verdict. */
static int write_shown(const struct as_person_page *page, const struct as_item *item,
	const struct as_result *result, struct as_error *error)
{
	FILE *out = page->out;
	bool any = false;

	for (size_t t = 0; t < result->test_count; t++) {
		const struct as_result_test *test = &result->tests[t];
		if (!as_item_shows_test(item, test->name) || !as_feedback_shows(item, result, test))
			continue;
		if (!any)
			fputs("<div class=\"card scroll\" tabindex=\"0\" role=\"region\" "
			      "aria-label=\"Tests\"><table class=\"tests\"><thead><tr>"
			      "<th scope=\"col\">Test</th><th scope=\"col\">Verdict</th>"
			      "<th scope=\"col\" class=\"number\">Time</th>"
			      "<th scope=\"col\" class=\"number\">Memory</th></tr></thead>"
			      "<tbody>",
				out);
		any = true;
		if (write_row(page, item, test, t, error))
			return -1;
	}
	fputs(any ? "</tbody></table></div><p class=\"sub\">The median is that of the accepted "
		    "runs of "
		    "the class, in all languages.</p>"
		  : "",
		out);
	return 0;
}

/* Writes the other tests: names and verdicts. */
static void write_hidden(FILE *out, const struct as_item *item, const struct as_result *result)
{
	bool any = false;

	for (size_t t = 0; t < result->test_count; t++) {
		const struct as_result_test *test = &result->tests[t];
		if (!as_item_shows_test(item, test->name) || as_feedback_shows(item, result, test))
			continue;
		fputs(any ? "" : "<ul class=\"verdicts\">", out);
		any = true;
		fprintf(out, "<li><span class=\"key %s\">%s</span> ",
			as_verdict_name(test->verdict), as_verdict_name(test->verdict));
		as_html_name(out, test->name);
		fputs("</li>", out);
	}
	fputs(any ? "</ul>" : "", out);
}

static size_t count_run(const struct as_item *item, const struct as_result *result)
{
	size_t count = 0;

	for (size_t t = 0; t < result->test_count; t++)
		count += as_item_has_test(item, result->tests[t].name);
	return count;
}

/* How the program ended, if its outputs are right nevertheless. */
static int write_ending(
	FILE *out, const struct as_item *item, const struct as_work *work, struct as_error *error)
{
	const bool is_right = as_item_is_right(item, work);
	const struct as_result *result = is_right ? work->lenient : as_work_result(work, item);
	const unsigned bits = as_item_tolerated(item, result);
	AS_AUTO_FREE char *deeds = bits ? as_tolerance_describe(bits, error) : NULL;

	if (!bits)
		return 0;
	if (!deeds)
		return -1;
	fputs(is_right ? "<p class=\"ending\">All outputs are right, but the program "
		       : "<p class=\"ending\">These points count although the program ",
		out);
	fputs(deeds, out);
	fputs(".</p>", out);
	return 0;
}

static int write_item(const struct as_person_page *page, size_t index, struct as_error *error)
{
	const struct as_item *item = &page->pages->config.scheme->items[index];
	const struct as_item_mark *mark = &page->person->marks->items[index];
	const struct as_work *work = &page->person->works[item->package];
	const struct as_result *result = as_work_result(work, item);
	FILE *out = page->out;
	const size_t run = count_run(item, result);

	fputs("<section><h2>", out);
	as_html_name(out, item->name);
	fprintf(out, "</h2><p class=\"sub\">%zu of %zu tests accepted", mark->accepted,
		mark->tests);
	if (run < mark->tests)
		fprintf(out, "; %zu not run", mark->tests - run);
	fputs(".</p>", out);
	if (write_ending(out, item, work, error))
		return -1;
	if (as_page_person_failures(page, item, result, error))
		return -1;
	if (as_page_person_counterexample(page, item, result, error) ||
		write_shown(page, item, result, error))
		return -1;
	write_hidden(out, item, result);
	fputs("</section>", out);
	return 0;
}

int as_page_person_feedback(const struct as_person_page *page, struct as_error *error)
{
	const struct as_pages_config *config = &page->pages->config;

	for (size_t p = 0; p < config->scheme->package_count; p++)
		if (is_package_shown(page, p))
			write_source(page, p);
	for (size_t i = 0; i < config->scheme->item_count; i++)
		if (as_page_has_feedback(config, page->person->marks, page->person, i) &&
			page->person->works[config->scheme->items[i].package]
					.result->compile.verdict == AS_VERDICT_AC &&
			write_item(page, i, error))
			return -1;
	return 0;
}

/* SPDX-License-Identifier: MIT */
/* A small input on which a submission fails, on a person's page, if the scheme permits it. */
#include "state.h"

#include <string.h>

static void clear(struct as_page_counterexample *counterexample)
{
	as_bytes_clear(&counterexample->input);
	as_bytes_clear(&counterexample->answer);
	as_bytes_clear(&counterexample->output);
	free(counterexample->solved);
	free(counterexample->replayed);
}

static bool has_failed(const struct as_item *item, const struct as_result *result)
{
	for (size_t t = 0; t < result->test_count; t++)
		if (result->tests[t].verdict != AS_VERDICT_AC &&
			result->tests[t].verdict != AS_VERDICT_JE &&
			as_item_has_test(item, result->tests[t].name))
			return true;
	return false;
}

/* Other items of the package would show the same one. */
static bool is_shown_above(const struct as_person_page *page, const struct as_item *item,
	const struct as_result *result)
{
	const struct as_pages_config *config = &page->pages->config;

	for (const struct as_item *other = config->scheme->items; other < item; other++)
		if (other->package == item->package && other->counterexample &&
			as_page_has_feedback(config, page->person->marks, page->person,
				(size_t)(other - config->scheme->items)) &&
			has_failed(other, result))
			return true;
	return false;
}

static void write_text(FILE *out, const char *label, const char *text, size_t size)
{
	if (!text)
		return;
	fprintf(out, "<h4>%s</h4>", label);
	as_page_write_text(out, text, size, size);
}

static void write_all(FILE *out, const struct as_page_counterexample *shown)
{
	const char *verdict = as_verdict_name(shown->verdict);

	fprintf(out,
		"<div class=\"card failure\"><h3>A small input that your program fails</h3>"
		"<p><span class=\"key %s\">%s</span> %s</p>",
		verdict, verdict, as_verdict_words(shown->verdict));
	write_text(out, "Input", shown->input.data, shown->input.size);
	write_text(out, "A right output", shown->answer.data, shown->answer.size);
	write_text(out, "Your output", shown->output.data ? shown->output.data : "",
		shown->output.size);
	write_text(
		out, "How it is solved", shown->solved, shown->solved ? strlen(shown->solved) : 0);
	write_text(out, "What your output comes to", shown->replayed,
		shown->replayed ? strlen(shown->replayed) : 0);
	fputs("</div>", out);
}

int as_page_person_counterexample(const struct as_person_page *page, const struct as_item *item,
	const struct as_result *result, struct as_error *error)
{
	const struct as_pages_config *config = &page->pages->config;
	AS_AUTO(clear) struct as_page_counterexample shown = {0};

	if (!item->counterexample || !config->explain || !has_failed(item, result) ||
		is_shown_above(page, item, result))
		return 0;
	const int found =
		config->explain(config->output_context, page->index, item->package, &shown, error);
	if (found > 0)
		write_all(page->out, &shown);
	return found < 0 ? -1 : 0;
}

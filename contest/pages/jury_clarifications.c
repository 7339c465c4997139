/* SPDX-License-Identifier: MIT */
/* Clarifications for the jury: the queue of open questions by subject, and all others. */
#include "thread.h"

/* ---- the filter ---- */

static bool is_state(const struct as_contest_desk_filter *filter, const char *state)
{
	return filter->state && strcmp(filter->state, state) == 0;
}

static bool is_question(const struct as_contest_clarification *clarification)
{
	return clarification->from_team != AS_CONTEST_NONE;
}

static bool is_open(const struct as_contest_clarification *clarification)
{
	return is_question(clarification) && !clarification->is_answered;
}

static bool is_selected(const struct as_contest_visit *visit,
	const struct as_contest_desk_filter *filter, size_t index)
{
	const struct as_contest_clarification *of = as_contest_log_clarification(visit->log, index);

	if (!page_is_thread(visit, index) ||
		(page_is_set(filter->subject) && !page_is_about(visit, of, filter->subject)))
		return false;
	if (is_state(filter, "mine"))
		return is_open(of) && of->claimant == visit->account;
	if (is_state(filter, "answered"))
		return is_question(of) && of->is_answered;
	return !is_state(filter, "open") || is_open(of);
}

static void write_filter(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_desk_filter *filter)
{
	static const char *const states[][2] = {{"", "All"}, {"open", "Open questions"},
		{"mine", "Claimed by me"}, {"answered", "Answered questions"}};

	fputs("<form method=\"get\" class=\"filters\" action=\"", out);
	page_address(out, visit->base, "/jury/clarifications", NULL);
	fputs("\"><label class=\"field\"><span>Show</span><select name=\"state\">", out);
	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		page_option(out, states[i][0], states[i][1],
			i == 0 ? !page_is_set(filter->state) : is_state(filter, states[i][0]));
	fputs("</select></label><label class=\"field\"><span>Subject</span><select "
	      "name=\"subject\">",
		out);
	page_option(out, "", "All", !page_is_set(filter->subject));
	page_option(out, "general", AS_CONTEST_GENERAL,
		filter->subject && strcmp(filter->subject, "general") == 0);
	page_subject_options(out, visit, filter->subject);
	fputs("</select></label><button>Show</button></form>", out);
}

/* ---- the queue ---- */

static bool has_same_subject(
	const struct as_contest_clarification *a, const struct as_contest_clarification *b)
{
	return a->problem == b->problem &&
	       (a->problem != AS_CONTEST_NONE ||
		       strcmp(as_contest_clarification_category(a),
			       as_contest_clarification_category(b)) == 0);
}

/* Open questions that the filter selects, oldest first. */
struct queue {
	const struct as_contest_visit *visit;
	size_t *items;
	size_t count;
};

static const struct as_contest_clarification *queued(const struct queue *queue, size_t i)
{
	return as_contest_log_clarification(queue->visit->log, queue->items[i]);
}

/* Moves the questions about the subject of the first one behind it, and returns their number. */
static size_t gather(struct queue *queue, size_t first)
{
	size_t count = 1;

	for (size_t i = first + 1; i < queue->count; i++) {
		if (!has_same_subject(queued(queue, first), queued(queue, i)))
			continue;
		const size_t moved = queue->items[i];
		memmove(&queue->items[first + count + 1], &queue->items[first + count],
			(i - first - count) * sizeof *queue->items);
		queue->items[first + count++] = moved;
	}
	return count;
}

static void write_group(FILE *out, const struct queue *queue, size_t first, size_t count)
{
	fputs("<h3 class=\"subject\">", out);
	page_subject(out, queue->visit, queued(queue, first));
	fprintf(out, " <small>%zu open</small></h3>", count);
	for (size_t i = first; i < first + count; i++)
		page_thread(out, queue->visit, queue->items[i],
			page_may_judge(queue->visit) ? PAGE_REPLY_TO_ONE : PAGE_NO_REPLY, NULL);
}

/* If memory runs out, the page is not sent anyway. */
static void write_queue(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_desk_filter *filter)
{
	const size_t count = as_contest_log_clarification_count(visit->log);
	AS_AUTO_FREE size_t *items = calloc(count + 1, sizeof *items);
	struct queue queue = {visit, items, 0};

	for (size_t i = 0; items && i < count; i++)
		if (is_selected(visit, filter, i) &&
			is_open(as_contest_log_clarification(visit->log, i)))
			items[queue.count++] = i;
	fputs("<h2>Waiting for an answer</h2>", out);
	if (queue.count == 0)
		fputs("<p class=\"empty\">None.</p>", out);
	for (size_t first = 0; first < queue.count;) {
		const size_t size = gather(&queue, first);
		write_group(out, &queue, first, size);
		first += size;
	}
}

static void write_others(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_desk_filter *filter)
{
	bool is_empty = true;

	fprintf(out, "<h2>%s</h2>", is_state(filter, "answered") ? "Answered" : "All others");
	for (size_t i = as_contest_log_clarification_count(visit->log); i-- > 0;) {
		if (!is_selected(visit, filter, i) ||
			is_open(as_contest_log_clarification(visit->log, i)))
			continue;
		page_thread(out, visit, i,
			page_may_judge(visit) ? PAGE_REPLY_TO_ONE : PAGE_NO_REPLY, NULL);
		is_empty = false;
	}
	if (is_empty)
		fputs("<p class=\"empty\">None.</p>", out);
}

/* ---- pages ---- */

static void write_form(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_message *typed)
{
	fputs("<h2>Announce</h2>", out);
	page_form(out, visit, "/jury/clarifications", " class=\"card\"");
	fputs("<div class=\"pair\">", out);
	page_recipient_field(out, visit, AS_CONTEST_NONE, typed);
	page_subject_field(out, visit, typed);
	fputs("</div>", out);
	page_text_field(out, "Text", 4, typed);
	fputs("<p class=\"actions\"><button>Send</button></p></form>", out);
}

void as_contest_page_jury_clarifications(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_desk_filter *filter, const struct as_contest_typed_message *typed)
{
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_CLARIFICATIONS,
			.title = "Clarifications",
			.is_live = true});
	write_filter(out, visit, filter);
	page_live_begin(out, "threads", 3);
	if (!is_state(filter, "answered"))
		write_queue(out, visit, filter);
	if (!is_state(filter, "open") && !is_state(filter, "mine"))
		write_others(out, visit, filter);
	page_live_end(out);
	if (page_may_judge(visit))
		write_form(out, visit, typed);
	page_end(out, visit);
}

void as_contest_page_jury_clarification(FILE *out, const struct as_contest_visit *visit,
	size_t clarification, const struct as_contest_typed_message *typed)
{
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_CLARIFICATIONS,
			.title = "Clarification",
			.is_live = true});
	page_live_begin(out, "threads", 3);
	page_thread(out, visit, clarification,
		page_may_judge(visit) ? PAGE_REPLY_TO_SEVERAL : PAGE_NO_REPLY, typed);
	page_live_end(out);
	fputs("<p><a href=\"", out);
	page_address(out, visit->base, "/jury/clarifications", NULL);
	fputs("\">All clarifications</a></p>", out);
	page_end(out, visit);
}

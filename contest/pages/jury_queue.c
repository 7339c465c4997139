/* SPDX-License-Identifier: MIT */
/* Unjudged submissions, the store's queue, and the workers. */
#include "page.h"

#include <assay/store/status.h>

/* Maximum number of listed submissions. */
#define LISTED 50

/* ---- this contest ---- */

static void write_pending(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_progress progress = as_contest_log_progress(visit->log, index);

	page_submission_row(out, visit, "/jury/submissions/", index, PAGE_TEAM);
	fputs("<td>", out);
	page_moment(out, as_contest_log_submission(visit->log, index)->wall_ms);
	fputs("</td><td>", out);
	if (progress.stage == AS_CONTEST_RUNS)
		fprintf(out, "%zu of %zu tests", progress.done, progress.total);
	else
		fputs("waits", out);
	fputs("</td></tr>", out);
}

static void write_unjudged(FILE *out, const struct as_contest_visit *visit)
{
	const uint64_t all = as_contest_log_open_work(visit->log).unjudged;
	const size_t count = as_contest_log_submission_count(visit->log);
	size_t listed = 0;

	fputs("<h2>Not judged yet</h2>", out);
	for (size_t i = 0; i < count && listed < LISTED; i++) {
		if (as_contest_log_submission(visit->log, i)->valid != AS_CONTEST_NONE)
			continue;
		if (listed++ == 0)
			as_html_table(out, "list", "#No.|Team|Problem|Received|Judging\n");
		write_pending(out, visit, i);
	}
	fputs(listed > 0 ? "</tbody></table></div>"
			 : "<p class=\"empty\">All submissions are judged.</p>",
		out);
	if (all > listed)
		fprintf(out, "<p class=\"sub\">The oldest %zu of %" PRIu64 ".</p>", listed, all);
}

/* Causes of judging errors. */
static void write_errors(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_queue_view *view)
{
	if (view->error_count == 0)
		return;
	fputs("<h2>Judging errors</h2><p class=\"sub\">The newest first. <a href=\"", out);
	page_address(out, visit->base, "/jury/submissions?verdict=JE", NULL);
	fputs("\">Show all</a></p>", out);
	as_html_table(out, "list", "#No.|Team|Problem|Cause");
	for (size_t i = 0; i < view->error_count; i++) {
		const struct as_contest_judging_error *error = &view->errors[i];
		page_submission_row(out, visit, "/jury/submissions/", error->submission, PAGE_TEAM);
		fputs("<td class=\"remarks\"><p>", out);
		page_cause(out, error->cause);
		fputs("</p></td></tr>", out);
	}
	fputs("</tbody></table></div>", out);
}

/* ---- the store ---- */

static void write_tile(FILE *out, uint64_t number, const char *what)
{
	fprintf(out, "<div class=\"tile\"><b>%" PRIu64 "</b><span>%s</span></div>", number, what);
}

static void write_tiles(FILE *out, const struct as_store_status *status)
{
	uint64_t queued = 0, claimed = 0, alive = 0;

	for (size_t i = 0; i < AS_STORE_CLASS_COUNT; i++) {
		queued += status->classes[i].queued;
		claimed += status->classes[i].claimed;
	}
	for (size_t i = 0; i < status->worker_count; i++)
		alive += status->workers[i].is_alive;
	fputs("<div class=\"tiles\">", out);
	write_tile(out, queued, "waiting");
	write_tile(out, claimed, "being judged");
	write_tile(out, status->results_minute, "judged in the last minute");
	write_tile(out, status->results_hour, "in the last hour");
	write_tile(out, status->failed, "failed, ever");
	write_tile(out, alive, alive == 1 ? "worker" : "workers");
	fputs("</div>", out);
}

static void write_age(FILE *out, int64_t age_ms)
{
	if (age_ms < 0)
		fputs(PAGE_DASH, out);
	else
		page_span(out, age_ms);
}

static void write_classes(FILE *out, const struct as_store_status *status)
{
	fputs("<h2>Queue</h2>", out);
	as_html_table(out, "list narrow", "Class|#Waiting|#Being judged|#Held|#Oldest waits");
	for (size_t i = 0; i < AS_STORE_CLASS_COUNT; i++) {
		const struct as_store_queue *queue = &status->classes[i];
		if (queue->queued + queue->claimed + queue->held == 0 && i != AS_STORE_CONTEST)
			continue;
		fprintf(out,
			"<tr><th scope=\"row\">%s</th><td class=\"number\">%" PRIu64
			"</td><td class=\"number\">%" PRIu64 "</td><td class=\"number\">%" PRIu64
			"</td><td class=\"number\">",
			as_store_class_name((enum as_store_class)i), queue->queued, queue->claimed,
			queue->held);
		write_age(out, queue->oldest_ms);
		fputs("</td></tr>", out);
	}
	fputs("</tbody></table></div>", out);
}

static void write_workers(FILE *out, const struct as_store_status *status)
{
	fputs("<h2>Workers</h2>", out);
	if (status->worker_count == 0) {
		fputs("<p class=\"notice error\">No worker is connected, so nothing is judged. "
		      "Start <code>assay worker</code>, or this server without <code>-j "
		      "0</code>.</p>",
			out);
		return;
	}
	as_html_table(out, "list narrow", "Worker|State|#Connected for|#Judges now");
	for (size_t i = 0; i < status->worker_count; i++) {
		const struct as_store_worker *worker = &status->workers[i];
		fputs("<tr><th scope=\"row\">", out);
		as_html_name(out, worker->name);
		fprintf(out, "</th><td>%s</td><td class=\"number\">",
			worker->is_alive ? "<span class=\"verdict AC\">alive</span>"
					 : "<span class=\"verdict RTE\">gone</span>");
		write_age(out, worker->opened_ms);
		fprintf(out, "</td><td class=\"number\">%" PRIu64 "</td></tr>", worker->claimed);
	}
	fputs("</tbody></table></div>", out);
}

static void write_holds(FILE *out, const struct as_store_status *status)
{
	if (status->hold_count == 0)
		return;
	fputs("<h2>Held packages</h2><p class=\"sub\">Submissions to a held package wait until the "
	      "package is fixed.</p>",
		out);
	as_html_table(out, "list", "Package|Cause|#Held for|#Submissions");
	for (size_t i = 0; i < status->hold_count; i++) {
		const struct as_store_hold *hold = &status->holds[i];
		fputs("<tr><th scope=\"row\">", out);
		as_html_name(out, hold->name);
		fputs("</th><td class=\"remarks\"><p>", out);
		page_cause(out, hold->cause);
		fputs("</p></td><td class=\"number\">", out);
		write_age(out, hold->held_ms);
		fprintf(out, "</td><td class=\"number\">%" PRIu64 "</td></tr>", hold->jobs);
	}
	fputs("</tbody></table></div>", out);
}

void as_contest_page_jury_queue_fragment(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_queue_view *view)
{
	if (view->status) {
		write_tiles(out, view->status);
		write_holds(out, view->status);
	} else {
		fputs("<p class=\"notice error\">The store does not answer. Submissions that were "
		      "received are safe.</p>",
			out);
	}
	write_errors(out, visit, view);
	write_unjudged(out, visit);
	if (view->status) {
		write_classes(out, view->status);
		write_workers(out, view->status);
	}
}

void as_contest_page_jury_queue(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_queue_view *view)
{
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_QUEUE, .title = "Queue", .is_live = true});
	fputs("<div data-live=\"queue\" data-poll=\"", out);
	page_address(out, visit->base, "/jury/queue/fragment", NULL);
	fputs("\" data-every=\"3\">\n", out);
	as_contest_page_jury_queue_fragment(out, visit, view);
	fputs("</div>", out);
	page_end(out, visit);
}

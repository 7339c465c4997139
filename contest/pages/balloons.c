/* SPDX-License-Identifier: MIT */
/* The page of the runners who deliver balloons, for a phone. */
#include "page.h"

/* Maximum number of delivered balloons that are listed. */
#define LISTED 100

/* ---- a balloon ---- */

static void write_handing(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_handing *handing = as_contest_log_handing(visit->log, index);

	fputs(PAGE_DOT "delivered ", out);
	page_moment(out, handing->wall_ms);
	if (handing->account == AS_CONTEST_NONE)
		return;
	fputs(" by ", out);
	as_html_name(out, as_contest_log_account(visit->log, handing->account)->username);
}

static void write_facts(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_balloon *balloon)
{
	fputs("<p class=\"sub\">", out);
	if (balloon->time_ms == AS_NEVER_MS)
		fputs("no longer accepted", out);
	else
		page_contest_time(out, balloon->time_ms);
	if (balloon->is_first)
		fputs(PAGE_DOT "<span class=\"chip first\">first to solve</span>", out);
	if (balloon->state != AS_CONTEST_BALLOON_WAITS)
		write_handing(out, visit, balloon->handing);
	fputs("</p>", out);
}

static void write_form(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_balloon *balloon, enum as_contest_handing_kind kind,
	const char *button)
{
	if (!page_may_serve(visit, AS_CONTEST_BALLOON))
		return;
	page_form(out, visit, "/balloons", "");
	fputs("<input type=\"hidden\" name=\"team\" value=\"", out);
	page_attribute(out, as_contest_log_team(visit->log, balloon->team)->id);
	fputs("\"><input type=\"hidden\" name=\"problem\" value=\"", out);
	page_attribute(out, page_contest(visit)->problems[balloon->problem].id);
	fprintf(out,
		"\"><input type=\"hidden\" name=\"action\" value=\"%s\">"
		"<button%s>%s</button></form>",
		as_contest_handing_name(kind),
		kind == AS_CONTEST_BALLOON_UNDO    ? " class=\"plain\""
		: kind == AS_CONTEST_BALLOON_FETCH ? " class=\"grave\""
						   : "",
		button);
}

static void write_forms(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_balloon *balloon)
{
	switch (balloon->state) {
	case AS_CONTEST_BALLOON_WAITS:
		write_form(out, visit, balloon, AS_CONTEST_BALLOON_DELIVER, "Delivered");
		break;
	case AS_CONTEST_BALLOON_DELIVERED:
		write_form(out, visit, balloon, AS_CONTEST_BALLOON_UNDO, "Undo");
		break;
	case AS_CONTEST_BALLOON_TAKE_BACK:
		write_form(out, visit, balloon, AS_CONTEST_BALLOON_FETCH, "Taken back");
		break;
	case AS_CONTEST_BALLOON_NONE:
		break;
	}
}

static void write_balloon(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_balloon *balloon)
{
	const struct as_contest_problem *problem = &page_contest(visit)->problems[balloon->problem];

	fputs("<li><div class=\"balloon\">", out);
	page_label(out, problem);
	if (problem->color) {
		fputs("<small>", out);
		as_html_name(out, problem->color);
		fputs("</small>", out);
	}
	fputs("</div><div class=\"to\">", out);
	page_place(out, visit, balloon->team);
	fputs("<p>", out);
	page_labelled_team(out, visit, balloon->team);
	fputs("</p>", out);
	write_facts(out, visit, balloon);
	fputs("</div>", out);
	write_forms(out, visit, balloon);
	fputs("</li>\n", out);
}

/* ---- the lists ---- */

static size_t count_of(
	const struct as_contest_balloons *balloons, enum as_contest_balloon_state state)
{
	size_t count = 0;

	for (size_t i = 0; i < balloons->count; i++)
		count += balloons->items[i].state == state;
	return count;
}

static void write_list(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_balloons *balloons, enum as_contest_balloon_state state,
	const char *heading)
{
	const size_t count = count_of(balloons, state);

	if (count == 0)
		return;
	fprintf(out, "<h2>%s <span class=\"chip\">%zu</span></h2><ul class=\"helpers\">\n", heading,
		count);
	for (size_t i = 0; i < balloons->count; i++)
		if (balloons->items[i].state == state)
			write_balloon(out, visit, &balloons->items[i]);
	fputs("</ul>", out);
}

/* The last handing first. */
static int compare_delivered(const void *left, const void *right)
{
	const struct as_contest_balloon *a = left, *b = right;
	const bool is_a = a->state == AS_CONTEST_BALLOON_DELIVERED,
		   is_b = b->state == AS_CONTEST_BALLOON_DELIVERED;

	return is_a != is_b ? is_b - is_a : (a->handing < b->handing) - (a->handing > b->handing);
}

/* Changes the order of the balloons. */
static void write_delivered(
	FILE *out, const struct as_contest_visit *visit, struct as_contest_balloons *balloons)
{
	const size_t all = count_of(balloons, AS_CONTEST_BALLOON_DELIVERED);
	struct as_contest_balloons newest = {balloons->items, all < LISTED ? all : LISTED};

	if (all > 0)
		qsort(balloons->items, balloons->count, sizeof *balloons->items, compare_delivered);
	write_list(out, visit, &newest, AS_CONTEST_BALLOON_DELIVERED, "Delivered");
	if (all > newest.count)
		fprintf(out, "<p class=\"sub\">The newest of %zu delivered balloons.</p>", all);
}

/* The places of the teams that wait for balloons. */
static void write_map(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_balloons *balloons)
{
	const struct as_contest *contest = page_contest(visit);
	AS_AUTO_FREE const struct as_contest_team **teams =
		calloc(balloons->count + 1, sizeof(const struct as_contest_team *));
	AS_AUTO_FREE char *address = as_text_format(NULL, "%s/pictures/map", visit->base);
	size_t count = 0;

	if (!as_contest_has_map(contest) || !teams || !address)
		return;
	for (size_t i = 0; i < balloons->count; i++) {
		const struct as_contest_team *team =
			as_contest_log_team(visit->log, balloons->items[i].team);
		const bool is_due = balloons->items[i].state != AS_CONTEST_BALLOON_DELIVERED;
		bool is_new = is_due;
		for (size_t k = 0; k < count && is_new; k++)
			is_new = teams[k] != team;
		if (is_new)
			teams[count++] = team;
	}
	if (count == 0)
		return;
	fputs("<h2>Map</h2>", out);
	as_contest_write_map(out, contest, address, teams, count);
}

static void write_freeze(FILE *out, const struct as_contest_visit *visit)
{
	const uint64_t limit = page_contest(visit)->settings.hall.balloons_in_freeze;

	if (!as_contest_log_is_frozen(visit->log) || limit == AS_CONTEST_UNLIMITED)
		return;
	if (limit == 0)
		fputs("<p class=\"freeze\">The board is frozen: problems solved since then get no "
		      "balloons.</p>",
			out);
	else
		fprintf(out,
			"<p class=\"freeze\">The board is frozen: for problems solved since then, "
			"a "
			"team gets balloons until it has %" PRIu64 ".</p>",
			limit);
}

static void write_balloons(FILE *out, const struct as_contest_visit *visit)
{
	AS_AUTO(as_contest_balloons_clear) struct as_contest_balloons balloons = {0};

	if (as_contest_log_balloons(visit->log, &balloons, NULL)) {
		fputs("<p class=\"notice error\">The server is out of memory.</p>", out);
		return;
	}
	write_freeze(out, visit);
	write_list(out, visit, &balloons, AS_CONTEST_BALLOON_TAKE_BACK, "Take back");
	write_list(out, visit, &balloons, AS_CONTEST_BALLOON_WAITS, "To deliver");
	if (count_of(&balloons, AS_CONTEST_BALLOON_WAITS) == 0)
		fputs("<p class=\"empty\">No balloon waits.</p>", out);
	write_map(out, visit, &balloons);
	write_delivered(out, visit, &balloons);
}

void as_contest_page_balloons(FILE *out, const struct as_contest_visit *visit)
{
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_BALLOONS,
			.title = "Balloons",
			.is_live = true,
			.style = "helpers.css"});
	page_live_begin(out, "balloons", 3);
	write_balloons(out, visit);
	page_live_end(out);
	page_end(out, visit);
}

/* SPDX-License-Identifier: MIT */
/* The frame of every page. */
#include "page.h"

/* ---- the head ---- */

static void write_script(FILE *out, const char *base, const char *name)
{
	as_site_page_script(out, base, &as_contest_assets, name);
}

void page_style(FILE *out, const char *base, const char *name)
{
	fputs("<link rel=\"stylesheet\" href=\"", out);
	as_site_page_asset(out, base, &as_contest_assets, name);
	fputs("\">", out);
}

/* Classic scripts (not modules), which run before the scripts after them. */
static void write_library(
	FILE *out, const struct as_contest_visit *visit, const char *style, const char *script)
{
	fputs("<link rel=\"stylesheet\" href=\"", out);
	page_library_address(out, visit, style);
	fputs("\"><script defer src=\"", out);
	page_library_address(out, visit, script);
	fputs("\"></script>", out);
}

static void write_libraries(
	FILE *out, const struct as_contest_visit *visit, const struct page_frame *frame)
{
	if (!visit->libraries)
		return;
	if (frame->has_math && as_site_libraries_have_math(visit->libraries)) {
		write_library(out, visit, "katex.css", "katex.js");
		write_script(out, visit->base, "math.js");
	}
	if (frame->place == PAGE_SUBMIT && as_site_libraries_have_editor(visit->libraries)) {
		write_library(out, visit, "codemirror.css", "codemirror.js");
		write_script(out, visit->base, "editor.js");
	}
}

static void write_title(FILE *out, const struct page_frame *frame, const char *contest)
{
	fputs("<title>", out);
	if (frame->label) {
		page_attribute(out, frame->label);
		fputs(": ", out);
	}
	page_attribute(out, frame->title);
	fputs(PAGE_DOT, out);
	page_attribute(out, contest);
	fputs("</title>", out);
}

/* ---- navigation ---- */

struct entry {
	enum page_place place;
	const char *path, *text;
	const char *news; /* the news that it counts, or NULL */
};

static void write_entry(FILE *out, const struct as_contest_visit *visit, const struct entry *entry,
	enum page_place here, uint64_t count)
{
	fputs("<a href=\"", out);
	page_address(out, visit->base, entry->path, NULL);
	fprintf(out, "\"%s", entry->place == here ? " aria-current=\"page\"" : "");
	if (entry->news)
		fprintf(out, " data-count=\"%s\"", entry->news);
	fprintf(out, ">%s", entry->text);
	if (count > 0)
		fprintf(out, " <span class=\"count\">%" PRIu64 "</span>", count);
	fputs("</a>", out);
}

static void write_jury_entries(FILE *out, const struct as_contest_visit *visit,
	enum page_place here, const struct page_news *news)
{
	static const struct entry entries[] = {{PAGE_JURY_BOARD, "/jury", "Jury board", NULL},
		{PAGE_JURY_SUBMISSIONS, "/jury/submissions", "Submissions", NULL},
		{PAGE_JURY_REJUDGINGS, "/jury/rejudgings", "Rejudgings", NULL},
		{PAGE_JURY_CLARIFICATIONS, "/jury/clarifications", "Clarifications",
			"clarifications"},
		{PAGE_JURY_PROBLEMS, "/jury/problems", "Packages", NULL},
		{PAGE_JURY_TEAMS, "/jury/teams", "Teams", NULL},
		{PAGE_JURY_QUEUE, "/jury/queue", "Queue", NULL},
		{PAGE_JURY_CLOCK, "/jury/clock", "Clock", NULL},
		{PAGE_JURY_AUDIT, "/jury/audit", "Audit log", NULL}};

	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
		write_entry(out, visit, &entries[i], here,
			entries[i].place == PAGE_JURY_CLARIFICATIONS ? news->clarifications : 0);
}

static void write_helper_entries(FILE *out, const struct as_contest_visit *visit,
	enum page_place here, const struct page_news *news)
{
	static const struct entry balloons = {PAGE_BALLOONS, "/balloons", "Balloons", "balloons"},
				  prints = {PAGE_PRINTS, "/prints", "Prints", NULL},
				  checkin = {PAGE_CHECKIN, "/checkin", "Check-in", NULL};

	if (page_helps(visit, AS_CONTEST_BALLOON))
		write_entry(out, visit, &balloons, here, news->balloons);
	if (page_helps(visit, AS_CONTEST_STAFF) && page_contest(visit)->settings.hall.has_prints)
		write_entry(out, visit, &prints, here, 0);
	/* The jury has a link on the page of teams. */
	if (page_helps(visit, AS_CONTEST_STAFF) && !page_is_jury(visit))
		write_entry(out, visit, &checkin, here, 0);
}

static bool has_started(const struct as_contest_visit *visit)
{
	return as_contest_log_start_of(visit->log, page_team(visit)).wall_ms != AS_NEVER_MS;
}

static void write_entries(FILE *out, const struct as_contest_visit *visit, enum page_place here,
	const struct page_news *news)
{
	static const struct entry home = {PAGE_HOME, "/home", "Home", NULL},
				  board = {PAGE_BOARD, "/", "Board", NULL},
				  /* Before the start, the front page is the home page. */
		early = {PAGE_BOARD, "/board", "Board", NULL},
				  problems = {PAGE_PROBLEMS, "/problems", "Problems", NULL},
				  submit = {PAGE_SUBMIT, "/submit", "Submit", NULL},
				  submissions = {PAGE_SUBMISSIONS, "/submissions", "Submissions",
					  "submissions"},
				  clarifications = {PAGE_CLARIFICATIONS, "/clarifications",
					  "Clarifications", "clarifications"},
				  print = {PAGE_PRINT, "/print", "Print", NULL},
				  start = {PAGE_START, "/start", "Start", NULL},
				  own = {PAGE_START, "/start", "Own board", NULL};

	write_entry(out, visit, &home, here, 0);
	write_entry(out, visit,
		as_contest_log_state(visit->log)->started_wall_ms == AS_NEVER_MS ? &early : &board,
		here, 0);
	write_entry(out, visit, &problems, here, 0);
	if (page_has_start(visit))
		write_entry(out, visit, has_started(visit) ? &own : &start, here, 0);
	if (page_team(visit) != AS_CONTEST_NONE) {
		write_entry(out, visit, &submit, here, 0);
		write_entry(out, visit, &submissions, here, news->verdicts);
		if (page_contest(visit)->settings.hall.has_prints)
			write_entry(out, visit, &print, here, 0);
	}
	if (page_is_jury(visit))
		write_jury_entries(out, visit, here, news);
	else
		write_entry(out, visit, &clarifications, here, news->clarifications);
	write_helper_entries(out, visit, here, news);
}

static void write_visitor(FILE *out, const struct as_contest_visit *visit, enum page_place here)
{
	const struct as_contest_account *account = page_account(visit);
	static const struct entry login = {PAGE_LOGIN, "/login", "Log in", NULL};

	fputs("<div class=\"who\">", out);
	if (!account) {
		write_entry(out, visit, &login, here, 0);
	} else {
		if (page_team(visit) != AS_CONTEST_NONE)
			page_team_link(out, visit, account->team);
		else
			as_html_name(out, account->name ? account->name : account->username);
	}
	if (account && !visit->viewer) {
		page_form(out, visit, "/logout", "");
		fputs("<button class=\"plain\">Log out</button></form>", out);
	}
	fputs("</div>", out);
}

static void write_viewer(FILE *out, const struct as_contest_visit *visit)
{
	if (!visit->viewer)
		return;
	page_form(out, visit, "/as/end", " class=\"viewing\"");
	fputs("<p><b>", out);
	as_html_name(out, visit->viewer->username);
	fputs("</b> looks at the site as the team <b>", out);
	if (page_team(visit) != AS_CONTEST_NONE)
		as_html_name(out, as_contest_team_display_name(
					  as_contest_log_team(visit->log, page_team(visit))));
	fputs("</b>. Nothing can be changed.</p><button>End</button></form>", out);
}

/* ---- the frame ---- */

static void write_notices(FILE *out, const struct as_contest_visit *visit)
{
	static const char *const kinds[] = {
		[AS_CONTEST_NOTICE_INFO] = "info\" role=\"status",
		[AS_CONTEST_NOTICE_DONE] = "done\" role=\"status",
		[AS_CONTEST_NOTICE_ERROR] = "error\" role=\"alert",
	};

	for (size_t i = 0; i < visit->notice_count; i++) {
		const struct as_contest_notice *notice = &visit->notices[i];
		fprintf(out, "<p class=\"notice %s\">", kinds[notice->kind]);
		page_sentence(out, notice->text);
		fputs("</p>", out);
	}
}

static void write_heading(FILE *out, const struct page_frame *frame)
{
	if (frame->is_silent)
		return;
	fputs("<h1>", out);
	if (frame->label) {
		fputs("<span class=\"before\">", out);
		as_html_name(out, frame->label);
		fputs("</span> ", out);
	}
	as_html_name(out, frame->title);
	fputs("</h1>", out);
}

/* A live region, which is polled more often for an account than for the public. */
static void write_news(
	FILE *out, const struct as_contest_visit *visit, const struct page_news *news)
{
	fputs("<div class=\"news\" id=\"news\" role=\"status\" data-news=\"", out);
	page_address(out, visit->base, "/news", NULL);
	fprintf(out, "\" data-every=\"%d\"", visit->account == AS_CONTEST_NONE ? 15 : 5);
	if (page_is_notified(visit)) {
		fputs(" data-who=\"", out);
		page_attribute(out, page_account(visit)->username);
		fputs("\"", out);
	}
	fputs(">", out);
	page_news(out, visit, news);
	fputs("</div>", out);
}

void page_begin(FILE *out, const struct as_contest_visit *visit, const struct page_frame *frame)
{
	const char *name = page_contest(visit)->settings.name;
	const struct page_news news = page_news_of(visit);

	as_site_page_head(out, visit->base, &as_contest_assets);
	write_script(out, visit->base, "page.js");
	if (page_is_notified(visit))
		write_script(out, visit->base, "notify.js");
	if (frame->is_live)
		write_script(out, visit->base, "live.js");
	write_script(out, visit->base, "fit.js");
	if (frame->place == PAGE_BOARD || frame->place == PAGE_JURY_BOARD)
		write_script(out, visit->base, "board.js");
	if (frame->place == PAGE_SUBMIT)
		write_script(out, visit->base, "submit.js");
	write_libraries(out, visit, frame);
	if (frame->style)
		page_style(out, visit->base, frame->style);
	write_title(out, frame, name);
	fprintf(out, "</head><body data-now=\"%" PRId64 "\">", visit->now_wall_ms);
	fputs("<a class=\"skip\" href=\"#main\">Skip to the content</a><header "
	      "class=\"top\">",
		out);
	write_viewer(out, visit);
	fprintf(out, "<div class=\"bar%s\"><a class=\"contest\" href=\"",
		page_is_jury(visit) ? " many" : "");
	page_address(out, visit->base, "/", NULL);
	fputs("\">", out);
	as_html_name(out, name);
	fputs("</a><nav aria-label=\"Pages\">", out);
	write_entries(out, visit, frame->place, &news);
	fputs("</nav>", out);
	write_visitor(out, visit, frame->place);
	fputs("</div>", out);
	if (page_is_notified(visit))
		fputs("<button type=\"button\" class=\"plain\" id=\"notify\" hidden></button>",
			out);
	page_clock(out, visit);
	write_news(out, visit, &news);
	fprintf(out, "</header><main id=\"main\"%s>", frame->is_wide ? " class=\"wide\"" : "");
	write_notices(out, visit);
	write_heading(out, frame);
}

void page_end(FILE *out, const struct as_contest_visit *visit)
{
	fputs("</main><footer>", out);
	if (visit->index) {
		fputs("<a href=\"", out);
		page_address(out, visit->index, "/", NULL);
		fputs("\">All contests</a>" PAGE_DOT, out);
	}
	as_html_name(out, page_contest(visit)->settings.formal_name
				  ? page_contest(visit)->settings.formal_name
				  : page_contest(visit)->settings.name);
	fputs(PAGE_DOT "judged by Assay</footer></body></html>\n", out);
}

/* ---- without a log ---- */

void page_begin_plain(FILE *out, const char *base, const char *title)
{
	as_site_page_head(out, base, &as_contest_assets);
	fputs("<title>", out);
	page_attribute(out, title);
	fputs("</title></head><body><main id=\"main\"><h1>", out);
	as_html_name(out, title);
	fputs("</h1>", out);
}

void page_end_plain(FILE *out)
{
	fputs("</main></body></html>\n", out);
}

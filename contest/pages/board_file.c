/* SPDX-License-Identifier: MIT */
/* The public board in one file. */
#include "pictures.h"

/* ---- the state ---- */

static const char *state_words(const struct as_contest_log *log, int64_t now_ms)
{
	const struct as_contest_state *state = as_contest_log_state(log);
	const struct as_contest_state at = as_contest_state_at(as_contest_log_clock(log), now_ms);

	if (at.started_wall_ms == AS_NEVER_MS)
		return "The contest begins later.";
	if (at.ended_wall_ms == AS_NEVER_MS)
		return "The contest is running: preliminary results.";
	if (state->finalized_wall_ms != AS_NEVER_MS)
		return as_contest_log_is_frozen(log)
			       ? "The results are final, and not published yet."
			       : "Final results.";
	return "The contest is over: preliminary results.";
}

static void write_head(FILE *out, const struct as_contest_log *log, int64_t now_ms)
{
	const struct as_contest *contest = as_contest_log_contest(log);
	const char *formal = contest->settings.formal_name;

	if (page_has_banner(contest))
		fputs("<i class=\"banner0\"></i>", out);
	fputs("<h1>", out);
	as_html_name(out, formal ? formal : contest->settings.name);
	fprintf(out, "</h1><p class=\"sub\">%s As of ", state_words(log, now_ms));
	page_moment(out, now_ms);
	fputs(".</p>", out);
}

/* ---- the style ---- */

static char *make_style(
	const struct as_contest *contest, struct as_findings *notes, struct as_error *error)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int failed = 0;

	if (out) {
		fputs(as_site_asset_find(&as_contest_assets, "/assets/style.css")->bytes, out);
		failed = page_picture_styles(out, contest, notes, error);
	}
	AS_AUTO_FREE char *style = as_text_close(out, &text, error);
	return failed ? NULL : as_steal(style);
}

/* ---- the file ---- */

int as_contest_board_file(FILE *out, const struct as_contest_log *log, int64_t now_ms,
	struct as_findings *notes, struct as_error *error)
{
	const struct as_contest *contest = as_contest_log_contest(log);
	AS_AUTO_FREE char *style = make_style(contest, notes, error);
	const struct as_html_page page = {
		.title = contest->settings.name, .style = style, .has_pictures = true};

	if (!style)
		return -1;
	as_html_begin(out, &page);
	fputs("<main class=\"wide\">", out);
	write_head(out, log, now_ms);
	as_contest_page_board_fragment(
		out, log, NULL, false, &(const struct as_contest_board_filter){0});
	page_board_legend(out, log, false);
	fputs("</main><footer>judged by Assay</footer>", out);
	as_html_end(out, &page);
	return 0;
}

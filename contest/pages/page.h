/* SPDX-License-Identifier: MIT */
/* page: private header of pages: the frame of a page, and common parts. */
#ifndef ASSAY_CONTEST_PAGES_PAGE_H
#define ASSAY_CONTEST_PAGES_PAGE_H

#include <assay/contest/pages.h>
#include <assay/html.h>
#include <assay/site/parts.h>
#include <inttypes.h>
#include <string.h>

#define PAGE_DASH "\xe2\x80\x93"
#define PAGE_DOT " \xc2\xb7 "

/* ---- the frame ---- */

/* The entries of the navigation. */
enum page_place {
	PAGE_ELSEWHERE,
	PAGE_HOME,
	PAGE_BOARD,
	PAGE_PROBLEMS,
	PAGE_SUBMIT,
	PAGE_SUBMISSIONS,
	PAGE_CLARIFICATIONS,
	PAGE_LOGIN,
	PAGE_JURY_BOARD,
	PAGE_JURY_SUBMISSIONS,
	PAGE_JURY_CLARIFICATIONS,
	PAGE_JURY_REJUDGINGS,
	PAGE_JURY_PROBLEMS,
	PAGE_JURY_TEAMS,
	PAGE_JURY_CLOCK,
	PAGE_JURY_QUEUE,
	PAGE_JURY_AUDIT,
	PAGE_BALLOONS,
	PAGE_PRINT,
	PAGE_PRINTS,
	PAGE_CHECKIN,
	PAGE_START,
};
struct page_frame {
	enum page_place place;
	const char *title; /* untrusted; also the title of the window */
	const char *label; /* written before the title, such as a problem's label; or NULL */
	bool is_wide;      /* a table that uses the whole width */
	bool is_live;      /* has a part that is updated live */
	bool is_silent;    /* no heading: the page writes its own */
	bool has_math;     /* has formulas for KaTeX */
	const char *style; /* another style sheet of the assets; or NULL */
};
/* Writes a page from the doctype to the heading in <main>. */
void page_begin(FILE *out, const struct as_contest_visit *visit, const struct page_frame *frame);
void page_end(FILE *out, const struct as_contest_visit *visit);
/* Writes the link to a style sheet of the assets. */
void page_style(FILE *out, const char *base, const char *name);
/* Writes the address of a file of KaTeX or CodeMirror; false: it is missing, and nothing is
 * written.
 */
bool page_library_address(FILE *out, const struct as_contest_visit *visit, const char *name);
/* The frame of a page without a log. */
void page_begin_plain(FILE *out, const char *base, const char *title);
void page_end_plain(FILE *out);

/* ---- the visitor (visit.c) ---- */

const struct as_contest_account *page_account(const struct as_contest_visit *visit);
bool page_is_jury(const struct as_contest_visit *visit);
/* True for the roles of the jury that may change things: admin and judge. */
bool page_may_judge(const struct as_contest_visit *visit);
bool page_is_admin(const struct as_contest_visit *visit);
/* True for the role of a page for helpers, and for the jury; page_may_serve: without analysts, who
 * see no forms. */
bool page_helps(const struct as_contest_visit *visit, enum as_contest_role role);
bool page_may_serve(const struct as_contest_visit *visit, enum as_contest_role role);
/* The visitor's team, or AS_CONTEST_NONE. */
size_t page_team(const struct as_contest_visit *visit);
static inline const struct as_contest *page_contest(const struct as_contest_visit *visit)
{
	return as_contest_log_contest(visit->log);
}

/* ---- parts of every site ---- */

#define page_address as_site_write_address
#define page_attribute as_site_write_attribute
#define page_value as_site_write_value
#define page_block as_site_write_block
#define page_cause as_site_write_cause
#define page_moment as_site_write_moment
#define page_span as_site_write_span
#define page_span_up as_site_write_span_up
#define page_option as_site_write_option
#define page_sentence as_site_write_sentence
#define page_live_begin as_site_write_live_begin
#define page_live_end as_site_write_live_end

/* ---- parts (parts.c) ---- */

/* A contest time in a table: H:MM:SS. */
void page_contest_time(FILE *out, int64_t time_ms);
/* <span> with a verdict in words; "pending" for AS_VERDICT_NONE. */
static inline void page_verdict(FILE *out, enum as_verdict verdict)
{
	as_site_write_verdict(out, as_verdict_name(verdict), as_verdict_title(verdict));
}
/* A link to a team's page, with its name. */
void page_team_link(FILE *out, const struct as_contest_visit *visit, size_t team);
/* The same after the team's label. */
void page_labelled_team(FILE *out, const struct as_contest_visit *visit, size_t team);
/* The teams that still have time, and the end of the last one; nothing if no team has time. */
void page_late(FILE *out, const struct as_contest_visit *visit);
/* The place of a team in the hall; without a place, nothing. */
void page_place(FILE *out, const struct as_contest_visit *visit, size_t team);
/* A problem's label with its colour. */
void page_label(FILE *out, const struct as_contest_problem *problem);
/* Only the label. */
void page_label_text(FILE *out, const struct as_contest_problem *problem);
/* True if it has a colour, "#rgb" or "#rrggbb", which becomes part of a picture or an attribute. */
bool page_has_color(const struct as_contest_problem *problem);
/* A link to a problem's page: label and name. */
void page_problem_link(FILE *out, const struct as_contest_visit *visit, size_t problem);
/* The name of a language by its id. */
void page_language(FILE *out, const struct as_contest_visit *visit, const char *id);
/* The points of a score. */
void page_score(FILE *out, int64_t score_e6);
void page_points(FILE *out, double score);

/* ---- forms (forms.c) ---- */

/* as_site_write_form for the visitor. */
static inline void page_form(
	FILE *out, const struct as_contest_visit *visit, const char *path, const char *kind)
{
	as_site_write_form(out, visit->base, path, visit->csrf, kind);
}
/* "I am sure" for a form that can change results, if they are final. */
void page_sure_final(FILE *out, const struct as_contest_visit *visit);
/* An <option> for each problem (value: id); one can be selected. */
void page_problem_options(FILE *out, const struct as_contest_visit *visit, size_t selected);
/* True if a team is in the group. */
bool page_group_has_teams(const struct as_contest_log *log, size_t group);
void page_team_options(FILE *out, const struct as_contest_visit *visit, size_t selected);
/* True if the language can be judged and the problem (AS_CONTEST_NONE: any problem) allows it. */
bool page_offers(
	const struct as_contest_visit *visit, size_t problem, const struct as_language *language);
/* An <option> for each language (value: id) that can be judged and that the problem allows;
 * AS_CONTEST_NONE: that any problem allows. */
void page_language_options(
	FILE *out, const struct as_contest_visit *visit, size_t problem, const char *selected);

/* ---- the clock (clock.c) ---- */

/* The bar below the navigation. */
void page_clock(FILE *out, const struct as_contest_visit *visit);
bool page_is_paused(const struct as_contest_visit *visit);
/* A hidden element of a fragment with the times of the clock of the contest, and of the visitor. */
void page_times(FILE *out, const struct as_contest_log *log);
void page_visitor_times(FILE *out, const struct as_contest_visit *visit);

/* ---- news (news.c) ---- */

struct page_news {
	uint64_t clarifications; /* unread ones of a team, or unanswered ones for the jury */
	uint64_t verdicts;       /* of the team that it has not seen */
	size_t last;             /* the submission of the last of these verdicts */
	uint64_t balloons;       /* that wait or must be taken back, for those who deliver them */
};
struct page_news page_news_of(const struct as_contest_visit *visit);
void page_news(FILE *out, const struct as_contest_visit *visit, const struct page_news *news);
/* True if the visitor can get notifications of the system; what they are about (items.c). */
bool page_is_notified(const struct as_contest_visit *visit);
void page_items(FILE *out, const struct as_contest_visit *visit);

/* ---- a team's own start (visit.c, jury_starts.c) ---- */

/* True if the visitor's team starts by itself, or can start now. */
bool page_has_start(const struct as_contest_visit *visit);
/* For the jury: the start and the end of the team's time; and, if it has started, a form that takes
 * the start back. */
void page_jury_start(FILE *out, const struct as_contest_visit *visit, size_t team);
void page_jury_reset(FILE *out, const struct as_contest_visit *visit, size_t team);

/* ---- the board ---- */

/* A field of a filter: NULL and "" are not set. */
static inline bool page_is_set(const char *text)
{
	return text && *text;
}

/* A paragraph about tries and the penalty time that they add. */
void page_tries(FILE *out, const struct as_rules *rules);
/* Explains the column "Solved by". */
void page_solved_words(FILE *out, bool jury);
/* The legend of a board's cells, page_tries and page_solved_words. */
void page_board_legend(FILE *out, const struct as_contest_log *log, bool jury);
/* Writes an attribute of a live board: the main group, if there is one. */
void page_main_group(FILE *out, const struct as_contest *contest);
/* Final ranks by team, 0: none; NULL: results are not final, or hidden (medals.c). */
uint32_t *page_final_ranks(const struct as_contest_log *log, bool jury);
/* Medals by team, likewise; also NULL if memory runs out. */
enum page_medal { PAGE_NO_MEDAL, PAGE_BRONZE, PAGE_SILVER, PAGE_GOLD };
uint8_t *page_medals(const struct as_contest_log *log, bool jury);

/* ---- submissions ---- */

/* The judgement that the visitor sees as the submission's; AS_CONTEST_NONE: pending. */
size_t page_judgement(const struct as_contest_visit *visit, size_t submission);
/* The verdict that the visitor may see, with points in score contests. */
void page_submission_verdict(FILE *out, const struct as_contest_visit *visit, size_t submission);
/* For the jury, after the verdict: the progress of the newest judgement, unless it ended. */
void page_jury_stage(FILE *out, const struct as_contest_visit *visit, size_t submission);
/* For the jury, after the verdict: a mark if it comes from an earlier version of the package. */
void page_jury_version(FILE *out, const struct as_contest_visit *visit, size_t submission);
/* For the jury: the number of verdicts from earlier versions, with a link to the list; nothing if
 * the number is 0.
 */
void page_jury_earlier(FILE *out, const struct as_contest_visit *visit);
/* A link with the submission's number, as in the API. */
void page_submission_link(
	FILE *out, const struct as_contest_visit *visit, const char *path, size_t submission);
/* Begins a row about a submission: its number, a link if `path` is not NULL; the cells that are
 * asked for; its problem. */
enum { PAGE_TIME = 1, PAGE_TEAM = 2 };
void page_submission_row(FILE *out, const struct as_contest_visit *visit, const char *path,
	size_t submission, unsigned cells);
/* The fields of a filter of submissions: problem, team, language, verdict (jury_submissions.c). */
void page_filter_fields(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_filter *filter);
/* A link to a rejudging, and its state (jury_rejudgings.c). */
void page_rejudging_link(FILE *out, const struct as_contest_visit *visit, size_t index);
void page_rejudging_state(FILE *out, const struct as_contest_visit *visit, size_t index);
/* A link to the comparison with the submission before it, if there is one (comparison.c). */
void page_compare_link(FILE *out, const struct as_contest_visit *visit, size_t submission);
/* Source files (source.c). */
void page_source(FILE *out, const struct as_submitted *submitted);
/* The lines in which an output differs from an answer (diff.c). `is_cut`: one text is only an
 * excerpt. */
struct page_diff {
	const char *output, *answer;
	size_t output_size, answer_size;
	bool is_cut;
};
void page_difference(FILE *out, const struct page_diff *diff);

#endif

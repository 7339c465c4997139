/* SPDX-License-Identifier: MIT */
/**
 * pages: the HTML pages of a contest, as functions that write to a stream from the state of the
 * log. They know no HTTP: the server resolves the address, checks permissions, reads results and
 * sources from the store, takes the lock, and calls one function.
 *
 * Pages work without JavaScript, except for live updates. They comply with the policy `default-src
 * 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src
 * 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`: styles and scripts are
 * files (as_contest_assets). All untrusted text is escaped.
 *
 * Errors: writing returns none. `out` is a stream in memory (open_memstream); as_text_close of
 * <assay/html.h> reports if memory ran out.
 *
 * Threads: any thread. All as_contest_page_* functions need the log's lock; they only read memory,
 * and are quick. pages/statement.h and as_contest_assets need no lock.
 *
 * A page function does not check permissions: its comment says which visitors may see the page, and
 * the caller answers 403 or 404 to others. Differences within a page (a judgement in the freeze)
 * are decided here, by as_contest_log_sees_*.
 */
#ifndef ASSAY_CONTEST_PAGES_H
#define ASSAY_CONTEST_PAGES_H

#include <assay/contest/log.h>

/** A message at the top of a page: "Submission 12 was received." */
struct as_contest_notice {
	enum as_contest_notice_kind {
		AS_CONTEST_NOTICE_INFO,
		AS_CONTEST_NOTICE_DONE,
		AS_CONTEST_NOTICE_ERROR,
	} kind;
	const char *text; /**< can quote untrusted text */
};

#define AS_CONTEST_SEEN_MAX 16
struct as_contest_seen_verdict {
	size_t submission;
	int64_t end_event; /**< 0: none */
};
/** The messages and verdicts that an account has seen. The `end_event` of a judgement tells since
 * when its verdict is known; the clocks of several machines do not. All judgements of a rejudging
 * have the same `end_event`. */
struct as_contest_seen {
	bool is_known;         /**< false: a team's pages have no news */
	size_t clarifications; /**< the first ones, of all */
	int64_t verdicts;      /**< all verdicts until this event */
	/** Later verdicts that the account saw on the page of a submission. A rejudging with the
	 * same result keeps the `end_event`. */
	struct as_contest_seen_verdict singles[AS_CONTEST_SEEN_MAX];
};
bool as_contest_seen_verdict(const struct as_contest_seen *seen,
	const struct as_contest_judgement *judgement) AS_NONNULL(1, 2);

/** The data of a request that a page needs. All pointers are borrowed. */
struct as_contest_visit {
	const struct as_contest_log *log;
	/** Prefix of all addresses of the server, without a final '/': "", or "/spring" behind a
	 * proxy. */
	const char *base;
	/** The base of the list of contests; NULL: the server has one contest. */
	const char *index;
	int64_t now_wall_ms;
	size_t account; /**< of the visitor; AS_CONTEST_NONE: not logged in */
	/** Value of the field `csrf` in each form; NULL: forms have no such field. */
	const char *csrf;
	const struct as_contest_notice *notices;
	size_t notice_count;
	const struct as_languages *languages; /**< for their names */
	/** Ids of languages that can be judged, NULL-terminated; NULL: all of the table. */
	const char *const *language_ids;
	const struct as_site_libraries *libraries; /**< NULL: none */
	struct as_contest_seen seen;
	/** The member of the jury who looks at the site as this visitor; NULL: nobody. */
	const struct as_contest_account *viewer;
};

/** The visitor as a reader of the log. Accounts with the roles admin, judge and analyst are the
 * jury (AS_CONTEST_SEES_ALL). */
struct as_contest_reader as_contest_visit_reader(const struct as_contest_visit *visit)
	AS_NONNULL(1);

/** Data of a submission from the store. Pointers are borrowed and can be NULL. */
struct as_contest_evidence {
	/** The submission's files. */
	const struct as_submitted *submitted;
	/** Of the judgement that counts, once it ended; or of the chosen one. */
	const struct as_result *result;
	/** NULL: no counterexample is made for the submission. */
	const struct as_contest_counterexample *counterexample;
	/** The cause of the judging error that counts; for the jury only. NULL: none or unknown */
	const char *cause;
	size_t judgement; /**< the chosen one of the submission, from 1; 0: the one that counts */
};
#include <assay/contest/pages/ceremony.h>
#include <assay/contest/pages/hall.h>
#include <assay/contest/pages/index.h>
#include <assay/contest/pages/jury.h>
#include <assay/contest/pages/messages.h>
#include <assay/contest/pages/screens.h>
#include <assay/contest/pages/start.h>
#include <assay/contest/pages/statement.h>
#include <assay/contest/pages/statistics.h>
#include <assay/site/libraries.h>

/** The files that all pages need: style sheet, scripts, icon; compiled in. */
extern const struct as_site_assets as_contest_assets;

/* ---- addresses ------------------------------------------------------------------------------
 *
 * All begin with the visit's `base`. ID: of a problem or team; N: as_contest_log_find_submission.
 * The answer to a form is a 303 to a page, or the same page with a notice and the typed values.
 * The content of a form is application/x-www-form-urlencoded; of /submit multipart/form-data.
 *
 *	GET /                    as_contest_page_board, public: ?group=ID &organization=ID &name=
 *	                         (a part of the name)
 *	GET /board/fragment      as_contest_page_board_fragment, with an ETag: polled every 15 s
 *	GET /board/events        server-sent events: `event: board`, `id:` the version and a
 *	                         digest, `data:` the lines of the fragment; the first at once,
 *	                         unless Last-Event-ID has that digest. Later ones can be
 *	                         `event: rows` (as_contest_board_change) if the viewer has the
 *	                         fragment before
 *	GET /problems            as_contest_page_problems
 *	GET /problems/ID         as_contest_page_problem: ?language=CODE of the statement
 *	                         (default: the first of Accept-Language that it has)
 *	GET /problems/ID/files/NAME     as_contest_statement_open_file
 *	GET /statements          as_contest_page_statements: ?language=CODE
 *	GET /languages           as_contest_page_languages
 *	GET /rules               as_contest_page_rules
 *	GET /home                as_contest_page_home; before the start also GET / without a query
 *	GET /board               the board, also before the start
 *	GET /statistics          as_contest_page_statistics
 *	GET /teams/ID            as_contest_page_team
 *	GET /login  POST /login  as_contest_page_login; username, password, next
 *	POST /logout
 *	GET /register  POST /register   as_contest_page_register; code, name, username, password
 *	GET /submit  POST /submit       as_contest_page_submit (?problem=ID); problem (an id),
 *	                         language (an id; "": by the file name), files: `file` (several;
 *	                         without a file: one with an empty name), or `source` (a text),
 *	                         entry_point ("": none)
 *	GET /submissions         as_contest_page_submissions
 *	GET /submissions/fragment       as_contest_page_submissions_fragment, polled every 3 s
 *	                         while one is pending, else every 15 s
 *	GET /submissions/N       as_contest_page_submission
 *	GET /submissions/N/fragment     as_contest_page_submission_fragment, polled every second
 *	                         while it is pending
 *	GET /submissions/N/diff  as_contest_page_comparison: ?with=N, an earlier submission (the
 *	                         last one); also /jury/submissions/N/diff
 *	POST /as/end             the session no longer looks at the site as a team
 *	/clarifications, /jury/clarifications    pages/messages.h
 *	GET /assets/NAME         as_contest_assets, site/libraries.h; a query after the name is
 *	                         ignored. GET /assets/fonts/NAME: site/libraries.h
 *	/jury/...                pages/jury.h
 *	/balloons, /print, /prints, /checkin    pages/hall.h
 *	GET /?screen             as_contest_page_screen_board: ?group=ID &organization=ID &name=
 *	GET /screen/verdicts     as_contest_page_screen_verdicts
 *	GET /screen/verdicts/fragment   as_contest_page_verdicts_fragment; also /events, as the
 *	                         board has
 *	GET /screen/countdown    as_contest_page_screen_countdown
 *	GET /pictures/banner     as_contest_find_picture; also /pictures/KIND/ID
 */

/* ---- all visitors ---- */

/** Selects the teams of a board; NULL or "": all, but with a main group only its teams. */
struct as_contest_board_filter {
	const char *group, *organization; /**< ids */
	const char *name;                 /**< a part of the team's name or organization */
};
/** The public board or the jury's. The filter is the form at its top. With scripts, a live board is
 * filtered in the browser, so that one rendering serves all viewers. */
void as_contest_page_board(FILE *out, const struct as_contest_visit *visit, bool jury,
	const struct as_contest_board_filter *filter) AS_NONNULL(1, 2, 4);
/** The page of a board around a fragment that was rendered before. The filter is only
 * the content of the form: the browser applies it. */
void as_contest_page_board_around(FILE *out, const struct as_contest_visit *visit, bool jury,
	const struct as_contest_board_filter *filter, const char *fragment) AS_NONNULL(1, 2, 4, 5);
/**
 * The live part of a board: the table, the text about a freeze, and the times of the clock. It
 * depends only on the state, the audience, `base` and the filter, so all readers of an audience get
 * the same bytes. `filter` NULL: the rows of all teams, among which a script selects. `base` NULL:
 * for as_contest_board_file, without links. It changes
 * only if as_contest_log_board_version of that audience, the clock or the state does.
 */
void as_contest_page_board_fragment(FILE *out, const struct as_contest_log *log, const char *base,
	bool jury, const struct as_contest_board_filter *filter) AS_NONNULL(1, 2);
/** The public board as a page in one file, which needs no server, with the logos, and with the
 * state of the results at `now_ms`. `notes` lists pictures that are left out. */
int as_contest_board_file(FILE *out, const struct as_contest_log *log, int64_t now_ms,
	struct as_findings *notes, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);

/**
 * The update from the fragment `before` to the fragment `after`, for `event: rows`: one line of
 * JSON, on the heap, with the changed rows. Call it without the lock. NULL without an error: more
 * than rows changed, so send the whole fragment (`event: board`). NULL with an error: out of
 * memory.
 */
char *as_contest_board_change(
	const char *before, const char *after, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** True if the visitor may see the problems: the contest has started, or it is the jury. Otherwise
 * the list shows the start time, and pages of problems and their files are 404. */
bool as_contest_visit_sees_problems(const struct as_contest_visit *visit) AS_NONNULL(1);
/** The list of problems; before the start, the start time. */
void as_contest_page_problems(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);
/** All statements on one page for printing. `statements` has one for each problem, or NULL. */
void as_contest_page_statements(FILE *out, const struct as_contest_visit *visit,
	const struct as_statement *const *statements) AS_NONNULL(1, 2, 3);
/** A problem. `statement` may be NULL: it could not be read. */
void as_contest_page_problem(FILE *out, const struct as_contest_visit *visit, size_t problem,
	const struct as_statement *statement) AS_NONNULL(1, 2);
/** The languages that can be chosen: versions, commands, limits. `states`:
 * as_languages_inspect, or NULL: the versions are not known yet. */
void as_contest_page_languages(FILE *out, const struct as_contest_visit *visit,
	const struct as_language_state *states) AS_NONNULL(1, 2);
/** The rules of the contest: times, scoring, limits, and whom to ask. */
void as_contest_page_rules(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);
/** The home page: times, the organiser's texts, ranks, languages. `states` as above. */
void as_contest_page_home(FILE *out, const struct as_contest_visit *visit,
	const struct as_language_state *states) AS_NONNULL(1, 2);
/** A team: its members, solved problems, and the submissions that the visitor may see. The caller
 * answers 404 for a hidden team, except to the jury and the team. */
void as_contest_page_team(FILE *out, const struct as_contest_visit *visit, size_t team)
	AS_NONNULL(1, 2);

/** `next`: the address to redirect to, relative to the server's root; NULL: none. The caller checks
 * that it begins with '/' and not with "//". `username`: as typed before, or NULL. */
void as_contest_page_login(FILE *out, const struct as_contest_visit *visit, const char *username,
	const char *next) AS_NONNULL(1, 2);
/** Values typed before, or NULL. */
struct as_contest_typed_team {
	const char *code, *name, *username;
};
/** Self-registration of a team, or a note that it is off. `typed` may be NULL. */
void as_contest_page_register(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_team *typed) AS_NONNULL(1, 2);

/** An error page: `status` is the HTTP status, `text` a sentence or two. */
void as_contest_page_error(FILE *out, const struct as_contest_visit *visit, int status,
	const char *text) AS_NONNULL(1, 2, 4);
/** An error page without a log, usable before the start: without the contest's name and navigation.
 */
void as_contest_page_error_plain(FILE *out, const char *base, int status, const char *text)
	AS_NONNULL(1, 2, 4);

/* ---- teams: the visitor's account has a team ---- */

/** Values typed before. */
struct as_contest_typed_submission {
	size_t problem;          /**< or AS_CONTEST_NONE */
	const char *language;    /**< an id; or NULL */
	const char *entry_point; /**< or NULL */
	const char *source;      /**< or NULL */
};
/** The form to submit, or the reason why submitting is not possible now. `typed` may be NULL. */
void as_contest_page_submit(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_submission *typed) AS_NONNULL(1, 2);
/** The team's submissions, newest first. */
void as_contest_page_submissions(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);
/** Only the table. */
void as_contest_page_submissions_fragment(FILE *out, const struct as_contest_visit *visit)
	AS_NONNULL(1, 2);

/** Maximum of each text of a counterexample that is shown. */
#define AS_CONTEST_COUNTEREXAMPLE_BYTES 20000
/** A small input on which a submission fails, made after a judgement. All is borrowed. */
struct as_contest_counterexample {
	enum as_contest_counterexample_state {
		AS_CONTEST_COUNTEREXAMPLE_NONE, /**< there is none, and none will be made */
		AS_CONTEST_COUNTEREXAMPLE_AWAITED,
		AS_CONTEST_COUNTEREXAMPLE_FOUND,
		AS_CONTEST_COUNTEREXAMPLE_NOT_FOUND,
	} state;
	size_t judgement; /**< it is shown only while this one counts */
	enum as_verdict verdict;
	struct as_contest_excerpt input, output;
	struct as_contest_excerpt answer; /**< empty: only an output validator knows it */
	bool is_interactive;              /**< the output is a transcript */
	/** A solver's explanations of the input and of the output, or NULL. */
	const char *solved, *replayed;
};

/** A submission of the visitor's team: compiler messages, the details of tests that the problem's
 * feedback allows, and the counterexample if the problem has them. */
void as_contest_page_submission(FILE *out, const struct as_contest_visit *visit, size_t submission,
	const struct as_contest_evidence *evidence) AS_NONNULL(1, 2, 4);
/** Only its verdict and tests. */
void as_contest_page_submission_fragment(FILE *out, const struct as_contest_visit *visit,
	size_t submission, const struct as_contest_evidence *evidence) AS_NONNULL(1, 2, 4);

/** The fragment that every page polls: the times of the clock, and what is new for the visitor. */
void as_contest_page_news(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);

#endif

/* SPDX-License-Identifier: MIT */
/**
 * pages: the HTML pages of a contest, as functions that write to a stream from the state of the
 * log. They know nothing of HTTP: the server finds what an address names, asks who may see it,
 * gathers what must be read from the store (results, sources), takes the lock, and calls one
 * function.
 *
 * Every page is whole without JavaScript but for what is live, and meets the policy
 * `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:;
 * connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`: style and
 * scripts are files (pages/assets.h). Everything that people wrote is escaped.
 *
 * Errors: writing returns none. `out` is a stream in memory (open_memstream), and as_html_close of
 * <assay/html.h> reports that there was no memory.
 *
 * Threads: any thread. All as_contest_page_* functions need the log's lock; they read nothing but
 * memory, and are quick. pages/statement.h and pages/assets.h need no lock.
 *
 * A page function does not ask who may see its page: the comment says who may, and the caller
 * answers 403 or 404 to others. What differs within a page (a judgement in the freeze) is decided
 * here, by as_contest_log_sees_*.
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
	const char *text; /**< may quote what people typed */
};

/** A request, as its page needs it. All is borrowed. */
struct as_contest_visit {
	const struct as_contest_log *log;
	/** What stands before every address of the server, without a '/' at its end: "", or
	 * "/spring" behind a proxy. */
	const char *base;
	int64_t now_wall_ms;
	size_t account; /**< who is logged in; AS_CONTEST_NONE: nobody */
	/** Goes into each form as the field `csrf`; NULL: forms have none. */
	const char *csrf;
	const struct as_contest_notice *notices;
	size_t notice_count;
	const struct as_languages *languages; /**< for their names */
	/** The ids of languages that can be judged, NULL-terminated; NULL: all of the table. */
	const char *const *language_ids;
	const struct as_contest_libraries *libraries; /**< NULL: none */
};

/** A team's role and team, or that of nobody; the jury (AS_CONTEST_SEES_ALL) are accounts of the
 * roles admin, judge and analyst. */
struct as_contest_reader as_contest_visit_reader(const struct as_contest_visit *visit)
	AS_NONNULL(1);

/** What the store has of a submission; all is borrowed, and may be NULL. */
struct as_contest_evidence {
	/** The submission's files. */
	const struct as_submitted *submitted;
	/** Of the judgement that counts; of one that did not end there is none. */
	const struct as_result *result;
};
#include <assay/contest/pages/assets.h>
#include <assay/contest/pages/jury.h>
#include <assay/contest/pages/libraries.h>
#include <assay/contest/pages/statement.h>

/* ---- addresses ------------------------------------------------------------------------------
 *
 * All begin with the visit's `base`. ID: of a problem or team; N: as_contest_log_find_submission.
 * A form is answered with 303 to a page, or with the same page again, with a notice (and what was
 * typed). Its content is application/x-www-form-urlencoded, of /submit multipart/form-data.
 *
 *	GET /                    as_contest_page_board, public: ?group=ID &organization=ID &name=
 *	                         a part of it
 *	GET /board/fragment      as_contest_page_board_fragment, with an ETag: polled every 15 s
 *	GET /board/events        server-sent events: `event: board`, `id:` the version and a
 *	                         digest, `data:` the lines of the fragment; the first at once,
 *	                         unless Last-Event-ID has that digest. Later ones may be
 *	                         `event: rows` (as_contest_board_change) if the viewer has got the
 *	                         fragment before
 *	GET /problems            as_contest_page_problems
 *	GET /problems/ID         as_contest_page_problem
 *	GET /problems/ID/files/NAME     as_contest_statement_open_file
 *	GET /teams/ID            as_contest_page_team
 *	GET /login  POST /login  as_contest_page_login; username, password, next
 *	POST /logout
 *	GET /register  POST /register   as_contest_page_register; code, name, username, password
 *	GET /submit  POST /submit       as_contest_page_submit (?problem=ID); problem (an id),
 *	                         language (an id; "": told by the file), files: `file` (several;
 *	                         without a file: one with an empty name), or `source` (a text),
 *	                         entry_point ("": none)
 *	GET /submissions         as_contest_page_submissions
 *	GET /submissions/fragment       as_contest_page_submissions_fragment, polled every 3 s
 *	                         while one is not judged, else every 15 s
 *	GET /submissions/N       as_contest_page_submission
 *	GET /submissions/N/fragment     as_contest_page_submission_fragment, polled every 2 s while
 *	                         it is not judged
 *	GET /clarifications  POST /clarifications  as_contest_page_clarifications; problem (an id;
 *	                         "": general), text
 *	GET /assets/NAME         pages/assets.h, pages/libraries.h; a query after the name is
 *	                         ignored. GET /assets/fonts/NAME: pages/libraries.h
 *	/jury/...                pages/jury.h
 */

/* ---- everybody ---- */

/** Which teams of a board are shown; NULL or "": all. */
struct as_contest_board_filter {
	const char *group, *organization; /**< ids */
	const char *name;                 /**< a part of the team's name or organization */
};
/** The board of the public, or of the jury. The filter is the form's at its top; with a script the
 * live board is filtered by the reader's machine, so that one rendering is for all. */
void as_contest_page_board(FILE *out, const struct as_contest_visit *visit, bool jury,
	const struct as_contest_board_filter *filter) AS_NONNULL(1, 2, 4);
/** The board of all teams around a fragment that was rendered before. */
void as_contest_page_board_around(FILE *out, const struct as_contest_visit *visit, bool jury,
	const char *fragment) AS_NONNULL(1, 2, 4);
/**
 * What of a board changes: its table with the text about a freeze, and the times of the clock. The
 * same bytes for all readers of an audience: it depends on nothing but the state and `base`. It
 * changes only if as_contest_log_board_version of that audience does, or the clock or the state.
 */
void as_contest_page_board_fragment(FILE *out, const struct as_contest_log *log, const char *base,
	bool jury) AS_NONNULL(1, 2, 3);

/**
 * What is sent to those who have the fragment `before` to give them the fragment `after`: one line
 * of JSON, on the heap, as `event: rows`; a few rows in place of a whole board. Without the lock.
 * NULL without an error: more than rows changed, so send the whole (`event: board`); NULL with an
 * error: no memory.
 */
char *as_contest_board_change(
	const char *before, const char *after, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** True if the visitor may see the problems: the contest has started, or it is the jury. Else the
 * list says when, and pages of problems and their files are 404. */
bool as_contest_visit_sees_problems(const struct as_contest_visit *visit) AS_NONNULL(1);
/** The list of problems; before the start, when it will be. */
void as_contest_page_problems(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);
/** A problem. `statement` may be NULL: it could not be read. */
void as_contest_page_problem(FILE *out, const struct as_contest_visit *visit, size_t problem,
	const struct as_contest_statement *statement) AS_NONNULL(1, 2);
/** A team: its members, what it solved, its submissions as far as the visitor may see them. The
 * caller answers 404 for a hidden team unless it is the jury or the team. */
void as_contest_page_team(FILE *out, const struct as_contest_visit *visit, size_t team)
	AS_NONNULL(1, 2);

/** `next`: the address that follows, below the server's root; NULL: none. `username`: as typed
 * before, or NULL. The caller checks that `next` begins with '/' and not with "//". */
void as_contest_page_login(FILE *out, const struct as_contest_visit *visit, const char *username,
	const char *next) AS_NONNULL(1, 2);
/** What was typed before, or NULL. */
struct as_contest_typed_team {
	const char *code, *name, *username;
};
/** Self-registration of a team; says so if there is none. `typed` may be NULL. */
void as_contest_page_register(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_team *typed) AS_NONNULL(1, 2);

/** A page that reports an error: `status` is that of the answer, `text` a sentence or two. */
void as_contest_page_error(FILE *out, const struct as_contest_visit *visit, int status,
	const char *text) AS_NONNULL(1, 2, 4);
/** The same without a log, as early as at the start: no name, no navigation. */
void as_contest_page_error_plain(FILE *out, const char *base, int status, const char *text)
	AS_NONNULL(1, 2, 4);

/* ---- teams: the visitor is logged in with a team ---- */

/** What was typed before. */
struct as_contest_typed_submission {
	size_t problem;          /**< or AS_CONTEST_NONE */
	const char *language;    /**< an id; or NULL */
	const char *entry_point; /**< or NULL */
	const char *source;      /**< or NULL */
};
/** The form to submit; it says so if submitting is not possible now. `typed` may be NULL. */
void as_contest_page_submit(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_submission *typed) AS_NONNULL(1, 2);
/** The team's submissions, the newest first. */
void as_contest_page_submissions(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);
/** Its table alone. */
void as_contest_page_submissions_fragment(FILE *out, const struct as_contest_visit *visit)
	AS_NONNULL(1, 2);

/** One submission of the visitor's team: compile messages, and of tests what the problem's feedback
 * allows. */
void as_contest_page_submission(FILE *out, const struct as_contest_visit *visit, size_t submission,
	const struct as_contest_evidence *evidence) AS_NONNULL(1, 2, 4);
/** Its verdict and tests alone. */
void as_contest_page_submission_fragment(FILE *out, const struct as_contest_visit *visit,
	size_t submission, const struct as_contest_evidence *evidence) AS_NONNULL(1, 2, 4);

/** What the visitor may see of the clarifications; with a form for a team. `typed` is a text that
 * was refused, or NULL. */
void as_contest_page_clarifications(
	FILE *out, const struct as_contest_visit *visit, const char *typed) AS_NONNULL(1, 2);

#endif

/* SPDX-License-Identifier: MIT */
/**
 * Pages of the jury: for accounts of the roles admin, judge and analyst. An analyst sees no forms;
 * those of the clock are for admins. Included by pages.h.
 *
 * Addresses; forms as in pages.h:
 *
 *	GET /jury                as_contest_page_board, of the jury, with the same filters
 *	GET /jury/board/fragment, /jury/board/events     as for the public
 *	GET /jury/submissions    as_contest_page_jury_submissions: ?problem=ID &team=ID
 *	                         &language=ID &verdict=WORD &before=N, each "" or missing for all
 *	GET /jury/submissions/N  as_contest_page_jury_submission; ?judgement=J also for the
 *	                         addresses of its tests: a judgement of the submission, from 1
 *	POST /jury/submissions/N/rejudge
 *	POST /jury/submissions/N/ignore           ignored: "1", or "0" to end that
 *	POST /jury/submissions/N/note             text
 *	GET /jury/submissions/N/ruling   as_contest_page_jury_ruling
 *	POST /jury/submissions/N/ruling  verdict, score, reason, shown: "1"; seen: the place of
 *	                         the judgement that counted, from 1, 0: none; action: "preview",
 *	                         "decide", or "withdraw"
 *	GET /jury/rejudgings     as_contest_page_jury_rejudgings: the filters of /jury/submissions,
 *	                         ?from=TIME &to=TIME (contest time, H:MM:SS) &earlier=1; count=1
 *	                         shows how many are selected
 *	POST /jury/rejudgings    likewise, and reason, times, overrules: "1": opens a rejudging
 *	GET /jury/rejudgings/N   as_contest_page_jury_rejudging: ?was=WORD &is=WORD, verdicts
 *	POST /jury/rejudgings/N/apply   sure: "1"; tell: "1", and text: a clarification
 *	POST /jury/rejudgings/N/cancel  sure: "1"
 *	POST /jury/rejudgings/N/backup  copies the store into the folder of the contest
 *	GET /jury/submissions/N/tests/K           as_contest_page_jury_test; K from 1, in the
 *	                         result's order
 *	GET /jury/submissions/N/tests/K/fragment  as_contest_page_jury_test_fragment, polled
 *	                         while the test runs
 *	GET /jury/submissions/N/tests/K/FILE      input, answer, output: as attachments
 *	POST /jury/submissions/N/tests/K/run
 *	GET /jury/clock  POST /jury/clock   as_contest_page_jury_clock; action:
 *	                         start: now
 *	                         schedule; start: a TIME of the Contest API, or one without seconds
 *	                         and offset (UTC)
 *	                         pause, resume: the countdown before the start, else the contest
 *	                         (a removed interval)
 *	                         duration; minutes: of the whole contest
 *	                         extend; minutes: more
 *	                         shorten; was: the duration, more: less, both in milliseconds
 *	                         freeze, unfreeze: now; unfreeze removes the freeze
 *	                         freeze-at; minutes: before the end, 0 for no freeze
 *	                         thaw, finalise: now
 *	GET /jury/time  POST /jury/time   as_contest_page_jury_time; for admins; action, and
 *	                         apply: "1" to do it, else a preview:
 *	                         remove; from, to: a contest time or a TIME; reason
 *	                         restore; begin: of the interval, in milliseconds
 *	                         give; team, from: a contest time, minutes; reason
 *	                         end; given: the number of the item, from 1
 *	GET /jury/problems       as_contest_page_jury_problems
 *	POST /jury/problems/ID/take  takes the package of the folder into use
 *	POST /jury/problems/upload  problem: an id, package: a file; multipart/form-data
 *	POST /jury/problems/ID/candidate  candidate: its event; action: take, discard; sure: "1"
 *	GET /jury/problems/ID/report  the report of verify on the candidate
 *	GET /jury/problems/ID/archives/DIGEST  an upload that is the candidate or in use
 *	GET /jury/teams          as_contest_page_jury_teams
 *	POST /jury/teams/ID/as   the session looks at the site as the team
 *	POST /jury/teams         adds a team: name, username, password, id, label, place,
 *	                         organization, group (ids; "": none), guest ("1"); only for admins,
 *	                         like all other forms about teams and accounts
 *	GET /jury/new-team       as_contest_page_jury_new_team, the form
 *	GET /jury/teams/ID       as_contest_page_jury_team
 *	POST /jury/teams/ID/standing
 *	                         action: disqualify (reason; hidden, sure: "1"), requalify, guest,
 *	                         rank
 *	POST /jury/accounts/end  username: ends its sessions and tokens
 *	GET /jury/password       as_contest_page_jury_password: ?username=NAME
 *	POST /jury/password      username, password
 *	GET /jury/logins         as_contest_page_jury_logins: ?username=NAME &from=ADDRESS
 *	GET /jury/queue          as_contest_page_jury_queue; /jury/queue/fragment, polled
 *	GET /jury/audit          as_contest_page_jury_audit (?before=N)
 */
#ifndef ASSAY_CONTEST_PAGES_JURY_H
#define ASSAY_CONTEST_PAGES_JURY_H

#include <assay/contest/pages.h>
#include <assay/store/status.h>

/** Submissions per page of the list. */
#define AS_CONTEST_PAGE_SUBMISSIONS 100
void as_contest_page_jury_submissions(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_filter *filter) AS_NONNULL(1, 2, 3);

/** A ruling as it is typed. */
struct as_contest_ruling_form {
	struct as_contest_entry_ruling entry;
	const char *score; /**< as typed; or NULL */
	bool is_previewed; /**< show what it changes, and the button that decides */
};
/** The form that decides a submission by hand, its preview, and the form that withdraws the ruling
 * that counts. */
void as_contest_page_jury_ruling(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_ruling_form *form) AS_NONNULL(1, 2, 3);

/** The form that opens a rejudging. */
struct as_contest_rejudging_form {
	struct as_contest_filter filter;
	const char *from, *to, *reason; /**< as typed; or NULL */
	uint64_t times;                 /**< judgements of each submission */
	bool overrules;                 /**< as in struct as_contest_rejudging */
	bool is_counted;                /**< show how many submissions the filter selects */
};
/** All rejudgings, and the form. */
void as_contest_page_jury_rejudgings(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_rejudging_form *form) AS_NONNULL(1, 2, 3);
/** A rejudging: its progress, the verdicts before and after, the teams that change, and the forms
 * to apply or cancel it. `cell`: also lists its submissions with these verdicts; or NULL. */
void as_contest_page_jury_rejudging(FILE *out, const struct as_contest_visit *visit,
	size_t rejudging, const struct as_contest_verdicts *cell) AS_NONNULL(1, 2);

/** A submission with its source, all judgements, and the tests of the chosen judgement. */
void as_contest_page_jury_submission(FILE *out, const struct as_contest_visit *visit,
	size_t submission, const struct as_contest_evidence *evidence) AS_NONNULL(1, 2, 4);

/** The files of a submission and of an earlier one; NULL: unreadable. */
struct as_contest_comparison {
	size_t submission, with;
	const char *files; /**< as_contest_comparison_files; NULL: the files cannot be read */
};
/** The differences of all files as HTML, to free. It can take long: call it without the lock.
 * NULL: out of memory. */
char *as_contest_comparison_files(const struct as_submitted *before,
	const struct as_submitted *after) AS_MUST_USE AS_NONNULL(1, 2);
/** A submission compared with an earlier one of the same team to the same problem: for the jury and
 * the team. */
void as_contest_page_comparison(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_comparison *comparison) AS_NONNULL(1, 2, 3);

/** The beginning of a file of a test; borrowed. */
struct as_contest_excerpt {
	const char *data; /**< NULL: unreadable, or no such file */
	size_t size;
	uint64_t whole_bytes;
};
/** Longer files are cut. */
#define AS_CONTEST_EXCERPT_BYTES 65536
/** The number of copies of the store that the server keeps in the folder of the contest. */
#define AS_CONTEST_BACKUPS_KEPT 5

/** A test of a judgement. All pointers are borrowed. */
struct as_contest_test_view {
	size_t submission;
	const struct as_result *result;
	size_t test; /**< index in the result */
	struct as_contest_excerpt input, answer;
	bool is_interactive;
	bool is_changed; /**< the package has changed since the judgement */
	/** Outputs are not stored: the output is from another run. */
	enum as_contest_rerun {
		AS_CONTEST_RERUN_NONE,
		AS_CONTEST_RERUN_WAITS,
		AS_CONTEST_RERUN_DONE,
		AS_CONTEST_RERUN_FAILED,
	} rerun;
	bool can_run;        /**< this server judges */
	const char *failure; /**< for AS_CONTEST_RERUN_FAILED */
	/** For AS_CONTEST_RERUN_DONE: */
	const struct as_result_test *again;
	struct as_contest_excerpt output;
	int64_t again_wall_ms;
	size_t judgement; /**< as in struct as_contest_evidence */
};
/** The test, the submission's result, and the difference of output and answer. */
void as_contest_page_jury_test(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_test_view *view) AS_NONNULL(1, 2, 3);
/** Only the part that a rerun changes. */
void as_contest_page_jury_test_fragment(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_test_view *view) AS_NONNULL(1, 2, 3);

/** The clock, the actions that are possible now, and the obstacles to finalisation. */
void as_contest_page_jury_clock(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);

/** Time to be given or taken back, as typed; texts can be NULL. */
struct as_contest_time_form {
	const char *action, *from, *to, *team, *minutes, *reason, *begin, *given;
	/** For a preview: the board as it would be, which the page takes, and the end, of the
	 * contest or of the team. NULL: no preview. */
	struct as_board *other;
	int64_t end_wall_ms;
};
/** The time given back, the forms, and a preview. */
void as_contest_page_jury_time(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_time_form *form) AS_NONNULL(1, 2, 3);

/** The package of a problem. */
struct as_contest_package_view {
	char used[AS_DIGEST_HEX_SIZE];   /**< digest of the version in use */
	char folder[AS_DIGEST_HEX_SIZE]; /**< of the folder's package; "": `why` it is broken */
	char why[600];
	char warning[600]; /**< what verify says of the folder's package; "": nothing */
	bool is_upload;    /**< the version in use was uploaded */
	/** A server verifies the candidate: its steps. */
	bool is_verifying;
	uint64_t done, total;
};
/** The versions of the packages; a view for each problem. */
void as_contest_page_jury_problems(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_package_view *views) AS_NONNULL(1, 2, 3);

/** A team as typed before; members can be NULL. */
struct as_contest_typed_late_team {
	const char *name, *username, *id, *label, *place, *organization, *group, *password;
	bool is_guest;
};
/** The form that adds a team. `typed->password` is a new one, or as typed. */
void as_contest_page_jury_new_team(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_late_team *typed) AS_NONNULL(1, 2, 3);
/** A team: its accounts, its standing, and the forms that change them. */
void as_contest_page_jury_team(FILE *out, const struct as_contest_visit *visit, size_t team)
	AS_NONNULL(1, 2);
/** The form that resets the password of an account. `password` is a new one, or as typed. */
void as_contest_page_jury_password(FILE *out, const struct as_contest_visit *visit, size_t account,
	const char *password) AS_NONNULL(1, 2, 4);
/** The card of an account with its password, once: only its hash is kept. */
void as_contest_page_jury_card(FILE *out, const struct as_contest_visit *visit, size_t account,
	const char *password) AS_NONNULL(1, 2, 4);
/** Selects log-ins; NULL or "": all. */
struct as_contest_login_filter {
	const char *username, *from;
};
/** The last log-ins and refused attempts, newest first. */
void as_contest_page_jury_logins(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_login_filter *filter) AS_NONNULL(1, 2, 3);
/** All teams and accounts. */
void as_contest_page_jury_teams(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);

/** A submission with a judging error that counts. */
struct as_contest_judging_error {
	size_t submission;
	char *cause; /**< NULL: unknown */
};
/** Data from the store for the page of the queue; all is borrowed. */
struct as_contest_queue_view {
	const struct as_store_status *status;          /**< NULL: the store does not respond */
	const struct as_contest_judging_error *errors; /**< the newest ones, newest first */
	size_t error_count;
};
/** Unjudged submissions, judging errors, the queue and the workers. */
void as_contest_page_jury_queue(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_queue_view *view) AS_NONNULL(1, 2, 3);
/** Only the part that changes. */
void as_contest_page_jury_queue_fragment(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_queue_view *view) AS_NONNULL(1, 2, 3);

/** The audit trail, newest first: entries before number `before`, counted from 1; 0: all. */
#define AS_CONTEST_PAGE_ACTS 200
void as_contest_page_jury_audit(FILE *out, const struct as_contest_visit *visit, uint64_t before)
	AS_NONNULL(1, 2);

#endif

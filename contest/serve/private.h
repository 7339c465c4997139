/* SPDX-License-Identifier: MIT */
/* Private header of a contest's server. */
#ifndef CONTEST_SERVE_PRIVATE_H
#define CONTEST_SERVE_PRIVATE_H

#include <assay/contest/api.h>
#include <assay/contest/log.h>
#include <assay/contest/pages.h>
#include <assay/contest/serve.h>
#include <assay/engine.h>
#include <assay/explain.h>
#include <assay/http.h>
#include <assay/program.h>
#include <assay/store/worker.h>

/* A version of a problem's package; constant. It is open while it is in use or has uses. */
struct server_problem {
	const struct as_package *package;
	struct as_judge *judge;
	struct as_bytes options; /* from as_worker_options_write */
	char **languages;        /* of the package's own programs */
	struct as_contest_statement *statement;
};

/* What runs submissions once more, beside their judging. */
struct server_runs {
	struct reruns *reruns;
	struct counterexamples *counterexamples;
};

/* The data of pages, besides the log. */
struct server_pages {
	struct as_contest_libraries *libraries;
	struct news *news;
};

/* What log-ins need. */
struct server_access {
	struct accounts *accounts;
	struct hasher *hasher;
	struct throttle *throttle;
};

/* Documents that many readers share. */
struct server_shared {
	struct boards *boards;
	struct scoreboards *scoreboards;
	struct replies *replies;
};

struct as_server {
	struct as_server_config config;
	const char *base;
	const struct as_languages *languages;
	const char **language_ids; /* that can be judged; NULL-terminated */
	struct versions *versions;
	struct as_contest_log *log;
	struct as_contest_api *api;
	struct as_worker *worker;
	struct as_keeper *keeper; /* of temporary folders */
	struct server_access access;
	struct intake *intake;
	struct live *live;
	struct server_shared shared;
	struct health *health;
	struct metrics *metrics;
	struct server_runs runs;
	struct server_pages pages;
	struct as_http *http;
};

/* ---- note.c ---- */

/* Writes a line to the operator's log. */
void server_note(const struct as_server *server, const char *format, ...) AS_PRINTF(2, 3);

/* ---- version.c: versions of the packages, and their uses ---- */

struct versions;
/* The version in use. Call it with the log's lock; the version is open for as long as that is held.
 */
const struct server_problem *problem_now(const struct as_server *server, size_t problem);
/* The version that is in use now: it is open until problem_use_end. Any thread. */
struct problem_use {
	const struct server_problem *seen;
	struct version *version;
};
struct problem_use problem_use_now(const struct as_server *server, size_t problem) AS_MUST_USE;
/* Also ends `{0}`, which it leaves behind. */
void problem_use_end(struct problem_use *use);
/* The digest of the package in use. Any thread. */
void problem_digest(
	const struct as_server *server, size_t problem, char digest[AS_DIGEST_HEX_SIZE]);
/* Number of versions that are open, of all problems. */
size_t versions_count(struct as_server *server);

/* ---- versions.c: the packages of the problems ---- */

/* Opens the packages as they are in the folder. Sets `server->versions`. */
int versions_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Takes the opened packages into use, after the log was opened and before a worker runs. */
int versions_start(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Reports a change of the log. Call it with the log's lock held for writing. */
void versions_changed(struct as_server *server, struct as_contest_log *log,
	const struct as_contest_change *change);
/* Compares the packages with the folder, unless that was done in the last second. One view for each
 * problem, on the heap. NULL: out of memory. */
struct as_contest_package_view *versions_look(struct as_server *server);
/* The sentence about changed packages for the jury, on the heap; NULL: none has changed. `problem`:
 * only about its package; AS_CONTEST_NONE: about all. */
char *versions_notice(struct as_server *server, size_t problem);
/* Reads a package of the folder, and takes it into use. TAKE_REFUSED: the old version stays in use.
 * TAKE_LATER: the new one is in use, but submissions that wait could not be given to it; a thread
 * tries again until they are. `error` has the reason of both. */
enum take { TAKE_DONE, TAKE_REFUSED, TAKE_LATER };
enum take versions_take(struct as_server *server, size_t problem,
	struct as_contest_decision decision, struct as_error *error) AS_MUST_USE;
/* The submissions of the problem that wait for an older version are given to the version in use, by
 * a thread that tries it until it succeeds. */
void versions_set_due(struct as_server *server, size_t problem);
/* Ends its thread. Call it before the log is closed. */
void versions_stop(struct versions *versions);
/* Call it last. Both functions accept NULL. */
void versions_close(struct as_server *server);

/* ---- versions_waiting.c: judging with the version in use ---- */

/* Judges a submission with the version in use. */
int versions_rejudge(struct as_server *server, size_t submission, enum as_store_class class,
	struct as_contest_decision decision, struct as_error *error) AS_MUST_USE;
/* The `lane` of a job; on the heap. */
char *problem_lane(struct as_server *server, const struct server_problem *problem,
	const char *language, struct as_error *error) AS_MUST_USE;

/* ---- hasher.c: hashes passwords in processes at the lowest priority ---- */

struct hasher;
struct hasher_process;
#define HASHER_MAX_THREADS 8
struct hasher *hasher_open(unsigned thread_count, struct as_error *error) AS_MUST_USE;
/* The sources of tasks take turns: addresses, and the networks around them. All 0: no particular
 * source. */
struct hasher_source {
	uint64_t network, address;
};
struct hasher_task {
	/* Called in a thread that has a hasher process. */
	void (*run)(void *context, struct hasher_process *process);
	void (*finish)(void *context); /* called afterwards, in another thread */
	void *context;
	struct hasher_source source;
};
/* Queues a task. False: too many tasks of its source wait, out of memory, or closing. */
bool hasher_run(struct hasher *hasher, const struct hasher_task *task) AS_MUST_USE;
/* True if the password matches the hash. It takes a tenth of a second or longer. */
bool hasher_verify(struct hasher_process *process, const char *hash, const char *password);
/* The hash of a password, on the heap; NULL: failed. */
char *hasher_hash(struct hasher_process *process, const char *password);
/* The number of tasks that wait for a hasher process. */
size_t hasher_waiting(struct hasher *hasher);
/* Waits for all queued tasks. Takes NULL. */
void hasher_close(struct hasher *hasher);

/* ---- news.c: messages and verdicts that accounts have seen ---- */

struct news;
struct news *news_open(struct as_error *error) AS_MUST_USE;
void news_close(struct news *news);
/* Verdicts of before are not new. Call it when the log is open, before anything is judged. */
void news_start(struct as_server *server);
/* The messages and verdicts that an account has seen; nothing is known for AS_CONTEST_NONE. */
struct as_contest_seen news_seen(struct as_server *server, size_t account);
/* The account sees all clarifications, all verdicts, or that of a submission. Call them with the
 * lock under which the page is written, so that exactly what the page shows is seen. */
void news_see_clarifications(struct as_server *server, size_t account);
void news_see_verdicts(struct as_server *server, size_t account);
void news_see_verdict(struct as_server *server, size_t account, size_t submission);

/* ---- throttle.c: limits guessing ---- */

struct throttle;
struct throttle *throttle_open(struct as_error *error) AS_MUST_USE;
void throttle_close(struct throttle *throttle);
struct attempt {
	unsigned wait_s; /* too many failures: the time until the next attempt; 0: it may be made */
	/* There were failures, so compare only when the source has its turn. */
	bool is_busy;
	bool is_known; /* the account has logged in from the address before */
	struct hasher_source source;
};
/* Counts an attempt as a failure, unless it must wait. `account`: that of the name, or
 * AS_CONTEST_NONE. At an address from which it has logged in it waits for at most a second, and
 * only after a thousand failures. */
struct attempt throttle_begin(
	struct throttle *throttle, const char *peer, const char *username, size_t account);
/* The failures of a name, from everywhere, that are not forgotten yet. */
unsigned throttle_failures(struct throttle *throttle, const char *username);
/* The password was not compared: the attempt is not a failure. */
void throttle_forgive(struct throttle *throttle, const char *peer, const char *username,
	const struct attempt *attempt);
/* The attempt was not a failure, and the account has logged in. */
void throttle_succeed(struct throttle *throttle, const char *peer, const char *username,
	size_t account, const struct attempt *attempt);
/* Likewise for a join code. Returns the time to wait. */
unsigned throttle_begin_code(struct throttle *throttle, const char *peer);
void throttle_succeed_code(struct throttle *throttle, const char *peer);
/* Counts a session or token that an account makes; or returns the time to wait. */
unsigned throttle_make(struct throttle *throttle, size_t account);
struct hasher_source throttle_source(const struct throttle *throttle, const char *peer);

/* ---- accounts.c: passwords ---- */

struct accounts;
struct accounts *accounts_open(
	const struct as_contest *contest, struct as_error *error) AS_MUST_USE;
void accounts_close(struct accounts *accounts);
/* The name of the contest's cookie under TLS at the root of a host, with its prefix. */
const char *accounts_cookie(const struct accounts *accounts);
/* The reference for comparing a password; clear it. */
struct secret {
	size_t account; /* AS_CONTEST_NONE: no such account, or it has no password */
	bool is_hash;
	char text[AS_CONTEST_PASSWORD_MAX + 1];
};
struct secret accounts_secret(struct as_server *server, const char *username);
void secret_clear(struct secret *secret);
/* True if the password is that of the folder. It takes the same time for each account, and for
 * none. */
bool accounts_compare(
	const struct accounts *accounts, const struct secret *secret, const char *password);
/* True if the password matches the hash. Without a hash it takes the same time as with a hash. */
bool accounts_verify(const struct accounts *accounts, const struct secret *secret,
	const char *username, const char *password, struct hasher_process *process);
/* Caches a verified password, for accounts_cached. */
void accounts_cache(struct accounts *accounts, const char *username, const char *password,
	const struct secret *secret);
/* The account, if the password was verified in the last minutes and is unchanged; else
 * AS_CONTEST_NONE. */
size_t accounts_cached(struct as_server *server, const char *username, const char *password);
/* The digest of an account's secret, keyed with a token that is SESSION_TOKEN_SIZE - 1 digits long:
 * when the secret changes, the token ends. Call it with the log's lock. */
void accounts_seal(const struct as_server *server, size_t account, const char *token,
	char seal[AS_DIGEST_HEX_SIZE]);
/* The account of a session or token, or AS_CONTEST_NONE if the seal is not that of its secret now.
 */
size_t accounts_unseal(const struct as_server *server,
	const struct as_contest_credential *credential, const char *token);

/* ---- login.c: an attempt to log in with a password ---- */

struct login {
	enum login_end {
		LOGIN_RIGHT,
		LOGIN_WRONG,
		LOGIN_EARLY, /* `wait_s` */
		LOGIN_BUSY,
	} end;
	size_t account; /* of LOGIN_RIGHT */
	unsigned wait_s;
};
/* Answers the request. `then`: what the caller of login_try gave. */
typedef void login_answerer(struct as_http_request *request, struct as_server *server,
	const struct login *login, void (*then)(void));
/* Calls `answer`, at once or later in another thread. The texts are copied. */
void login_try(struct as_http_request *request, struct as_server *server, const char *username,
	const char *password, login_answerer *answer, void (*then)(void));
/* The reason why a password was not accepted: a sentence without capital and full stop. */
void login_reason(const struct login *login, char text[120]);
/* The seconds after which the next attempt may succeed, for Retry-After; 0: none. */
unsigned login_retry_s(const struct login *login);

/* ---- address.c: log-in by address ---- */

/* The account whose `ip` is the request's address; or AS_CONTEST_NONE. Another site can have a name
 * that leads to this server. So it is AS_CONTEST_NONE unless Host is an IP address or one of the
 * contest's `hosts`; then `is_foreign` is set. */
size_t account_of_address(
	const struct as_server *server, const struct as_http_request *request, bool *is_foreign);
/* Likewise, but AS_CONTEST_NONE for browsers: they get a session instead (get_login). */
size_t account_of_program(const struct as_server *server, const struct as_http_request *request);

/* ---- admit.c: who may send large bodies ---- */

/* The callback of as_http_config. */
void admit_body(struct as_http_request *request, void *context);

/* ---- visit.c: visitors and sessions ---- */

struct visitor {
	size_t account;                   /* AS_CONTEST_NONE: not logged in */
	char csrf[AS_DIGEST_HEX_SIZE];    /* "": no session */
	char session[AS_DIGEST_HEX_SIZE]; /* likewise */
};
/* The digest of a token, as in the log: of a session, a form, or the Contest API. */
void visitor_digest(const char *what, const char *token, char hex[AS_DIGEST_HEX_SIZE]);
/* The visitor by the session cookie; call it without the log's lock. */
struct visitor visitor_of(struct as_server *server, const struct as_http_request *request);
/* The page data of a visitor, with the log's lock. `visitor` is borrowed. */
struct as_contest_visit visit_of(struct as_server *server, const struct visitor *visitor);
/* True unless the browser's headers say that the request comes from another site. */
bool visitor_is_same_site(const struct as_http_request *request);
/* False: a form of another site, or without the right token; the request has been answered. */
bool visitor_checks_form(struct as_http_request *request, const struct visitor *visitor);
/* Call it without the lock. The visitor must be logged in. */
enum as_contest_role role_of(struct as_server *server, const struct visitor *visitor);
bool visitor_is_team(struct as_server *server, const struct visitor *visitor);
/* Before the start, the answer to a team's submission must not depend on problems. Call it without
 * the lock.
 */
bool contest_has_begun(struct as_server *server);
/* Begins a session of an account: makes the token for the cookie. */
#define SESSION_TOKEN_SIZE 65
int session_make(struct as_server *server, size_t account, char token[SESSION_TOKEN_SIZE],
	struct as_error *error) AS_MUST_USE;
/* The name of the cookie. Under TLS, at the root of a host, each contest has one that neither plain
 * HTTP nor a sibling host can set. */
const char *session_cookie_name(
	const struct as_server *server, const struct as_http_request *request);
void session_cookie(struct as_http_response *response, const struct as_server *server,
	const struct as_http_request *request, const char *token);

/* ---- credential.c: what lets the reader of a stream in ---- */

struct credential {
	enum { CREDENTIAL_NONE, CREDENTIAL_SESSION, CREDENTIAL_TOKEN } kind;
	size_t account;
	char hash[AS_DIGEST_HEX_SIZE];
};
struct credential credential_of_session(
	struct as_server *server, const struct as_http_request *request);
/* CREDENTIAL_NONE for a password or an address: they do not end while the server runs. */
struct credential credential_of_token(const struct as_http_request *request, size_t account);
/* Call it without the log's lock. */
bool credential_is_live(struct as_server *server, const struct credential *credential);

/* ---- intake.c: submissions and clarification requests ---- */

/* Requests that have passed the checks and are not in the log yet. */
struct intake;
struct intake *intake_open(struct as_error *error) AS_MUST_USE;
void intake_close(struct intake *intake);

/* An uploaded submission. Pointers are borrowed. Exactly one of `files`, `archive` and `path` is
 * set. */
struct upload {
	size_t team, problem, account;
	const char *language;    /* an id; NULL: detected from the files */
	const char *entry_point; /* or NULL */
	const struct as_memory_file *files;
	size_t file_count;
	const void *archive; /* a zip archive */
	size_t archive_bytes;
	const char *path; /* on this machine */
	int64_t wall_ms;  /* its time: request_wall_ms, or -1: now */
	const char *id;   /* in the Contest API; NULL: the next number */
	bool is_trusted;  /* from an admin: exempt from times and limits */
};
/* The contest's time of a request: it is checked against times and limits, and stored, however long
 * its handling takes. It is that of the head, unless the body is later than a slow line explains;
 * then it is that of the body's end. */
int64_t request_wall_ms(struct as_server *server, const struct as_http_request *request);
/* Submits. Returns 0, or the HTTP status with the reason in `error`. */
int intake_submit(struct as_server *server, const struct upload *upload, size_t *submission,
	struct as_error *error) AS_MUST_USE;

/* Sends a clarification request of a team. Returns 0, or the HTTP status with the reason in
 * `error`. */
int intake_clarify(struct as_server *server, const struct as_contest_entry_clarification *entry,
	size_t *clarification, struct as_error *error) AS_MUST_USE;

/* ---- runnable.c ---- */

/* The data that are needed to run a submission once more; clear it. */
struct runnable {
	struct as_submitted submitted;
	char *language, *entry_point;
	struct problem_use use;
};
int runnable_read(struct as_server *server, size_t submission, struct runnable *runnable,
	struct as_error *error) AS_MUST_USE;
void runnable_clear(struct runnable *runnable);
struct as_compiled *runnable_compile(const struct runnable *runnable, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE;

/* ---- rerun.c: runs of a test for the jury, to show the output ---- */

struct reruns;
struct reruns *reruns_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Cancels the current run. Takes NULL. */
void reruns_close(struct reruns *reruns);
/* Queues a run of a test of a submission; also succeeds if it is queued already. AS_ERROR_USAGE:
 * the queue is full. */
int reruns_queue(struct reruns *reruns, size_t submission, const char *test,
	struct as_error *error) AS_MUST_USE;
/* The state of a rerun; clear it. */
struct rerun {
	enum as_contest_rerun state;
	struct as_case_result result;
	struct as_bytes output; /* truncated */
	uint64_t output_bytes;
	char *failure;
	int64_t wall_ms;
};
void rerun_read(struct reruns *reruns, size_t submission, const char *test, struct rerun *rerun);
void rerun_clear(struct rerun *rerun);
#define RERUN_OUTPUT_BYTES 1048576

/* ---- counterexamples.c: small inputs that submissions fail ---- */

struct counterexamples;
struct counterexamples *counterexamples_open(
	struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Starts its thread, once the packages and the log are open. */
int counterexamples_start(
	struct counterexamples *counterexamples, struct as_error *error) AS_MUST_USE;
/* Reports a change of the log. Call it with the log's lock held. */
void counterexamples_changed(struct counterexamples *counterexamples,
	const struct as_contest_log *log, const struct as_contest_change *change);
/* Reports that a worker began a job: a running search is cancelled, and repeated when nothing is
 * being judged. Any thread. */
void counterexamples_yield(struct counterexamples *counterexamples);
/* The result for a submission; clear it. */
struct counterexample {
	enum as_contest_counterexample_state state;
	size_t judgement;
	struct as_explanation explanation;                /* texts may be cut, see `whole` */
	uint64_t input_bytes, answer_bytes, output_bytes; /* of the whole texts */
};
void counterexample_read(struct counterexamples *counterexamples, size_t submission,
	struct counterexample *counterexample);
void counterexample_clear(struct counterexample *counterexample);
/* Cancels the search and ends the thread. Call it before the log is closed. */
void counterexamples_stop(struct counterexamples *counterexamples);
/* Call it after the log is closed. Both functions accept NULL. */
void counterexamples_close(struct counterexamples *counterexamples);

/* ---- boards.c: boards, shared by their readers ---- */

struct boards;
/* Of all teams, for streams; and as the page without a filter shows them: of the main group. */
enum boards_kind { BOARDS_PUBLIC, BOARDS_JURY, BOARDS_PUBLIC_MAIN, BOARDS_JURY_MAIN, BOARDS_COUNT };
struct boards *boards_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
void boards_close(struct boards *boards);
/* Reports a change of the log. */
void boards_changed(struct boards *boards);
/* Number of renderings so far. */
uint64_t boards_render_count(struct boards *boards);
/* What a board of an audience depends on, besides the contest. */
struct board_key {
	uint64_t version;
	struct as_contest_state state;
};
/* With the log's lock. */
struct board_key board_key_of(const struct as_contest_log *log, bool jury);
bool board_key_is(const struct board_key *key, const struct board_key *other);
/* The current fragment of a board, and its digest; unref it. NULL: out of memory. */
struct as_http_buffer *boards_newest(
	struct boards *boards, enum boards_kind kind, char tag[AS_DIGEST_HEX_SIZE]);

/* ---- live.c: streams ---- */

struct live;
struct live *live_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Starts the thread, after the log was opened. */
int live_start(struct live *live, struct as_error *error) AS_MUST_USE;
/* Reports that the log has caught up after changes. Without the log's lock. */
void live_caught_up(struct live *live);
/* Answers with a stream of boards. That of the jury ends with the session. */
void live_board(struct live *live, struct as_http_request *request, bool jury);
/* Answers with a feed, which ends if the token of the account is revoked; takes ownership of the
 * cursor. */
void live_feed(struct live *live, struct as_http_request *request, size_t account,
	struct as_contest_cursor *cursor);
/* Call it before the HTTP server is closed. */
void live_stop(struct live *live);
/* Call it after the HTTP server is closed. */
void live_close(struct live *live);

/* ---- health.c ---- */

struct health;
struct health *health_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Starts the thread, after the log was opened. */
int health_start(struct health *health, struct as_error *error) AS_MUST_USE;
/* Reports a write: NULL, or the reason why it failed. Any thread. */
void health_wrote(struct health *health, const struct as_error *why);
struct health_state {
	bool is_failing; /* the last write failed */
	uint64_t failure_count;
	char why[400]; /* the last failure */
};
struct health_state health_state(struct health *health);
/* Call it before the log is closed. */
void health_stop(struct health *health);
void health_close(struct health *health);

/* ---- metrics.c ---- */

struct metrics;
struct metrics *metrics_open(struct as_error *error) AS_MUST_USE;
void metrics_close(struct metrics *metrics);
/* Counts a finished request. */
void metrics_add(
	struct as_server *server, const struct as_http_request *request, int64_t duration_ns);
void get_metrics(struct as_http_request *request, void *context);

/* ---- scoreboard.c ---- */

struct scoreboards;
struct scoreboards *scoreboards_open(struct as_error *error) AS_MUST_USE;
void scoreboards_close(struct scoreboards *scoreboards);
/* The scoreboard of the Contest API for a reader, and its entity tag; unref it. NULL: out of
 * memory. */
struct as_http_buffer *scoreboards_get(struct as_server *server,
	const struct as_contest_api_reader *reader, char tag[AS_DIGEST_HEX_SIZE]);
/* Number of renderings so far. */
uint64_t scoreboards_render_count(struct scoreboards *scoreboards);

/* ---- replies.c: documents of the API, shared by their readers ---- */

struct replies;
struct replies *replies_open(struct as_error *error) AS_MUST_USE;
void replies_close(struct replies *replies);
struct reply_query {
	const struct as_contest_api_reader *reader;
	const char *endpoint, *id; /* the id may be NULL */
	struct as_contest_api_filters filters;
};
/* As as_contest_api_get, but a document that does not depend on the account, only on role and team.
 * Unref `json`, which is NULL for -1. */
int replies_get(struct as_server *server, const struct reply_query *query,
	struct as_http_buffer **json) AS_MUST_USE;
/* True if another board may be filtered for an anonymous request now: together they may use a tenth
 * of a core. */
bool replies_may_render(struct replies *replies);
void replies_rendered(struct replies *replies, int64_t duration_ns);

/* ---- routes ---- */

/* A page while it is written, with the log's lock held. */
struct page {
	struct as_http_request *request;
	struct as_server *server;
	struct as_contest_notice notices[3];
	char trouble[700]; /* text of a notice */
	struct as_contest_visit visit;
	unsigned retry_s; /* of Retry-After; 0: none */
	FILE *out;
	char *text;
	size_t size;
};
/* Begins a page and takes the lock. `wrong`: a message at its top, or NULL. `wrong` and `visitor`
 * are borrowed. False: the request has been answered. */
bool answer_begin(struct page *page, struct as_http_request *request, struct as_server *server,
	const struct visitor *visitor, const char *wrong);
/* Releases the lock, and answers. */
void answer_send(struct page *page, int status);
/* Answers with the fragment of a board. */
void answer_board(struct as_http_request *request, struct as_server *server, bool jury);
/* Answers with the page of a board, filtered by the query. */
void answer_board_page(struct as_http_request *request, struct as_server *server,
	const struct visitor *visitor, bool jury);
/* Redirects to an address below the base, by GET. */
void redirect_to(
	struct as_http_request *request, const struct as_server *server, const char *address);
/* Answers with a new session of an account, and a redirect to `next`, or to the front page if that
 * is not an address of this site. */
void answer_session(struct as_http_request *request, struct as_server *server, size_t account,
	const char *next);
/* Redirects to the log-in, which redirects back to this page. */
void redirect_to_login(struct as_http_request *request, const struct as_server *server);

/* Data from the store for the page of a submission; clear it. */
struct evidence {
	struct as_submitted submitted;
	struct as_result result;
	struct counterexample counterexample;
	struct as_contest_counterexample shown;
};
struct as_contest_evidence evidence_gather(
	struct as_server *server, size_t submission, struct evidence *evidence);
void evidence_clear(struct evidence *evidence);

/* Answers with a file: an attachment, or a part of a statement. Takes ownership of the descriptor.
 */
void answer_download(struct as_http_request *request, int fd, const char *type, const char *name,
	bool is_attachment);
/* Policy for downloads: they cannot run scripts or load anything from this site. */
#define FILE_POLICY                                                                                \
	"sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; "           \
	"object-src 'self'; plugin-types application/pdf"

/* False: the visitor is not the jury; the request has been answered (routes.c). */
bool require_jury(
	struct as_http_request *request, struct as_server *server, struct visitor *visitor);
/* Checks a form of the jury; with `admin` only admins may send it. */
bool require_form(struct as_http_request *request, struct as_server *server, bool admin,
	struct visitor *visitor);
/* The submission of the path; AS_CONTEST_NONE: unknown, and the request has been answered. */
size_t require_submission(struct as_http_request *request, struct as_server *server);
#define FORM_MAX_BYTES 65536

/* Packs the files of a submission, by their blob, into a zip archive (clear it). */
int archive_submission(
	struct as_server *server, const char *blob, struct as_bytes *zip) AS_MUST_USE;

/* True if it begins with exactly one '/', so that a redirect stays on this site. NULL: false. */
bool is_own_address(const char *address);

/* Answers with a page of the jury, which `write` writes. */
void jury_show(struct as_http_request *request, struct as_server *server,
	void (*write)(FILE *out, const struct as_contest_visit *visit));
/* The decision of an account by a form: final results are changed only if it has sure=1. */
struct as_contest_decision jury_decision(
	const struct as_http_request *request, const struct visitor *visitor);
/* NULL; or, if the results are final and the form has no sure=1, a question: for a form that can
 * change the results. */
const char *jury_ask_final(const struct as_http_request *request, struct as_server *server);

/* Routes of pages.c, forms.c, jury*.c, news.c, tests.c, api.c. */
struct routes {
	struct as_http_route *items;
	char **patterns; /* owned; including the base */
	size_t count;
	struct as_server *server;
	bool failed;
};
void routes_add(struct routes *routes, const char *method, const char *path,
	as_http_handler handler, uint64_t body_limit_bytes, unsigned flags);
void routes_pages(struct routes *routes);
void routes_forms(struct routes *routes);
void routes_jury(struct routes *routes);
void routes_jury_teams(struct routes *routes);
void routes_jury_clarifications(struct routes *routes);
void routes_jury_problems(struct routes *routes);
void routes_jury_clock(struct routes *routes);
void routes_tests(struct routes *routes);
void routes_api(struct routes *routes);
#define API_CHALLENGE "Basic realm=\"contest\", charset=\"UTF-8\""
/* The public text for an error of the store: its own may name hosts and users, and is in the log.
 */
#define STORE_FAILED "the server cannot store this at the moment: try again in a minute"
/* Maximum size of an upload. */
#define UPLOAD_MAX_BYTES ((uint64_t)8 << 20)

#endif

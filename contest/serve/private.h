/* SPDX-License-Identifier: MIT */
/* The insides of a contest's server. */
#ifndef CONTEST_SERVE_PRIVATE_H
#define CONTEST_SERVE_PRIVATE_H

#include <assay/contest/api.h>
#include <assay/contest/log.h>
#include <assay/contest/pages.h>
#include <assay/contest/serve.h>
#include <assay/engine.h>
#include <assay/http.h>
#include <assay/program.h>
#include <assay/store/worker.h>

struct server_problem {
	struct as_judge *judge;
	struct as_bytes options; /* as_worker_options_write */
	char **languages;        /* of the package's programs */
	struct as_contest_statement *statement;
};

struct as_server {
	struct as_server_config config;
	const char *base;
	const struct as_languages *languages;
	const char **language_ids;       /* that can be judged; NULL-terminated */
	struct server_problem *problems; /* as many as the contest has */
	struct as_contest_log *log;
	struct as_contest_api *api;
	struct as_worker *worker;
	struct as_keeper *keeper; /* of temporary folders */
	struct hasher *hasher;
	struct intake *intake;
	struct live *live;
	struct accounts *accounts;
	struct passwords *passwords;
	struct scoreboards *scoreboards;
	struct health *health;
	struct metrics *metrics;
	struct reruns *reruns;
	struct as_contest_libraries *libraries;
	struct as_http *http;
};

/* ---- note.c ---- */

/* A line for the log of the operator. */
void server_note(const struct as_server *server, const char *format, ...) AS_PRINTF(2, 3);

/* ---- hasher.c: passwords, by processes at the lowest priority ---- */

struct hasher;
struct hasher_process;
#define HASHER_MAX_THREADS 8
struct hasher *hasher_open(unsigned thread_count, struct as_error *error) AS_MUST_USE;
struct hasher_task {
	/* In a thread that has a process to ask. */
	void (*run)(void *context, struct hasher_process *process);
	void (*finish)(void *context); /* then, in another one */
	void *context;
	/* It waits while any other task does. The caller has one such task at a time, so that a
	 * process is left for log-ins. */
	bool is_patient;
};
/* Runs a task soon. False: too many wait, no memory, or it is closing. */
bool hasher_run(struct hasher *hasher, const struct hasher_task *task) AS_MUST_USE;
/* True if it is the password of the hash. It may take a tenth of a second, and longer. */
bool hasher_verify(struct hasher_process *process, const char *hash, const char *password);
/* The hash of a password, on the heap; NULL: it could not be made. */
char *hasher_hash(struct hasher_process *process, const char *password);
/* How many wait for the first part. */
size_t hasher_waiting(struct hasher *hasher);
/* Waits for all that was accepted. Takes NULL. */
void hasher_close(struct hasher *hasher);

/* ---- accounts.c: passwords ---- */

struct accounts;
struct accounts *accounts_open(struct as_error *error) AS_MUST_USE;
void accounts_close(struct accounts *accounts);
/* What a password is compared with; clear it. */
struct secret {
	size_t account; /* AS_CONTEST_NONE: there is no such account, or it has no password */
	bool is_hash;
	char text[AS_CONTEST_PASSWORD_MAX + 1];
};
struct secret accounts_secret(struct as_server *server, const char *username);
void secret_clear(struct secret *secret);
/* True if it is the password. */
bool accounts_compare(const struct accounts *accounts, const struct secret *secret,
	const char *password, struct hasher_process *process);
/* Remembers that it was, for accounts_recall. */
void accounts_remember(struct accounts *accounts, const char *username, const char *password,
	const struct secret *secret);
/* The account, if the password was verified in the last minutes and is still the same; else
 * AS_CONTEST_NONE. */
size_t accounts_recall(struct as_server *server, const char *username, const char *password);
/* False: too many wrong passwords came from the address in the last minute, or for this name from
 * it.
 */
bool accounts_may_try(struct accounts *accounts, const char *peer, const char *username);
void accounts_note_failure(struct accounts *accounts, const char *peer, const char *username);

/* ---- passwords.c: hashes of the folder's passwords ---- */

struct passwords;
/* Starts making them; the hasher and the log are open. */
struct passwords *passwords_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* The hash of an account's password, valid until passwords_close; NULL: there is none yet. */
const char *passwords_find(struct passwords *passwords, size_t account);
/* Once the hasher is closed. Takes NULL. */
void passwords_close(struct passwords *passwords);

/* ---- address.c: log-in by address ---- */

/* The account whose `ip` the request comes from; AS_CONTEST_NONE. */
size_t account_of_address(const struct as_server *server, const struct as_http_request *request);
/* The same if no browser asks: its pages get a session instead (get_login). */
size_t account_of_program(const struct as_server *server, const struct as_http_request *request);

/* ---- visit.c: who asks ---- */

#define SESSION_COOKIE "assay"
struct visitor {
	size_t account;                /* AS_CONTEST_NONE: nobody */
	char csrf[AS_DIGEST_HEX_SIZE]; /* "": no session */
	char session[AS_DIGEST_HEX_SIZE];
};
/* The digest of a token that the log has: of a session, a form, or the Contest API. */
void visitor_digest(const char *what, const char *token, char hex[AS_DIGEST_HEX_SIZE]);
/* By the cookie; without the log's lock. */
struct visitor visitor_of(struct as_server *server, const struct as_http_request *request);
/* With the log's lock: what a page needs to know. `visitor` is borrowed. */
struct as_contest_visit visit_of(struct as_server *server, const struct visitor *visitor);
/* True if a browser says that the form is of this site, or says nothing. */
bool visitor_is_of_site(const struct as_http_request *request);
/* False: a form of another site, or without its token; the request has been answered. */
bool visitor_checks_form(struct as_http_request *request, const struct visitor *visitor);
/* Without the lock. The visitor is logged in. */
enum as_contest_role role_of(struct as_server *server, const struct visitor *visitor);
bool visitor_is_team(struct as_server *server, const struct visitor *visitor);
/* Makes a session of an account: a token for the cookie. */
#define SESSION_TOKEN_SIZE 65
int session_make(struct as_server *server, size_t account, char token[SESSION_TOKEN_SIZE],
	struct as_error *error) AS_MUST_USE;
void session_cookie(struct as_http_response *response, const char *token);

/* ---- intake.c: submissions ---- */

/* What is being submitted or asked just now. */
struct intake;
struct intake *intake_open(struct as_error *error) AS_MUST_USE;
void intake_close(struct intake *intake);

/* What is handed in. All is borrowed. One of `files`, `archive` and `path` is given. */
struct handed_in {
	size_t team, problem, account;
	const char *language;    /* an id; NULL: told by the files */
	const char *entry_point; /* or NULL */
	const struct as_memory_file *files;
	size_t file_count;
	const void *archive; /* a zip archive */
	size_t archive_bytes;
	const char *path; /* of this machine */
	int64_t wall_ms;  /* -1: now */
	const char *id;   /* in the Contest API; NULL: the next number */
	bool is_trusted;  /* by an admin: neither time nor limits count */
};
/* Submits. 0, or the status of HTTP with the reason in `error`. */
int intake_submit(struct as_server *server, const struct handed_in *handed_in, size_t *submission,
	struct as_error *error) AS_MUST_USE;

/* Asks the jury, for a team. 0, or the status of HTTP with the reason in `error`. */
int intake_ask(struct as_server *server, const struct as_contest_entry_clarification *entry,
	size_t *clarification, struct as_error *error) AS_MUST_USE;

/* ---- rerun.c: tests that the jury runs once more, to see an output ---- */

struct reruns;
struct reruns *reruns_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Cancels what runs. Takes NULL. */
void reruns_close(struct reruns *reruns);
/* Runs a test of a submission soon; success also if it waits already. AS_ERROR_USAGE: too
 * many wait. */
int reruns_ask(struct reruns *reruns, size_t submission, const char *test,
	struct as_error *error) AS_MUST_USE;
/* What is known of one; clear it. */
struct rerun {
	enum as_contest_rerun state;
	struct as_case_result result;
	struct as_bytes output; /* its beginning */
	uint64_t output_bytes;
	char *failure;
	int64_t wall_ms;
};
void rerun_read(struct reruns *reruns, size_t submission, const char *test, struct rerun *rerun);
void rerun_clear(struct rerun *rerun);
#define RERUN_OUTPUT_BYTES 1048576

/* ---- live.c: streams ---- */

struct live;
struct live *live_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Starts its thread, once the log is open. */
int live_start(struct live *live, struct as_error *error) AS_MUST_USE;
/* Something changed; with the log's lock, and once more when the log has told all of it without. */
void live_changed(struct live *live);
void live_settled(struct live *live);
/* What of a board changes, as it is now, and its digest; unref it. NULL: no memory. */
struct as_http_buffer *live_newest(struct live *live, bool jury, char tag[AS_DIGEST_HEX_SIZE]);
/* Answers with a stream of boards. */
void live_board(struct live *live, struct as_http_request *request, bool jury);
/* Answers with a feed; takes the cursor. */
void live_feed(
	struct live *live, struct as_http_request *request, struct as_contest_cursor *cursor);
/* Before the HTTP server is closed. */
void live_stop(struct live *live);
/* After it. */
void live_close(struct live *live);

/* ---- health.c ---- */

struct health;
struct health *health_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Starts its thread, once the log is open. */
int health_start(struct health *health, struct as_error *error) AS_MUST_USE;
/* Something was written, or (why) could not be. Any thread. */
void health_wrote(struct health *health, const struct as_error *why);
struct health_state {
	bool is_failing; /* the last write failed */
	uint64_t failure_count;
	char why[400]; /* the last failure */
};
struct health_state health_state(struct health *health);
/* Before the log is closed. */
void health_stop(struct health *health);
void health_close(struct health *health);

/* ---- metrics.c ---- */

struct metrics;
struct metrics *metrics_open(struct as_error *error) AS_MUST_USE;
void metrics_close(struct metrics *metrics);
/* A request has ended. */
void metrics_add(
	struct as_server *server, const struct as_http_request *request, int64_t duration_ns);
void get_metrics(struct as_http_request *request, void *context);

/* ---- scoreboard.c ---- */

struct scoreboards;
struct scoreboards *scoreboards_open(struct as_error *error) AS_MUST_USE;
void scoreboards_close(struct scoreboards *scoreboards);
/* The scoreboard of the Contest API for a reader, and its entity tag; unref it. NULL: no memory. */
struct as_http_buffer *scoreboards_get(struct as_server *server,
	const struct as_contest_api_reader *reader, char tag[AS_CONTEST_TOKEN_SIZE]);

/* ---- routes ---- */

/* A page that is being written, with the log's lock. */
struct page {
	struct as_http_request *request;
	struct as_server *server;
	struct as_contest_notice notices[2];
	char trouble[700]; /* text of a notice */
	struct as_contest_visit visit;
	FILE *out;
	char *text;
	size_t size;
};
/* Begins one, and takes the lock. `wrong`: what is said at its top, or NULL; borrowed, as is the
 * visitor. False: the request has been answered. */
bool answer_begin(struct page *page, struct as_http_request *request, struct as_server *server,
	const struct visitor *visitor, const char *wrong);
/* Gives the lock back, and answers. */
void answer_send(struct page *page, int status);
/* Answers with what of a board changes. */
void answer_board(struct as_http_request *request, struct as_server *server, bool jury);
/* Answers with the page of a board, or of the teams of it that the query names. */
void answer_board_page(struct as_http_request *request, struct as_server *server,
	const struct visitor *visitor, bool jury);
/* Leads to an address beneath the base, by GET. */
void redirect_to(
	struct as_http_request *request, const struct as_server *server, const char *address);
/* Answers with a new session of an account, which leads to `next`, or home if that is no address of
 * this site. */
void answer_session(struct as_http_request *request, struct as_server *server, size_t account,
	const char *next);
/* Leads to the log-in, and from there back to this page. */
void redirect_to_login(struct as_http_request *request, const struct as_server *server);

/* What a page of a submission needs from the store; clear it. */
struct evidence {
	struct as_submitted submitted;
	struct as_result result;
};
struct as_contest_evidence evidence_gather(
	struct as_server *server, size_t submission, struct evidence *evidence);
void evidence_clear(struct evidence *evidence);

/* Answers with a file: an attachment, or a part of a statement. Takes the descriptor. */
void answer_download(struct as_http_request *request, int fd, const char *type, const char *name,
	bool is_attachment);
/* What it says to the browser of a file: it neither runs nor asks for anything here. */
#define FILE_POLICY                                                                                \
	"sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; "           \
	"object-src 'self'; plugin-types application/pdf"

/* Who asks for pages of the jury (routes.c); false: the request has been answered. */
bool require_jury(
	struct as_http_request *request, struct as_server *server, struct visitor *visitor);
/* A form: of an admin or judge; of an admin alone. */
bool require_form(struct as_http_request *request, struct as_server *server, bool admin,
	struct visitor *visitor);
/* The submission of the path; AS_CONTEST_NONE: the request has been answered. */
size_t require_submission(struct as_http_request *request, struct as_server *server);
#define FORM_MAX_BYTES 65536

/* The files of a submission, by their blob, as a zip archive (clear it). */
int archive_submission(
	struct as_server *server, const char *blob, struct as_bytes *zip) AS_MUST_USE;

/* True if it begins with one '/', so that a redirect to it stays here. NULL: false. */
bool is_own_address(const char *address);

/* pages.c, forms.c, jury.c, tests.c, api.c: appended to a list of routes. */
struct routes {
	struct as_http_route *items;
	char **patterns; /* owned: with the base */
	size_t count;
	struct as_server *server;
	bool failed;
};
void routes_add(struct routes *routes, const char *method, const char *path,
	as_http_handler handler, uint64_t body_limit_bytes, unsigned flags);
void routes_pages(struct routes *routes);
void routes_forms(struct routes *routes);
void routes_jury(struct routes *routes);
void routes_tests(struct routes *routes);
void routes_api(struct routes *routes);
/* The most bytes of an upload. */
#define UPLOAD_MAX_BYTES ((uint64_t)8 << 20)

#endif

/* SPDX-License-Identifier: MIT */
/* Parts of assay serve: its log, and the demonstration, a contest with activity in a temporary
 * folder. */
#ifndef ASSAY_CLI_SERVE_H
#define ASSAY_CLI_SERVE_H

#include <assay/contest/serve.h>
#include <assay/site.h>
#include <limits.h>
#include <time.h>

/** The system's time, in milliseconds since 1970. */
static inline int64_t serve_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/** Lines for standard error that a thread writes, so that nobody else waits for its reader. */
struct serve_lines;
struct serve_lines *serve_lines_open(struct as_error *error) AS_MUST_USE;
/** Queues a copy of a line, which ends with a line feed. Any thread, never waits. */
void serve_lines_put(struct serve_lines *lines, const char *text, size_t size) AS_NONNULL(1, 2);
/** Writes the queued lines, but waits at most 2 s for the reader. Takes NULL. */
void serve_lines_close(struct serve_lines *lines);

struct serve_log {
	struct serve_lines *lines;
	const char *contest; /**< the id of the contest, for each line; NULL: only one */
	enum serve_log_format {
		SERVE_LOG_TEXT,  /**< "assay: what happened" */
		SERVE_LOG_PAIRS, /**< key=value, with the time */
		SERVE_LOG_JSON,  /**< an object a line */
	} format;
};
/** For struct as_server_config: the context is a struct serve_log, which is open. */
void serve_log_note(void *context, const char *text) AS_NONNULL(1, 2);
void serve_log_request(void *context, const struct as_server_request *request) AS_NONNULL(1, 2);

struct serve_contests {
	const struct serve_log *log;
	struct serve_contest {
		struct as_contest *contest;
		struct as_store *store;
		int64_t opened_ms; /**< the time before the store was opened */
		struct serve_log log;
		bool has_failed;
	} * items;
	size_t count;
};
/** Reads all folders, then opens all stores. Close the contests also after a failure. `url`: of a
 * store for all; NULL: each folder has its own. `accounts`: the file of shared accounts, or NULL.
 */
int serve_contests_read(struct serve_contests *contests, const char *const *paths, size_t count,
	const char *accounts, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
int serve_contests_store(struct serve_contests *contests, const char *url,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void serve_contests_close(struct serve_contests *contests) AS_NONNULL(1);
/** -1: none of the contests works any more. Logs the first failure of each contest. */
int serve_contests_check(struct serve_contests *contests, const struct as_servers *servers,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/** Prints the addresses on standard output; of a demonstration also the accounts. */
int serve_print(const struct serve_contests *contests, const char *url, bool is_json, bool is_demo,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** A course, in place of contests. All of it is borrowed. */
struct serve_course {
	const char *path, *store; /**< the URL of a store; NULL: course.db in the folder */
	const char *base;
	struct as_site_port port; /**< without callbacks and folder */
	unsigned jobs;
	enum as_weakness weak;
	bool is_json;
	const struct serve_log *log;
	/** The address of the server at a port; on the heap. */
	char *(*url)(const void *context, uint16_t port, struct as_error *error);
	const void *context;
};
/** True if the folder contains course.yaml. */
bool serve_is_course(const char *path) AS_NONNULL(1);
/** Serves until a signal ends it. */
int serve_course_run(const struct serve_course *course, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/** Makes the folder; serve_demo_remove removes it. */
int serve_demo_make(char path[PATH_MAX], struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void serve_demo_remove(const char *path) AS_NONNULL(1);
/** Sets the times of the contest so that it starts now. Called before the server is opened. */
void serve_demo_start(struct as_contest *contest) AS_NONNULL(1);

struct demo;
/** Starts a thread that submits the bundled submissions for the teams, one every few seconds. NULL:
 * failed; the contest continues without it. */
struct demo *serve_demo_run(struct as_server *server, const struct as_contest *contest)
	AS_NONNULL(1, 2);
/** Takes NULL. */
void serve_demo_end(struct demo *demo);

#endif

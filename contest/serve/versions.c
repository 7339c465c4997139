/* SPDX-License-Identifier: MIT */
/*
 * The packages of the problems, and their versions.
 *   1. At the start, the packages of the folder are taken into use: an event of the log names each
 *      that was not in use before (versions_start).
 *   2. The jury takes a new version (versions_take): the package is opened and its programs are
 *      compiled; then an event names it. When the event is applied, `now` becomes the new version.
 *   3. If another server of the store took a version, the thread of this file gets the package from
 *      the folder or from the store.
 *   4. Submissions that wait are judged with the new version: a new job, and the old one is
 *      cancelled. If the store fails meanwhile, the thread of this file tries again.
 * Old versions stay open until the server is closed, so readers need no lock for them.
 */
#include "versions.h"

#include <assay/store/lane.h>
#include <assay/store/package.h>
#include <assay/store/queue.h>
#include <string.h>
#include <time.h>

#define RETRY_S 2
#define SHORT_DIGEST 12

/* ---- versions ---- */

static void close_version(struct version *version)
{
	if (!version)
		return;
	if (!version->borrows_statement)
		as_contest_statement_close(version->seen.statement);
	as_bytes_clear(&version->seen.options);
	as_names_free(version->seen.languages);
	as_engine_package_close(version->seen.judge);
	as_package_close(version->owned);
	free(version);
}

static int fill_version(struct as_server *server, size_t problem, struct server_problem *seen,
	struct as_error *error)
{
	const struct as_contest *contest = server->config.contest;

	seen->judge = as_engine_package_open(server->config.engine, seen->package, error);
	if (!seen->judge || as_store_package_keep(server->config.store, seen->package, NULL, error))
		return -1;
	const struct as_job_order order = {.package = seen->judge};
	seen->languages = as_engine_package_languages(seen->judge, error);
	if (seen->languages && !seen->statement)
		seen->statement = as_contest_statement_open(
			contest, problem, seen->package, server->base, error);
	if (!seen->languages || !seen->statement)
		return -1;
	return as_worker_options_write(
		&order, as_engine_settings(server->config.engine), &seen->options, error);
}

/* `owned`: takes ownership of the package. `statement`: NULL, or one to borrow. */
static struct version *make_version(struct as_server *server, size_t problem,
	struct as_package *package, bool owned, struct as_contest_statement *statement,
	struct as_error *error)
{
	struct version *version = calloc(1, sizeof(*version));

	if (!version) {
		if (owned)
			as_package_close(package);
		as_error_no_memory(error);
		return NULL;
	}
	version->owned = owned ? package : NULL;
	version->borrows_statement = statement != NULL;
	version->seen = (struct server_problem){.package = package, .statement = statement};
	if (fill_version(server, problem, &version->seen, error) == 0)
		return version;
	close_version(version);
	return NULL;
}

static void add_version(struct versions *versions, size_t problem, struct version *version)
{
	struct version_place *place = &versions->places[problem];

	pthread_mutex_lock(&versions->mutex);
	version->older = place->newest;
	place->newest = version;
	pthread_mutex_unlock(&versions->mutex);
}

const struct server_problem *problem_now(const struct as_server *server, size_t problem)
{
	return version_now(server->versions, problem);
}

/* With the log's lock for writing, or before there are readers. */
static void use_version(
	struct as_server *server, size_t problem, const struct server_problem *version)
{
	__atomic_store_n(&server->config.contest->problems[problem].package,
		(struct as_package *)version->package, __ATOMIC_RELEASE);
	__atomic_store_n(&server->versions->places[problem].now, version, __ATOMIC_RELEASE);
}

/* The newest version with that digest, or NULL. */
static const struct server_problem *find_version(
	struct versions *versions, size_t problem, const char *digest)
{
	const struct version *found;

	pthread_mutex_lock(&versions->mutex);
	found = versions->places[problem].newest;
	while (found && strcmp(found->seen.package->digest, digest) != 0)
		found = found->older;
	pthread_mutex_unlock(&versions->mutex);
	return found ? &found->seen : NULL;
}

/* ---- judging ---- */

char *problem_lane(struct as_server *server, const struct server_problem *problem,
	const char *language, struct as_error *error)
{
	size_t count = 0;

	while (problem->languages[count])
		count++;
	AS_AUTO_FREE const char **needed = calloc(count + 2, sizeof(*needed));
	if (!needed) {
		as_error_no_memory(error);
		return NULL;
	}
	memcpy(needed, problem->languages, count * sizeof(*needed));
	needed[count] = language;
	return as_lane_write(as_engine_settings(server->config.engine), needed, NULL, error);
}

int versions_rejudge(struct as_server *server, size_t submission, enum as_store_class class,
	size_t account, struct as_error *error)
{
	as_contest_log_lock(server->log);
	const struct as_contest_submission *seen =
		as_contest_log_submission(server->log, submission);
	const size_t problem = seen->problem;
	AS_AUTO_FREE char *language = seen->language ? strdup(seen->language) : NULL;
	as_contest_log_unlock(server->log);
	const struct server_problem *version = problem_now(server, problem);
	AS_AUTO_FREE char *lane = problem_lane(server, version, language, error);
	if (!lane)
		return -1;
	const struct as_store_order order = {.package = version->package->digest,
		.options = version->options,
		.lane = lane,
		.class = class};
	return as_contest_log_rejudge(server->log, submission, &order, account, error);
}

struct waiting {
	size_t submission;
	int64_t job;
};

/* The submissions of a problem that wait for a judgement with another version. NULL: out of memory.
 */
static struct waiting *list_waiting(
	struct as_server *server, size_t problem, const char *digest, size_t *count)
{
	struct as_contest_log *log = server->log;

	*count = 0;
	as_contest_log_lock(log);
	struct waiting *list = calloc(as_contest_log_submission_count(log) + 1, sizeof(*list));
	for (size_t i = 0; list && i < as_contest_log_submission_count(log); i++) {
		const struct as_contest_submission *of = as_contest_log_submission(log, i);
		const struct as_contest_judgement *newest =
			as_contest_log_judgement(log, of->judgements[of->judgement_count - 1]);
		if (of->problem == problem && !newest->ended &&
			strcmp(newest->package, digest) != 0)
			list[(*count)++] = (struct waiting){i, newest->job};
	}
	as_contest_log_unlock(log);
	return list;
}

static int judge_waiting(struct as_server *server, size_t problem, struct as_error *error)
{
	const struct server_problem *version = problem_now(server, problem);
	size_t count;
	AS_AUTO_FREE struct waiting *list =
		list_waiting(server, problem, version->package->digest, &count);

	if (!list)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		if (versions_rejudge(
			    server, list[i].submission, AS_STORE_CONTEST, AS_CONTEST_NONE, error) ||
			as_store_cancel(server->config.store, list[i].job, error) < 0)
			return -1;
	return 0;
}

/* ---- taking a version ---- */

static void note_version(
	const struct as_server *server, size_t problem, const char *before, const char *digest)
{
	server_note(server, "problem %s: package %.*s is in use instead of %.*s",
		server->config.contest->problems[problem].label, SHORT_DIGEST, digest, SHORT_DIGEST,
		before);
}

/* The version in use, if it is this package and its files are as they were when it was opened: it
 * need not be kept open twice. */
static struct version *find_same(
	const struct as_server *server, size_t problem, const struct as_package *package)
{
	struct versions *versions = server->versions;
	const struct server_problem *now = problem_now(server, problem);

	pthread_mutex_lock(&versions->mutex);
	struct version *found = versions->places[problem].newest;
	while (found && &found->seen != now)
		found = found->older;
	pthread_mutex_unlock(&versions->mutex);
	return found && !found->borrows_statement &&
			       strcmp(now->package->digest, package->digest) == 0 &&
			       as_package_check_unchanged(now->package, "", NULL) == 0
		       ? found
		       : NULL;
}

/* The package of the folder as a version that can be used; NULL: it is refused. */
static struct version *read_version(
	struct as_server *server, size_t problem, struct as_error *error)
{
	const struct as_contest_problem *of = &server->config.contest->problems[problem];
	struct stat info = {0};

	(void)!stat(of->package_path, &info);
	struct as_package *package = as_contest_package_open(of, NULL, error);
	struct version *same = package ? find_same(server, problem, package) : NULL;
	if (same) {
		as_package_close(package);
		versions_saw(server->versions, problem, same->seen.package, &info);
		return same;
	}
	struct version *version =
		package ? make_version(server, problem, package, true, NULL, error) : NULL;
	/* Without a worker, compilers may be on other machines only. */
	if (version && server->config.has_worker &&
		as_engine_package_prepare(version->seen.judge, error)) {
		close_version(version);
		return NULL;
	}
	if (!version)
		return NULL;
	add_version(server->versions, problem, version);
	versions_saw(server->versions, problem, package, &info);
	return version;
}

void versions_set_due(struct as_server *server, size_t problem)
{
	struct versions *versions = server->versions;

	pthread_mutex_lock(&versions->mutex);
	versions->places[problem].is_due = true;
	pthread_cond_signal(&versions->fetching);
	pthread_mutex_unlock(&versions->mutex);
}

static enum take take(
	struct as_server *server, size_t problem, size_t account, struct as_error *error)
{
	const struct version *version = read_version(server, problem, error);

	if (!version || as_contest_log_set_package(server->log, problem,
				version->seen.package->digest, account, error))
		return TAKE_REFUSED;
	if (judge_waiting(server, problem, error) == 0)
		return TAKE_DONE;
	versions_set_due(server, problem);
	return TAKE_LATER;
}

/* Reading and compiling can take minutes, and the pool has few threads: a second caller does not
 * wait. */
enum take versions_take(
	struct as_server *server, size_t problem, size_t account, struct as_error *error)
{
	struct versions *versions = server->versions;

	if (pthread_mutex_trylock(&versions->taking)) {
		as_error_set(error, AS_ERROR_USAGE,
			"another package is being read and compiled: try again when that is done");
		return TAKE_REFUSED;
	}
	const enum take end = take(server, problem, account, error);
	pthread_mutex_unlock(&versions->taking);
	return end;
}

/* A version of another server is fetched by the thread. */
void versions_changed(struct as_server *server, struct as_contest_log *log,
	const struct as_contest_change *change)
{
	struct versions *versions = server->versions;

	if (change->kind != AS_CONTEST_CHANGED_PACKAGE || !atomic_load(&versions->is_started))
		return;
	const char *digest = as_contest_log_version(log, change->index)->digest;
	const struct server_problem *found = find_version(versions, change->index, digest);
	struct version_place *place = &versions->places[change->index];
	pthread_mutex_lock(&versions->mutex);
	snprintf(place->wanted, sizeof(place->wanted), "%s", found ? "" : digest);
	pthread_cond_signal(&versions->fetching);
	pthread_mutex_unlock(&versions->mutex);
	if (!found)
		return;
	const struct as_package *before = problem_now(server, change->index)->package;
	if (strcmp(before->digest, digest) != 0)
		note_version(server, change->index, before->digest, digest);
	use_version(server, change->index, found);
}

/* ---- versions of other servers ---- */

/* The packed package has no statement: the one of this server stays. */
static struct version *fetch(
	struct as_server *server, size_t problem, const char *digest, struct as_error *error)
{
	struct as_package *package =
		as_contest_package_open(&server->config.contest->problems[problem], NULL, NULL);
	struct as_contest_statement *statement = NULL;

	if (!package || strcmp(package->digest, digest) != 0) {
		as_package_close(package);
		package = as_store_package_open(
			server->config.store, digest, &server->config.fetch, NULL, error);
		statement = problem_now(server, problem)->statement;
	}
	return package ? make_version(server, problem, package, true, statement, error) : NULL;
}

struct fetched {
	struct as_server *server;
	size_t problem;
	int64_t wall_ms;
};

/* The event was applied before. */
static void apply_fetched(void *context, struct as_contest_log *log)
{
	const struct fetched *fetched = context;
	const struct as_contest_change change = {.kind = AS_CONTEST_CHANGED_PACKAGE,
		.index = fetched->problem,
		.wall_ms = fetched->wall_ms};

	versions_changed(fetched->server, log, &change);
	as_contest_api_changed(fetched->server->api, log, &change);
	boards_changed(fetched->server->shared.boards);
}

/* Once for each package, since it is tried again every two seconds. */
static void note_missed(
	struct as_server *server, size_t problem, const char *digest, const struct as_error *why)
{
	struct version_place *place = &server->versions->places[problem];

	if (strcmp(place->missed, digest) == 0)
		return;
	snprintf(place->missed, sizeof(place->missed), "%s", digest);
	server_note(server,
		"problem %s: cannot take package %.*s of another server into use yet: %s",
		server->config.contest->problems[problem].label, SHORT_DIGEST, digest, why->text);
}

static void fetch_wanted(struct as_server *server, size_t problem, const char *digest)
{
	struct fetched fetched = {server, problem, as_contest_log_now_ms(server->log)};
	struct as_error error = {0};
	struct version *version = fetch(server, problem, digest, &error);

	if (!version) {
		note_missed(server, problem, digest, &error);
		return;
	}
	add_version(server->versions, problem, version);
	as_contest_log_change(server->log, apply_fetched, &fetched);
	live_caught_up(server->live);
}

/* Submissions that wait for a judgement with an older version. */
static void give_waiting(struct as_server *server, size_t problem)
{
	struct versions *versions = server->versions;
	struct as_error error = {0};

	if (judge_waiting(server, problem, &error) == 0)
		return;
	server_note(server,
		"problem %s: waiting submissions are not queued with the new package yet: %s",
		server->config.contest->problems[problem].label, error.text);
	pthread_mutex_lock(&versions->mutex);
	versions->places[problem].is_due = true;
	pthread_mutex_unlock(&versions->mutex);
}

/* With the mutex: the first problem with something to do, or AS_CONTEST_NONE. */
static size_t find_wanted(const struct versions *versions, size_t from)
{
	for (size_t i = from; i < versions->server->config.contest->problem_count; i++)
		if (*versions->places[i].wanted || versions->places[i].is_due)
			return i;
	return AS_CONTEST_NONE;
}

static void fetch_all(struct versions *versions)
{
	size_t i = 0;

	while (!atomic_load(&versions->stop) && (i = find_wanted(versions, i)) != AS_CONTEST_NONE) {
		char digest[AS_DIGEST_HEX_SIZE];
		memcpy(digest, versions->places[i].wanted, sizeof(digest));
		const bool is_due = versions->places[i].is_due;
		versions->places[i].is_due = false;
		pthread_mutex_unlock(&versions->mutex);
		if (*digest)
			fetch_wanted(versions->server, i, digest);
		if (is_due)
			give_waiting(versions->server, i);
		i++;
		pthread_mutex_lock(&versions->mutex);
	}
}

static void *work(void *context)
{
	struct versions *versions = context;

	pthread_mutex_lock(&versions->mutex);
	while (!atomic_load(&versions->stop)) {
		struct timespec until;
		if (find_wanted(versions, 0) == AS_CONTEST_NONE) {
			pthread_cond_wait(&versions->fetching, &versions->mutex);
			continue;
		}
		fetch_all(versions);
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_sec += RETRY_S;
		if (!atomic_load(&versions->stop) && find_wanted(versions, 0) != AS_CONTEST_NONE)
			pthread_cond_clockwait(
				&versions->fetching, &versions->mutex, CLOCK_MONOTONIC, &until);
	}
	pthread_mutex_unlock(&versions->mutex);
	return NULL;
}

/* ---- opening and closing ---- */

static int open_first(struct versions *versions, size_t problem, struct as_error *error)
{
	struct as_server *server = versions->server;
	struct as_contest_problem *of = &server->config.contest->problems[problem];
	struct stat info = {0};
	struct version *version = make_version(server, problem, of->package, false, NULL, error);

	if (!version)
		return as_error_context(error, "problem %s", of->label);
	versions->first[problem] = of->package;
	(void)!stat(of->package_path, &info);
	add_version(versions, problem, version);
	versions_saw(versions, problem, of->package, &info);
	use_version(server, problem, &version->seen);
	return 0;
}

int versions_open(struct as_server *server, struct as_error *error)
{
	const size_t count = server->config.contest->problem_count;
	struct versions *versions = calloc(1, sizeof(*versions));

	if (!versions)
		return as_error_no_memory(error);
	server->versions = versions;
	versions->server = server;
	pthread_mutex_init(&versions->taking, NULL);
	pthread_mutex_init(&versions->look, NULL);
	pthread_mutex_init(&versions->mutex, NULL);
	pthread_cond_init(&versions->fetching, NULL);
	versions->places = calloc(count + 1, sizeof(*versions->places));
	versions->first = calloc(count + 1, sizeof(struct as_package *));
	if (!versions->places || !versions->first)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		if (open_first(versions, i, error))
			return -1;
	return 0;
}

/* The package of the folder becomes the current one, as at every start. */
static int start_problem(struct as_server *server, size_t problem, struct as_error *error)
{
	const char *digest = problem_now(server, problem)->package->digest;
	char before[AS_DIGEST_HEX_SIZE];

	as_contest_log_lock(server->log);
	memcpy(before, as_contest_log_version(server->log, problem)->digest, sizeof(before));
	as_contest_log_unlock(server->log);
	if (strcmp(before, digest) != 0 &&
		as_contest_log_set_package(server->log, problem, digest, AS_CONTEST_NONE, error))
		return -1;
	if (*before && strcmp(before, digest) != 0)
		note_version(server, problem, before, digest);
	return judge_waiting(server, problem, error);
}

int versions_start(struct as_server *server, struct as_error *error)
{
	struct versions *versions = server->versions;

	atomic_store(&versions->is_started, true);
	for (size_t i = 0; i < server->config.contest->problem_count; i++)
		if (start_problem(server, i, error))
			return -1;
	const int failed = pthread_create(&versions->thread, NULL, work, versions);
	versions->has_thread = !failed;
	return failed ? as_error_sys(error, AS_ERROR_MACHINE, failed, "cannot start a thread") : 0;
}

void versions_stop(struct versions *versions)
{
	if (!versions)
		return;
	pthread_mutex_lock(&versions->mutex);
	atomic_store(&versions->stop, true);
	pthread_cond_signal(&versions->fetching);
	pthread_mutex_unlock(&versions->mutex);
	if (versions->has_thread)
		pthread_join(versions->thread, NULL);
	versions->has_thread = false;
}

static void close_place(struct version_place *place)
{
	folder_state_clear(&place->folder);
	while (place->newest) {
		struct version *older = place->newest->older;
		close_version(place->newest);
		place->newest = older;
	}
}

void versions_close(struct as_server *server)
{
	struct versions *versions = server->versions;
	const struct as_contest *contest = server->config.contest;

	if (!versions)
		return;
	versions_stop(versions);
	for (size_t i = 0; versions->first && i < contest->problem_count; i++)
		if (versions->first[i])
			contest->problems[i].package = versions->first[i];
	for (size_t i = 0; versions->places && i < contest->problem_count; i++)
		close_place(&versions->places[i]);
	pthread_mutex_destroy(&versions->taking);
	pthread_mutex_destroy(&versions->look);
	pthread_mutex_destroy(&versions->mutex);
	pthread_cond_destroy(&versions->fetching);
	free(versions->places);
	free(versions->first);
	free(versions);
}

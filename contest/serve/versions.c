/* SPDX-License-Identifier: MIT */
/*
 * The packages of the problems, and their versions.
 *   1. At the start, the packages of the folder are taken into use: an event of the log names each
 *      that was not in use before (versions_start).
 *   2. The jury takes a new version (versions_take.c): the package is opened and its programs are
 *      compiled; then an event names it. When the event is applied, `now` becomes the new version.
 *   3. If another server of the store took a version, the thread of this file gets the package from
 *      the folder or from the store.
 *   4. Submissions that wait are judged with the new version: a new job, and the old one is
 *      cancelled. If the store fails meanwhile, the thread of this file tries again.
 *   5. Submissions that wait in the queue of an older program are queued for this one, at the start
 *      and by the thread of this file until none is left.
 *   6. The thread of this file queues the submissions of rejudgings, and cancels withdrawn jobs
 *      (rejudgings.c): at the start, when a rejudging was opened or closed, and for a new version.
 *   7. The thread of this file also closes the versions that nothing uses any more (version.c).
 */
#include "versions.h"
#include "boards.h"
#include "server.h"

#include <assay/contest/api.h>
#include <assay/contest/pages.h>
#include <assay/store/package.h>
#include <string.h>
#include <time.h>

#define RETRY_S 2

/* ---- changes of the log ---- */

void versions_set_due(struct as_server *server, size_t problem)
{
	struct versions *versions = server->versions;

	pthread_mutex_lock(&versions->mutex);
	versions->places[problem].is_due = true;
	pthread_cond_signal(&versions->fetching);
	pthread_mutex_unlock(&versions->mutex);
}

/* A version of another server is fetched by the thread. */
void versions_changed(struct as_server *server, struct as_contest_log *log,
	const struct as_contest_change *change)
{
	struct versions *versions = server->versions;

	if (change->kind == AS_CONTEST_CHANGED_REJUDGING ||
		change->kind == AS_CONTEST_CHANGED_PACKAGE)
		rejudgings_set_due(versions);
	if (change->kind != AS_CONTEST_CHANGED_PACKAGE || !atomic_load(&versions->is_started))
		return;
	const struct as_contest_version *version = as_contest_log_version(log, change->index);
	const char *digest = version->digest;
	struct version *found = version_find(versions, change->index, digest, version->archive);
	struct version_place *place = &versions->places[change->index];
	pthread_mutex_lock(&versions->mutex);
	snprintf(place->wanted, sizeof(place->wanted), "%s", found ? "" : digest);
	memcpy(place->wanted_archive, version->archive, sizeof(place->wanted_archive));
	pthread_cond_signal(&versions->fetching);
	pthread_mutex_unlock(&versions->mutex);
	if (!found)
		return;
	const struct as_package *before = problem_now(server, change->index)->package;
	if (strcmp(before->digest, digest) != 0)
		version_note(server, change->index, before->digest, digest);
	version_set_now(found);
	version_give_back(found);
}

/* ---- versions of other servers ---- */

struct wanted {
	char digest[AS_DIGEST_HEX_SIZE], archive[AS_DIGEST_HEX_SIZE];
};

static struct version *fetch_upload(struct as_server *server, size_t problem,
	const struct wanted *wanted, struct as_error *error)
{
	const struct archive_source from = {.blob = wanted->archive};
	struct as_package *package = archive_open(server, problem, &from, NULL, error);

	return package ? version_open(server, problem,
				 &(struct version_source){package, true, NULL, wanted->archive},
				 error)
		       : NULL;
}

/* A use of the version. The packed package has no statement: the one of this server stays. */
static struct version *fetch(struct as_server *server, size_t problem, const struct wanted *wanted,
	struct as_error *error)
{
	if (*wanted->archive)
		return fetch_upload(server, problem, wanted, error);
	AS_AUTO(problem_use_end) struct problem_use used = problem_use_now(server, problem);
	struct as_package *package = as_contest_package_open(
		server->config.contest->problems[problem].package_path, used.seen->package, NULL);

	if (package && strcmp(package->digest, wanted->digest) == 0)
		return version_open(server, problem,
			&(struct version_source){package, true, NULL, NULL}, error);
	as_package_close(package);
	package = as_store_package_open(
		server->config.store, wanted->digest, &server->config.fetch, NULL, error);
	if (!package)
		return NULL;
	struct version *now = version_use_now(server->versions, problem);
	struct version *version = version_open(
		server, problem, &(struct version_source){package, true, now, NULL}, error);
	version_give_back(now);
	return version;
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

static void fetch_wanted(struct as_server *server, size_t problem, const struct wanted *wanted)
{
	struct fetched fetched = {server, problem, as_contest_log_now_ms(server->log)};
	struct as_error error = {0};
	struct version *version = fetch(server, problem, wanted, &error);

	if (!version) {
		note_missed(server, problem, wanted->digest, &error);
		return;
	}
	as_contest_log_change(server->log, apply_fetched, &fetched);
	version_give_back(version);
	as_site_live_changed(server->live);
}

/* Submissions that wait for a judgement with an older version. */
static void give_waiting(struct as_server *server, size_t problem)
{
	struct versions *versions = server->versions;
	struct as_error error = {0};

	if (versions_judge_waiting(server, problem, &error) == 0)
		return;
	server_note(server,
		"problem %s: waiting submissions are not queued with the new package yet: %s",
		server->config.contest->problems[problem].label, error.text);
	pthread_mutex_lock(&versions->mutex);
	versions->places[problem].is_due = true;
	pthread_mutex_unlock(&versions->mutex);
}

/* Until no job of an older program is left. */
static void give_older(struct versions *versions)
{
	struct as_error error = {0};

	pthread_mutex_unlock(&versions->mutex);
	const int left = versions_judge_older(versions->server, &error);
	if (left < 0 && !versions->has_noted)
		server_note(versions->server,
			"submissions of an older program are not queued again yet: %s", error.text);
	versions->has_noted = left < 0;
	pthread_mutex_lock(&versions->mutex);
	versions->has_older = left != 0;
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
		struct wanted wanted;
		memcpy(wanted.digest, versions->places[i].wanted, sizeof(wanted.digest));
		memcpy(wanted.archive, versions->places[i].wanted_archive, sizeof(wanted.archive));
		const bool is_due = versions->places[i].is_due;
		versions->places[i].is_due = false;
		pthread_mutex_unlock(&versions->mutex);
		if (*wanted.digest)
			fetch_wanted(versions->server, i, &wanted);
		if (is_due)
			give_waiting(versions->server, i);
		i++;
		pthread_mutex_lock(&versions->mutex);
	}
}

static bool has_work(const struct versions *versions)
{
	return versions->has_older || versions->has_rejudgings ||
	       find_wanted(versions, 0) != AS_CONTEST_NONE;
}

static void *run_versions(void *context)
{
	struct versions *versions = context;

	pthread_mutex_lock(&versions->mutex);
	while (!atomic_load(&versions->stop)) {
		struct timespec until;
		if (versions->unused) {
			pthread_mutex_unlock(&versions->mutex);
			version_close_unused(versions);
			pthread_mutex_lock(&versions->mutex);
			continue;
		}
		if (!has_work(versions)) {
			pthread_cond_wait(&versions->fetching, &versions->mutex);
			continue;
		}
		fetch_all(versions);
		if (versions->has_older)
			give_older(versions);
		if (versions->has_rejudgings)
			rejudgings_go_on(versions);
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_sec += RETRY_S;
		if (!atomic_load(&versions->stop) && has_work(versions))
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
	const struct folder_stamp stamp = folder_stamp_read(of->package_path);
	struct version *version = version_open(
		server, problem, &(struct version_source){.package = of->package}, error);

	if (!version)
		return as_error_context(error, "problem %s", of->label);
	versions->first[problem] = of->package;
	versions_saw(version, &stamp);
	version_set_now(version);
	version_give_back(version);
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
	versions->seen = calloc(count + 1, sizeof(*versions->seen));
	if (!versions->places || !versions->first || !versions->seen)
		return as_error_no_memory(error);
	const atomic_bool *cancel = as_engine_settings(server->config.engine)->cancel;
	for (size_t i = 0; i < count; i++)
		if (as_cancel_check(cancel, error) || open_first(versions, i, error))
			return -1;
	return as_cancel_check(cancel, error);
}

/* The package of the folder becomes the current one, as at every start, unless an upload is in use.
 */
static int start_problem(struct as_server *server, size_t problem, struct as_error *error)
{
	const char *warning = server->versions->places[problem].folder.warning;
	char digest[AS_DIGEST_HEX_SIZE], before[AS_DIGEST_HEX_SIZE];
	const int uploaded = versions_start_upload(server, problem, error);

	if (uploaded)
		return uploaded < 0 ? -1 : versions_judge_waiting(server, problem, error);
	problem_digest(server, problem, digest);
	as_contest_log_lock(server->log);
	memcpy(before, as_contest_log_version(server->log, problem)->digest, sizeof(before));
	as_contest_log_unlock(server->log);
	if (strcmp(before, digest) != 0 && as_contest_log_set_package(server->log, problem, digest,
						   AS_CONTEST_BY_SERVER, error))
		return -1;
	if (*before && strcmp(before, digest) != 0)
		version_note(server, problem, before, digest);
	if (*warning)
		server_note(server, "problem %s: warning: %s",
			server->config.contest->problems[problem].label, warning);
	return versions_judge_waiting(server, problem, error);
}

int versions_start(struct as_server *server, struct as_error *error)
{
	struct versions *versions = server->versions;

	atomic_store(&versions->is_started, true);
	for (size_t i = 0; i < server->config.contest->problem_count; i++)
		if (start_problem(server, i, error))
			return -1;
	const int older = versions_judge_older(server, error);
	if (older < 0)
		return -1;
	versions->has_older = older > 0;
	const int failed = pthread_create(&versions->thread, NULL, run_versions, versions);
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
	for (size_t i = 0; versions->places && i < contest->problem_count; i++) {
		folder_state_clear(&versions->places[i].folder);
		version_give_back(versions->places[i].now);
	}
	version_close_unused(versions);
	pthread_mutex_destroy(&versions->taking);
	pthread_mutex_destroy(&versions->look);
	pthread_mutex_destroy(&versions->mutex);
	pthread_cond_destroy(&versions->fetching);
	free(versions->places);
	free(versions->first);
	free(versions->seen);
	free(versions);
}

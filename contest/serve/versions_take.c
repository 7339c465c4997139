/* SPDX-License-Identifier: MIT */
/* Takes a version of a package into use: the package is opened, its programs are compiled, and an
 * event of the log names the version. */
#include "server.h"
#include "versions.h"

#include <string.h>

/* A use of the version in use, if it is this package and its files are as they were when it was
 * opened: it need not be kept open twice. */
static struct version *find_same(
	const struct as_server *server, size_t problem, const struct as_package *package)
{
	struct version *now = version_use_now(server->versions, problem);

	if (!now->lender && !*now->archive &&
		strcmp(now->seen.package->digest, package->digest) == 0 &&
		as_package_check_unchanged(now->seen.package, "", NULL) == 0)
		return now;
	version_give_back(now);
	return NULL;
}

/* Opens the package as a version whose programs are compiled. Takes ownership of the package.
 * `archive`: as in struct version_source. */
static struct version *open_compiled(struct as_server *server, size_t problem,
	struct as_package *package, const char *archive, struct as_error *error)
{
	struct version *version = version_open(
		server, problem, &(struct version_source){package, true, NULL, archive}, error);

	/* Without a worker, compilers may be on other machines only. */
	if (version && server->config.has_worker &&
		as_engine_package_prepare(version->seen.opened, error)) {
		version_give_back(version);
		return NULL;
	}
	return version;
}

/* A use of the package of the folder as a version; NULL: it is refused. */
static struct version *read_version(
	struct as_server *server, size_t problem, struct as_error *error)
{
	const struct as_contest_problem *of = &server->config.contest->problems[problem];
	const struct folder_stamp stamp = folder_stamp_read(of->package_path);

	AS_AUTO(problem_use_end) struct problem_use now = problem_use_now(server, problem);
	struct as_package *package =
		as_contest_package_open(of->package_path, now.seen->package, error);
	/* The unpacked files of an archive do not show if the archive has changed. */
	struct version *version =
		package && S_ISDIR(stamp.info.st_mode) ? find_same(server, problem, package) : NULL;
	if (version)
		as_package_close(package);
	else if (package)
		version = open_compiled(server, problem, package, NULL, error);
	if (version)
		versions_saw(version, &stamp);
	return version;
}

/* A use of the package of the candidate as a version; NULL: it is refused. */
static struct version *read_upload(
	struct as_server *server, size_t problem, int64_t event, struct as_error *error)
{
	char archive[AS_DIGEST_HEX_SIZE];
	const struct archive_source from = {.blob = archive};
	uint64_t jobs;

	as_contest_log_lock(server->log);
	const struct as_contest_candidate *candidate =
		as_contest_log_candidate(server->log, problem);
	const bool is_found = event && candidate->event == event;
	memcpy(archive, candidate->archive, sizeof(archive));
	as_contest_log_unlock(server->log);
	if (!is_found) {
		as_error_set(error, AS_ERROR_USAGE,
			"it was replaced, discarded or taken into use meanwhile");
		return NULL;
	}
	struct as_package *package = archive_open(server, problem, &from, NULL, error);
	struct version *version =
		package ? open_compiled(server, problem, package, archive, error) : NULL;
	/* Judging errors while it was verified may have caused a hold. */
	if (version && as_store_package_release(server->config.store, version->seen.package->digest,
			       &jobs, error) < 0) {
		version_give_back(version);
		return NULL;
	}
	return version;
}

/* `event`: of a candidate; 0: the package of the folder. */
static enum take take_version(struct as_server *server, size_t problem, int64_t event,
	struct as_contest_decision decision, struct as_error *error)
{
	struct version *version = event ? read_upload(server, problem, event, error)
					: read_version(server, problem, error);
	int failed = !version;

	if (version && event)
		failed =
			as_contest_log_take_candidate(server->log, problem, event, decision, error);
	else if (version)
		failed = as_contest_log_set_package(
			server->log, problem, version->seen.package->digest, decision, error);
	version_give_back(version);
	if (failed)
		return TAKE_REFUSED;
	if (versions_judge_waiting(server, problem, error) == 0)
		return TAKE_DONE;
	versions_set_due(server, problem);
	return TAKE_LATER;
}

/* Reading and compiling can take minutes, and the pool has few threads: a second caller does not
 * wait. */
static enum take take_alone(struct as_server *server, size_t problem, int64_t event,
	struct as_contest_decision decision, struct as_error *error)
{
	struct versions *versions = server->versions;

	if (pthread_mutex_trylock(&versions->taking)) {
		as_error_set(error, AS_ERROR_USAGE,
			"another package is being read and compiled: try again when that is done");
		return TAKE_REFUSED;
	}
	const enum take end = take_version(server, problem, event, decision, error);
	pthread_mutex_unlock(&versions->taking);
	return end;
}

enum take versions_take(struct as_server *server, size_t problem,
	struct as_contest_decision decision, struct as_error *error)
{
	return take_alone(server, problem, 0, decision, error);
}

enum take versions_take_upload(struct as_server *server, size_t problem, int64_t event,
	struct as_contest_decision decision, struct as_error *error)
{
	return take_alone(server, problem, event, decision, error);
}

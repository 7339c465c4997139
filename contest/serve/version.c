/* SPDX-License-Identifier: MIT */
/*
 * Versions of packages, and their uses:
 *   1. A version begins with one use, that of the thread that opened it.
 *   2. The problem has a use of its version in use (version_set_now). The state of the folder may
 *      have a use (versions_look.c). A version that borrows a statement has a use of the lender.
 *   3. All other code takes a use for as long as needed (problem_use_now). A reader that holds the
 *      log's lock needs no use: a version is only replaced with that lock held for writing.
 *   4. When its last use ends, a version leaves the list of its problem, and nothing can find it
 *      any more. The thread of versions.c closes the version (version_close_unused), because
 *      closing can take long: the files of an archive are removed.
 */
#include "server.h"
#include "translations.h"
#include "versions.h"

#include <assay/store/package.h>
#include <assay/store/worker.h>
#include <string.h>

/* ---- opening ---- */

static void close_version(struct version *version)
{
	if (!version)
		return;
	if (!version->lender)
		translations_close(&version->seen);
	as_bytes_clear(&version->seen.options);
	as_names_free(version->seen.languages);
	as_engine_package_close(version->seen.opened);
	as_package_close(version->owned);
	if (version->lender)
		version_give_back(version->lender);
	free(version);
}

/* The contest does not depend on editorials, so a broken one is only noted. */
static void open_editorial(struct as_server *server, size_t problem, struct server_problem *seen)
{
	const struct as_contest_problem *of = &server->config.contest->problems[problem];
	struct as_error why = {0};
	AS_AUTO_FREE char *prefix =
		as_text_format(&why, "%s/problems/%s/editorial/files/", server->base, of->id);
	const struct as_statement_config config = {.prefix = prefix, .is_editorial = true};

	if (prefix)
		seen->editorial = as_statement_open(seen->package, &config, &why);
	if (!seen->editorial)
		server_note(server, "problem %s: the editorial cannot be read: %s", of->label,
			why.text);
}

static int fill_version(struct as_server *server, size_t problem, struct server_problem *seen,
	struct as_error *error)
{
	const struct as_contest *contest = server->config.contest;

	seen->opened = as_engine_package_open(server->config.engine, seen->package, error);
	if (!seen->opened ||
		as_store_package_keep(server->config.store, seen->package, NULL, error))
		return -1;
	const struct as_job_order order = {.package = seen->opened};
	seen->languages = as_engine_package_languages(seen->opened, error);
	if (seen->languages && !seen->statement) {
		seen->statement = as_contest_statement_open(
			contest, problem, seen->package, server->base, NULL, error);
		open_editorial(server, problem, seen);
	}
	if (!seen->languages || !seen->statement ||
		(!seen->translations && translations_open(server, problem, seen, error)))
		return -1;
	return as_worker_options_write(
		&order, as_engine_settings(server->config.engine), &seen->options, error);
}

static struct version *new_version(
	struct as_server *server, size_t problem, const struct version_source *source)
{
	struct version *version = calloc(1, sizeof(*version));

	if (!version) {
		if (source->owned)
			as_package_close(source->package);
		return NULL;
	}
	*version = (struct version){.seen = {.package = source->package},
		.versions = server->versions,
		.problem = problem,
		.owned = source->owned ? source->package : NULL,
		.use_count = 1};
	if (source->archive)
		snprintf(version->archive, sizeof(version->archive), "%s", source->archive);
	return version;
}

static void list_version(struct version *version)
{
	struct version_place *place = &version->versions->places[version->problem];

	pthread_mutex_lock(&version->versions->mutex);
	version->next = place->versions;
	place->versions = version;
	version->versions->open_count++;
	pthread_mutex_unlock(&version->versions->mutex);
}

struct version *version_open(struct as_server *server, size_t problem,
	const struct version_source *source, struct as_error *error)
{
	struct version *lender = source->lender, *version = new_version(server, problem, source);

	if (!version) {
		as_error_no_memory(error);
		return NULL;
	}
	if (lender) {
		/* The first lender: versions that lend what they borrowed would keep each other. */
		version->lender = version_use(lender->lender ? lender->lender : lender);
		version->seen.statement = lender->seen.statement;
		version->seen.translations = lender->seen.translations;
		version->seen.editorial = lender->seen.editorial;
	}
	if (fill_version(server, problem, &version->seen, error)) {
		close_version(version);
		return NULL;
	}
	list_version(version);
	return version;
}

/* ---- uses ---- */

struct version *version_use(struct version *version)
{
	pthread_mutex_lock(&version->versions->mutex);
	version->use_count++;
	pthread_mutex_unlock(&version->versions->mutex);
	return version;
}

/* With the mutex. */
static void retire(struct versions *versions, struct version *version)
{
	struct version **at = &versions->places[version->problem].versions;

	while (*at != version)
		at = &(*at)->next;
	*at = version->next;
	version->next = versions->unused;
	versions->unused = version;
	pthread_cond_signal(&versions->fetching);
}

void version_give_back(struct version *version)
{
	if (!version)
		return;
	struct versions *versions = version->versions;
	pthread_mutex_lock(&versions->mutex);
	if (--version->use_count == 0)
		retire(versions, version);
	pthread_mutex_unlock(&versions->mutex);
}

void version_close_unused(struct versions *versions)
{
	struct version *version;

	pthread_mutex_lock(&versions->mutex);
	while ((version = versions->unused)) {
		versions->unused = version->next;
		pthread_mutex_unlock(&versions->mutex);
		close_version(version);
		pthread_mutex_lock(&versions->mutex);
		versions->open_count--;
	}
	pthread_mutex_unlock(&versions->mutex);
}

/* ---- finding ---- */

struct version *version_find(
	struct versions *versions, size_t problem, const char *digest, const char *archive)
{
	pthread_mutex_lock(&versions->mutex);
	struct version *found = versions->places[problem].versions;
	while (found && (strcmp(found->seen.package->digest, digest) != 0 ||
				strcmp(found->archive, archive) != 0))
		found = found->next;
	if (found)
		found->use_count++;
	pthread_mutex_unlock(&versions->mutex);
	return found;
}

struct version *version_use_now(struct versions *versions, size_t problem)
{
	pthread_mutex_lock(&versions->mutex);
	struct version *now = versions->places[problem].now;
	now->use_count++;
	pthread_mutex_unlock(&versions->mutex);
	return now;
}

void version_set_now(struct version *version)
{
	struct versions *versions = version->versions;
	struct version_place *place = &versions->places[version->problem];

	__atomic_store_n(&versions->server->config.contest->problems[version->problem].package,
		(struct as_package *)version->seen.package, __ATOMIC_RELEASE);
	pthread_mutex_lock(&versions->mutex);
	struct version *before = place->now;
	version->use_count++;
	__atomic_store_n(&place->now, version, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&versions->mutex);
	version_give_back(before);
}

size_t versions_count(struct as_server *server)
{
	pthread_mutex_lock(&server->versions->mutex);
	const size_t count = server->versions->open_count;
	pthread_mutex_unlock(&server->versions->mutex);
	return count;
}

void version_note(
	const struct as_server *server, size_t problem, const char *before, const char *digest)
{
	server_note(server, "problem %s: package %.*s is in use instead of %.*s",
		server->config.contest->problems[problem].label, SHORT_DIGEST, digest, SHORT_DIGEST,
		before);
}

/* ---- for the rest of the server ---- */

const struct server_problem *problem_now(const struct as_server *server, size_t problem)
{
	const struct version_place *place = &server->versions->places[problem];

	return &__atomic_load_n(&place->now, __ATOMIC_ACQUIRE)->seen;
}

void problem_digest(const struct as_server *server, size_t problem, char digest[AS_DIGEST_HEX_SIZE])
{
	struct versions *versions = server->versions;

	pthread_mutex_lock(&versions->mutex);
	memcpy(digest, versions->places[problem].now->seen.package->digest, AS_DIGEST_HEX_SIZE);
	pthread_mutex_unlock(&versions->mutex);
}

struct problem_use problem_use_now(const struct as_server *server, size_t problem)
{
	struct version *version = version_use_now(server->versions, problem);

	return (struct problem_use){.seen = &version->seen, .version = version};
}

void problem_use_end(struct problem_use *use)
{
	version_give_back(use->version);
	*use = (struct problem_use){0};
}

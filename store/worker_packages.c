/* SPDX-License-Identifier: MIT */
/*
 * The open packages of a worker. Engine work fetches, unpacks and compiles a package while other
 * jobs run; jobs of the same package wait for the same work. A package that could not be opened is
 * removed after its last job has the error, and tried again for the next job.
 */
#include "worker.h"

#include <string.h>
#include <unistd.h>

/* A cause that is not the package's fault, such as a full disk, may end soon. */
#define OPENING_TRIES 3
#define OPENING_PAUSE_US 500000

/* Maximum number of unused packages that stay open: each has unpacked files in the temporary
 * folder, and compiled programs. */
#define MAX_IDLE 8

/* ---- opening ---- */

static void note(const struct as_packages *packages, const char *text)
{
	if (packages->news.note)
		packages->news.note(packages->news.context, text);
}

static void end(struct as_worker_package *package, const struct as_error *why)
{
	struct as_packages *packages = package->packages;

	pthread_mutex_lock(&packages->lock);
	package->state = why ? AS_OPENING_FAILED : AS_OPENED;
	if (why)
		package->error = *why;
	pthread_mutex_unlock(&packages->lock);
	packages->opened(packages->context);
}

static void close_programs(struct as_worker_package *package)
{
	as_engine_package_close(as_steal(package->opened));
	as_package_close(as_steal(package->package));
}

/* If programs of the package do not compile, it is open, and its jobs fail. */
static int open_once(
	struct as_worker_package *package, const struct as_store_fetch *fetch, struct as_error *why)
{
	struct as_packages *packages = package->packages;
	AS_AUTO_FREE char *text = NULL;

	package->package =
		as_store_package_open(packages->store, package->digest, fetch, &text, why);
	if (text)
		note(packages, text);
	if (package->package)
		package->opened = as_engine_package_open(packages->engine, package->package, why);
	if (package->opened && (as_engine_package_prepare(package->opened, why) == 0 ||
				       why->kind == AS_ERROR_INPUT))
		return 0;
	close_programs(package);
	return -1;
}

/* Runs in a thread of the engine. */
static int open_package(void *context, const atomic_bool *cancel, struct as_error *error)
{
	struct as_worker_package *package = context;
	struct as_store_fetch fetch = package->packages->fetch;
	struct as_error why = {0};
	int failed = -1;

	(void)error;
	fetch.cancel = cancel;
	for (int i = 0; i < OPENING_TRIES && failed; i++) {
		if (i > 0)
			usleep(OPENING_PAUSE_US);
		as_error_clear(&why);
		failed = open_once(package, &fetch, &why);
		if (why.kind != AS_ERROR_INTERNAL || as_is_cancelled(cancel))
			break;
	}
	end(package, failed ? &why : NULL);
	return 0;
}

static struct as_worker_package *add_package(
	struct as_packages *packages, const char *digest, struct as_error *error)
{
	struct as_worker_package *package =
		as_array_reserve(packages->items, packages->count, error)
			? calloc(1, sizeof(*package))
			: NULL;

	if (!package) {
		as_error_no_memory(error);
		return NULL;
	}
	package->packages = packages;
	snprintf(package->digest, sizeof(package->digest), "%s", digest);
	package->work = as_engine_submit_work(packages->engine,
		&(struct as_work_order){.work = open_package, .context = package}, error);
	if (!package->work) {
		free(package);
		return NULL;
	}
	packages->items[packages->count++] = package;
	return package;
}

struct as_worker_package *as_packages_take(
	struct as_packages *packages, const char *digest, struct as_error *error)
{
	struct as_worker_package *package = NULL;

	for (size_t i = 0; i < packages->count && !package; i++)
		if (strcmp(packages->items[i]->digest, digest) == 0)
			package = packages->items[i];
	if (!package)
		package = add_package(packages, digest, error);
	if (package)
		package->user_count++;
	return package;
}

int as_packages_check(struct as_packages *packages, const struct as_worker_package *package,
	struct as_error *error)
{
	pthread_mutex_lock(&packages->lock);
	const enum as_opening state = package->state;
	if (state == AS_OPENING_FAILED && error)
		*error = package->error;
	pthread_mutex_unlock(&packages->lock);
	return state == AS_OPENED ? 1 : state == AS_OPENING ? 0 : -1;
}

/* ---- closing ---- */

static void close_package(struct as_packages *packages, size_t index)
{
	struct as_worker_package *package = packages->items[index];

	packages->items[index] = packages->items[--packages->count];
	as_job_free(package->work);
	as_engine_package_close(package->opened);
	as_package_close(package->package);
	free(package);
}

/* The unused package whose last use is the longest time ago; `count` is the number of unused
 * ones. */
static size_t find_oldest(const struct as_packages *packages, size_t *count)
{
	size_t oldest = 0;

	*count = 0;
	for (size_t i = 0; i < packages->count; i++)
		if (packages->items[i]->user_count == 0 &&
			((*count)++ == 0 ||
				packages->items[i]->used_ns < packages->items[oldest]->used_ns))
			oldest = i;
	return oldest;
}

void as_packages_give(struct as_packages *packages, struct as_worker_package *package)
{
	size_t count, oldest;

	package->used_ns = as_now_ns();
	if (--package->user_count == 0 && as_packages_check(packages, package, NULL) < 0)
		package->used_ns = INT64_MIN;
	oldest = find_oldest(packages, &count);
	if (count && (count > MAX_IDLE || packages->items[oldest]->used_ns == INT64_MIN))
		close_package(packages, oldest);
}

void as_packages_clear(struct as_packages *packages)
{
	while (packages->count)
		close_package(packages, 0);
	free(packages->items);
	pthread_mutex_destroy(&packages->lock);
}

/* SPDX-License-Identifier: MIT */
/*
 * An open package is a snapshot: its digest, tests and settings are those of the moment when it was
 * opened. So the identity of each file is recorded, and compared after the file was read again: a
 * reader gets the old bytes or an error, never new bytes under the old digest.
 *
 * The kernel's clock for files advances in ticks of up to 10 ms. A second change within the tick of
 * the last change would go unnoticed, so the digest of a recently changed file is computed only
 * after that tick.
 */
#include "read.h"

#include "snapshot.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define TICK_NS INT64_C(20000000)

static int64_t ns_of(const struct timespec *time)
{
	return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

int64_t package_snapshot_now_ns(void)
{
	struct timespec now;

	return clock_gettime(CLOCK_REALTIME, &now) < 0 ? 0 : ns_of(&now);
}

int package_snapshot_await(int fd, struct stat *status)
{
	struct timespec now;

	if (fstat(fd, status) < 0 || clock_gettime(CLOCK_REALTIME, &now) < 0)
		return -1;
	const int64_t age_ns = ns_of(&now) - ns_of(&status->st_ctim);
	/* A time in the future proves nothing, and waiting for it could take years. */
	if (age_ns < 0 || age_ns > TICK_NS)
		return 0;
	const struct timespec pause = {.tv_nsec = TICK_NS - age_ns + 1};
	nanosleep(&pause, NULL);
	return fstat(fd, status);
}

int package_snapshot_add(struct package_loader *loader, const char *path, const char *real,
	const struct stat *status, struct as_error *error)
{
	struct as_snapshot *snapshot = &loader->package->snapshot;

	if (!as_array_reserve(snapshot->items, snapshot->count, error))
		return -1;
	struct as_snapshot_item item = {
		.path = strdup(path), .real = strdup(real), .status = *status};
	if (!item.path || !item.real) {
		free(item.path);
		free(item.real);
		return as_error_no_memory(error);
	}
	snapshot->items[snapshot->count++] = item;
	return 0;
}

static int compare_items(const void *left, const void *right)
{
	const struct as_snapshot_item *a = left, *b = right;
	return strcmp(a->real, b->real);
}

void package_snapshot_end(struct as_package *package)
{
	struct as_snapshot *snapshot = &package->snapshot;

	if (snapshot->count > 0)
		qsort(snapshot->items, snapshot->count, sizeof *snapshot->items, compare_items);
}

void package_snapshot_clear(struct as_snapshot *snapshot)
{
	for (size_t i = 0; i < snapshot->count; i++) {
		free(snapshot->items[i].path);
		free(snapshot->items[i].real);
	}
	free(snapshot->items);
	*snapshot = (struct as_snapshot){0};
}

bool package_snapshot_is_same(const struct stat *left, const struct stat *right)
{
	return left->st_dev == right->st_dev && left->st_ino == right->st_ino &&
	       (S_ISDIR(left->st_mode) || left->st_size == right->st_size) &&
	       ns_of(&left->st_mtim) == ns_of(&right->st_mtim) &&
	       ns_of(&left->st_ctim) == ns_of(&right->st_ctim);
}

int package_snapshot_check(const struct as_package *package, const struct as_snapshot_item *item,
	struct as_error *error)
{
	struct stat status;
	bool there = fstatat(package->tree.fd, item->real, &status, AT_SYMLINK_NOFOLLOW) == 0;

	/* Only a shared file is found as a link. */
	if (there && S_ISLNK(status.st_mode)) {
		AS_AUTO_FD int fd = as_shared_open(&package->tree, item->real, NULL, NULL);
		there = fd >= 0 && fstat(fd, &status) == 0;
	}
	if (there && package_snapshot_is_same(&item->status, &status))
		return 0;
	AS_AUTO_FREE char *where = as_tree_where(&package->tree, item->path, error);
	return where ? as_error_at_cause(error, AS_ERROR_INPUT, ESTALE, where, PACKAGE_CHANGED)
		     : -1;
}

static bool is_at_or_below(const char *path, const char *folder)
{
	size_t length = strlen(folder);
	return length == 0 || (strncmp(path, folder, length) == 0 &&
				      (path[length] == '\0' || path[length] == '/'));
}

int as_package_check_unchanged(
	const struct as_package *package, const char *path, struct as_error *error)
{
	const struct as_snapshot *snapshot = &package->snapshot;

	for (size_t i = 0; i < snapshot->count; i++)
		if ((is_at_or_below(snapshot->items[i].path, path) ||
			    is_at_or_below(snapshot->items[i].real, path)) &&
			package_snapshot_check(package, &snapshot->items[i], error))
			return -1;
	return 0;
}

static int check_file(const struct as_package *package, const char *real, struct as_error *error)
{
	const struct as_snapshot_item key = {.real = (char *)real};
	const struct as_snapshot_item *item =
		package->snapshot.count == 0
			? NULL
			: bsearch(&key, package->snapshot.items, package->snapshot.count,
				  sizeof key, compare_items);

	return item ? package_snapshot_check(package, item, error) : 0;
}

int as_package_check_test(
	const struct as_package *package, const struct as_test *test, struct as_error *error)
{
	if (check_file(package, test->input_path, error) ||
		(test->answer_path && check_file(package, test->answer_path, error)))
		return -1;
	return test->files_path ? as_package_check_unchanged(package, test->files_path, error) : 0;
}

int as_package_read_test(const struct as_package *package, const struct as_test *test,
	uint64_t max_bytes, struct as_bytes *input, struct as_bytes *answer, struct as_error *error)
{
	struct as_error why = {0};

	*input = *answer = (struct as_bytes){0};
	const int failed =
		as_file_read(package->tree.fd, test->input_path, max_bytes, input, &why) ||
		as_file_read(package->tree.fd, test->answer_path, max_bytes, answer, &why);
	/* A file that was removed, or that has grown, was changed. */
	if (as_package_check_test(package, test, error) == 0) {
		if (!failed)
			return 0;
		if (error)
			*error = why;
	}
	as_bytes_clear(input);
	as_bytes_clear(answer);
	return -1;
}

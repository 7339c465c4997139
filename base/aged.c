/* SPDX-License-Identifier: MIT */
#include <assay/base/aged.h>
#include <fcntl.h>
#include <sys/stat.h>

static int compare_change(const void *left, const void *right)
{
	const struct timespec *a = &((const struct as_aged *)left)->changed;
	const struct timespec *b = &((const struct as_aged *)right)->changed;
	if (a->tv_sec != b->tv_sec)
		return a->tv_sec < b->tv_sec ? -1 : 1;
	return a->tv_nsec < b->tv_nsec ? -1 : a->tv_nsec > b->tv_nsec;
}

int as_aged_read(int dirfd, size_t max_count, struct as_aged_list *list)
{
	*list = (struct as_aged_list){.names = as_dir_list(dirfd, max_count, NULL)};
	if (!list->names)
		return -1;
	const size_t count = as_names_count(list->names);
	list->items = calloc(count + 1, sizeof *list->items);
	if (!list->items) {
		as_aged_clear(list);
		return -1;
	}
	for (size_t i = 0; i < count; i++) {
		/* An entry that was removed meanwhile counts as the oldest. */
		struct stat status = {0};
		fstatat(dirfd, list->names[i], &status, AT_SYMLINK_NOFOLLOW);
		list->items[i] = (struct as_aged){list->names[i], status.st_mtim};
	}
	list->count = count;
	qsort(list->items, count, sizeof *list->items, compare_change);
	return 0;
}

void as_aged_clear(struct as_aged_list *list)
{
	free(list->items);
	as_names_free(list->names);
	*list = (struct as_aged_list){0};
}

#define MAX_LISTED 1000000

/* The bytes of the files of an entry. */
static uint64_t size_of(int dirfd, const char *name)
{
	struct stat status;

	if (fstatat(dirfd, name, &status, AT_SYMLINK_NOFOLLOW))
		return 0;
	if (!S_ISDIR(status.st_mode))
		return (uint64_t)status.st_size;
	AS_AUTO_FD int inner = as_dir_open(dirfd, name, NULL);
	AS_AUTO_NAMES char **names = inner < 0 ? NULL : as_dir_list(inner, MAX_LISTED, NULL);
	uint64_t sum_bytes = 0;
	for (char **each = names; each && *each; each++)
		sum_bytes += size_of(inner, *each);
	return sum_bytes;
}

void as_aged_trim(int dirfd, const struct as_aged_limits *limits,
	bool (*keeps)(void *context, const char *name), void *context)
{
	AS_AUTO(as_aged_clear) struct as_aged_list list = {0};
	uint64_t size_bytes = 0;

	if (dirfd < 0 || as_aged_read(dirfd, MAX_LISTED, &list))
		return;
	for (size_t i = 0; limits->bytes && i < list.count; i++)
		size_bytes += size_of(dirfd, list.items[i].name);
	size_t left = list.count > limits->count ? list.count - limits->count : 0;
	if (left && left < limits->dropped)
		left = limits->dropped;
	for (size_t i = 0; i < list.count; i++) {
		if (!left && (!limits->bytes || size_bytes <= limits->bytes))
			return;
		const char *name = list.items[i].name;
		const uint64_t own_bytes = limits->bytes ? size_of(dirfd, name) : 0;
		if ((keeps && keeps(context, name)) || as_dir_remove(dirfd, name, NULL))
			continue;
		/* Another process may have replaced it meanwhile. */
		size_bytes -= own_bytes < size_bytes ? own_bytes : size_bytes;
		left -= left > 0;
	}
}

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

int as_aged_read(int dirfd, size_t max_count, struct as_aged_list *list, struct as_error *error)
{
	*list = (struct as_aged_list){.names = as_dir_list(dirfd, max_count, error)};
	if (!list->names)
		return -1;
	const size_t count = as_names_count(list->names);
	list->items = calloc(count + 1, sizeof *list->items);
	if (!list->items) {
		as_aged_clear(list);
		return as_error_no_memory(error);
	}
	for (size_t i = 0; i < count; i++) {
		/* An entry that was removed meanwhile counts as the oldest, and empty. */
		struct stat status = {0};
		fstatat(dirfd, list->names[i], &status, AT_SYMLINK_NOFOLLOW);
		list->items[i] =
			(struct as_aged){list->names[i], status.st_mtim, (uint64_t)status.st_size};
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

void as_aged_trim(int dirfd, const struct as_aged_limits *limits,
	bool (*keeps)(void *context, const char *name), void *context)
{
	AS_AUTO(as_aged_clear) struct as_aged_list list = {0};
	uint64_t size_bytes = 0;

	if (dirfd < 0 || as_aged_read(dirfd, MAX_LISTED, &list, NULL))
		return;
	for (size_t i = 0; i < list.count; i++)
		size_bytes += list.items[i].size_bytes;
	size_t left = list.count > limits->count ? list.count - limits->count : 0;
	if (left && left < limits->dropped)
		left = limits->dropped;
	for (size_t i = 0; i < list.count; i++) {
		if (!left && (!limits->bytes || size_bytes <= limits->bytes))
			return;
		if ((keeps && keeps(context, list.items[i].name)) ||
			as_dir_remove(dirfd, list.items[i].name, NULL))
			continue;
		size_bytes -= list.items[i].size_bytes;
		left -= left > 0;
	}
}

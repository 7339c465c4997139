/* SPDX-License-Identifier: MIT */
/* Makes the views of runs from the roots of a language, once for each workshop. */
#include "roots.h"
#include "tree.h"

#include <pthread.h>
#include <string.h>

struct set {
	struct set *next;
	const struct as_language *language;
	struct as_view *views;
	size_t count;
	int lock_fd; /* of the tree */
};

struct as_root_cache {
	pthread_mutex_t mutex;
	struct set *sets;
};

struct as_root_cache *as_root_cache_new(struct as_error *error)
{
	struct as_root_cache *root_cache = calloc(1, sizeof(*root_cache));

	if (!root_cache)
		as_error_no_memory(error);
	else
		pthread_mutex_init(&root_cache->mutex, NULL);
	return root_cache;
}

static void free_set(struct set *set)
{
	for (size_t i = 0; i < set->count; i++) {
		free((char *)set->views[i].source);
		free((char *)set->views[i].target);
	}
	free(set->views);
	if (set->lock_fd >= 0)
		close(set->lock_fd);
	free(set);
}

void as_root_cache_free(struct as_root_cache *root_cache)
{
	if (!root_cache)
		return;
	for (struct set *set = root_cache->sets, *next; set; set = next) {
		next = set->next;
		free_set(set);
	}
	pthread_mutex_destroy(&root_cache->mutex);
	free(root_cache);
}

/* Takes ownership of both texts. */
static int add_view(struct set *set, char *source, char *target, struct as_error *error)
{
	if (!source || !target) {
		free(source);
		free(target);
		return as_error_no_memory(error);
	}
	set->views[set->count++] = (struct as_view){source, target};
	return 0;
}

/* 1: a mount; 0: none; -1: failure. */
static int show_entry(struct set *set, const struct as_root_plan *plan,
	const struct as_root_entry *entry, const char *tree, struct as_error *error)
{
	char host[PATH_MAX];
	const char *cover = S_ISDIR(entry->status.st_mode) ? AS_ROOT_NO_FOLDER : AS_ROOT_NO_FILE;

	switch (entry->kind) {
	case AS_ROOT_WHOLE:
		if (!as_root_plan_host(plan, entry->path, host))
			return 0;
		return add_view(set, strdup(host), strdup(entry->path), error) ? -1 : 1;
	case AS_ROOT_HIDDEN:
		return add_view(set, as_text_format(error, "%s/%s", tree, cover),
			       strdup(entry->path), error)
			       ? -1
			       : 1;
	case AS_ROOT_FOLDER:
	case AS_ROOT_LINK:
	case AS_ROOT_FILE:
	default:
		/* The mount includes everything beneath it. */
		if (strchr(entry->path + 1, '/'))
			return 0;
		if (add_view(set, as_text_format(error, "%s%s", tree, entry->path),
			    strdup(entry->path), error))
			return -1;
		return entry->kind != AS_ROOT_LINK;
	}
}

/* Without mounts a run sees the machine's own files and folders, by the rules of Landlock. */
static int name_plan(struct set *set, const struct as_root_plan *plan, struct as_error *error)
{
	set->views = calloc(plan->count + 1, sizeof(*set->views));
	if (!set->views)
		return as_error_no_memory(error);
	for (size_t i = 0; i < plan->count; i++) {
		const struct as_root_entry *entry = &plan->entries[i];
		if ((entry->kind == AS_ROOT_FILE || entry->kind == AS_ROOT_WHOLE) &&
			add_view(set, strdup(entry->path), strdup(entry->path), error))
			return -1;
	}
	return 0;
}

/* The entries are sorted, so a mount precedes those beneath it. */
static int show_plan(
	struct set *set, const struct as_root_plan *plan, const char *tree, struct as_error *error)
{
	int mounts = 0;

	set->views = calloc(plan->count + 1, sizeof(*set->views));
	if (!set->views)
		return as_error_no_memory(error);
	for (size_t i = 0; i < plan->count; i++) {
		int added = show_entry(set, plan, &plan->entries[i], tree, error);
		if (added < 0)
			return -1;
		mounts += added;
	}
	if (mounts > AS_ROOT_MOUNTS || set->count > AS_WORKSHOP_MORE_VIEWS)
		return as_error_set(error, AS_ERROR_MACHINE,
			"its roots need %d mounts; list fewer folders, at most %d", mounts,
			AS_ROOT_MOUNTS);
	return 0;
}

static int make_set(const struct as_workshop *workshop, struct set *set, struct as_error *error)
{
	AS_AUTO_ROOT_PLAN struct as_root_plan plan = {0};
	char tree[PATH_MAX];

	if (as_root_plan_make(&plan, "", &set->language->roots, workshop->config.modules, error))
		return -1;
	if (workshop->config.weak_sandbox == AS_WEAK_PROCESS)
		return name_plan(set, &plan, error);
	set->lock_fd = as_root_tree_open(workshop, &plan, tree, error);
	return set->lock_fd < 0 ? -1 : show_plan(set, &plan, tree, error);
}

static struct set *find_set(const struct as_workshop *workshop, const struct as_language *language,
	struct as_error *error)
{
	struct as_root_cache *root_cache = workshop->root_cache;

	for (struct set *set = root_cache->sets; set; set = set->next)
		if (set->language == language)
			return set;
	struct set *set = calloc(1, sizeof(*set));
	if (!set) {
		as_error_no_memory(error);
		return NULL;
	}
	*set = (struct set){.language = language, .lock_fd = -1, .next = root_cache->sets};
	if (make_set(workshop, set, error)) {
		free_set(set);
		as_error_context(error, "the run-time system of %s cannot be shown to programs",
			language->name);
		return NULL;
	}
	return root_cache->sets = set;
}

int as_roots_find(const struct as_workshop *workshop, const struct as_language *language,
	const struct as_view **views, size_t *count, struct as_error *error)
{
	*views = NULL;
	*count = 0;
	if (!*language->roots.programs)
		return 0;
	pthread_mutex_lock(&workshop->root_cache->mutex);
	const struct set *set = find_set(workshop, language, error);
	pthread_mutex_unlock(&workshop->root_cache->mutex);
	if (!set)
		return -1;
	*views = set->views;
	*count = set->count;
	return 0;
}

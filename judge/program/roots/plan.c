/* SPDX-License-Identifier: MIT */
/* The entries of a plan, and following a path through the links of the machine. */
#include "plan.h"

#include <string.h>

#define MAX_ENTRIES 20000
#define MAX_LINKS 40 /* in one path, as in the kernel */
#define MAX_COPIED_BYTES (UINT64_C(1) << 30)

/* ---- names ---- */

int as_root_names_add(struct as_root_names *names, const char *name, struct as_error *error)
{
	if (!as_array_reserve(names->items, names->count, error))
		return -1;
	char *copy = strdup(name);
	if (!copy)
		return as_error_no_memory(error);
	names->items[names->count++] = copy;
	return 0;
}

bool as_root_names_have(const struct as_root_names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->items[i], name) == 0)
			return true;
	return false;
}

static void clear_names(struct as_root_names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->items[i]);
	free(names->items);
	*names = (struct as_root_names){0};
}

void as_root_plan_clear(struct as_root_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++) {
		free(plan->entries[i].path);
		free(plan->entries[i].target);
	}
	free(plan->entries);
	clear_names(&plan->hidden);
	clear_names(&plan->objects);
	clear_names(&plan->libraries);
	clear_names(&plan->sought);
	*plan = (struct as_root_plan){0};
}

/* ---- entries ---- */

bool as_root_plan_host(const struct as_root_plan *plan, const char *path, char host[PATH_MAX])
{
	return snprintf(host, PATH_MAX, "%s%s", plan->machine, path) < PATH_MAX;
}

/* The index of the first entry that does not precede the path. */
static size_t place_of(const struct as_root_plan *plan, const char *path)
{
	size_t low = 0, high = plan->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (strcmp(plan->entries[middle].path, path) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static const struct as_root_entry *root_plan_find(const struct as_root_plan *plan, const char *path)
{
	size_t at = place_of(plan, path);

	return at < plan->count && strcmp(plan->entries[at].path, path) == 0 ? &plan->entries[at]
									     : NULL;
}

static int make_room(struct as_root_plan *plan, struct as_error *error)
{
	if (plan->count == MAX_ENTRIES)
		return as_error_set(error, AS_ERROR_MACHINE,
			"its roots have more than %d files and folders", MAX_ENTRIES);
	return as_array_reserve(plan->entries, plan->count, error) ? 0 : -1;
}

struct as_root_entry *as_root_plan_put(
	struct as_root_plan *plan, const char *path, enum as_root_kind kind, struct as_error *error)
{
	size_t at = place_of(plan, path);

	if (at < plan->count && strcmp(plan->entries[at].path, path) == 0)
		return &plan->entries[at];
	if (make_room(plan, error))
		return NULL;
	char *copy = strdup(path);
	if (!copy) {
		as_error_no_memory(error);
		return NULL;
	}
	struct as_root_entry *entry = &plan->entries[at];
	memmove(entry + 1, entry, (plan->count - at) * sizeof(*entry));
	*entry = (struct as_root_entry){.path = copy, .kind = kind};
	plan->count++;
	return entry;
}

bool as_root_plan_shows(const struct as_root_plan *plan, const char *path)
{
	char above[PATH_MAX];

	snprintf(above, sizeof(above), "%s", path);
	for (char *slash = above + strlen(above); slash; slash = strrchr(above, '/')) {
		*slash = '\0';
		const struct as_root_entry *entry = root_plan_find(plan, above);
		if (entry && entry->kind == AS_ROOT_WHOLE)
			return true;
	}
	return false;
}

/* ---- following a path ---- */

struct walk {
	struct as_root_place *place; /* the part followed so far; "" is the root */
	char rest[PATH_MAX];
	unsigned links;
};

static void step_up(struct as_root_place *place)
{
	char *slash = strrchr(place->path, '/');

	if (slash)
		*slash = '\0';
}

/* Removes the first name from the rest. Returns its length, 0 at the end. */
static size_t next_name(struct walk *walk, char name[NAME_MAX + 1])
{
	const char *start = walk->rest + strspn(walk->rest, "/");
	size_t length = strcspn(start, "/");

	if (length > NAME_MAX) {
		walk->place->path[0] = '\0'; /* no file has such a name */
		return 0;
	}
	memcpy(name, start, length);
	name[length] = '\0';
	memmove(walk->rest, start + length, strlen(start + length) + 1);
	return length;
}

/* 1: continues; 0: leads nowhere. */
static int follow_link(
	struct as_root_plan *plan, struct walk *walk, const char *host, struct as_error *error)
{
	char target[PATH_MAX], rest[PATH_MAX];
	ssize_t length = readlink(host, target, sizeof(target) - 1);

	if (length <= 0 || ++walk->links > MAX_LINKS)
		return 0;
	target[length] = '\0';
	if (!as_root_plan_shows(plan, walk->place->path)) {
		struct as_root_entry *entry =
			as_root_plan_put(plan, walk->place->path, AS_ROOT_LINK, error);
		if (!entry)
			return -1;
		if (!entry->target && !(entry->target = strdup(target)))
			return as_error_no_memory(error);
	}
	if (snprintf(rest, sizeof(rest), "%s/%s", target, walk->rest) >= (int)sizeof(rest))
		return 0;
	memcpy(walk->rest, rest, sizeof(rest));
	if (target[0] == '/')
		walk->place->path[0] = '\0';
	else
		step_up(walk->place);
	return 1;
}

/* Follows one name. 1: continues; 0: leads nowhere. */
static int step(
	struct as_root_plan *plan, struct walk *walk, const char *name, struct as_error *error)
{
	struct as_root_place *place = walk->place;
	size_t length = strlen(place->path);
	char host[PATH_MAX];

	if (strcmp(name, ".") == 0)
		return 1;
	if (strcmp(name, "..") == 0) {
		step_up(place);
		return 1;
	}
	if (length + strlen(name) + 2 > sizeof(place->path))
		return 0;
	sprintf(place->path + length, "/%s", name);
	if (!as_root_plan_host(plan, place->path, host) || lstat(host, &place->status))
		return 0;
	if (S_ISLNK(place->status.st_mode))
		return follow_link(plan, walk, host, error);
	if (!S_ISDIR(place->status.st_mode) || as_root_plan_shows(plan, place->path))
		return 1;
	return as_root_plan_put(plan, place->path, AS_ROOT_FOLDER, error) ? 1 : -1;
}

int as_root_plan_follow(struct as_root_plan *plan, const char *path, struct as_root_place *place,
	struct as_error *error)
{
	struct walk walk = {.place = place};
	char name[NAME_MAX + 1], host[PATH_MAX];

	if (snprintf(walk.rest, sizeof(walk.rest), "%s", path) >= (int)sizeof(walk.rest))
		return 0;
	place->path[0] = '\0';
	while (next_name(&walk, name)) {
		int gone = step(plan, &walk, name, error);
		if (gone <= 0)
			return gone;
	}
	/* After "..", the status may be an old one. */
	if (!place->path[0] || !as_root_plan_host(plan, place->path, host) ||
		lstat(host, &place->status))
		return 0;
	return S_ISREG(place->status.st_mode) || S_ISDIR(place->status.st_mode) ? 1 : 0;
}

int as_root_plan_take(struct as_root_plan *plan, const struct as_root_place *place, bool runs,
	struct as_error *error)
{
	const bool shown = as_root_plan_shows(plan, place->path);

	/* All users can read a copy, so only files that all users can read are copied. */
	if (!shown && !(place->status.st_mode & S_IROTH))
		return 0;
	if (!shown) {
		const bool is_new = !root_plan_find(plan, place->path);
		struct as_root_entry *entry =
			as_root_plan_put(plan, place->path, AS_ROOT_FILE, error);
		if (!entry)
			return -1;
		entry->runs |= runs;
		if (!is_new)
			return 0;
		entry->status = place->status;
		plan->copied_bytes += (uint64_t)place->status.st_size;
		if (plan->copied_bytes > MAX_COPIED_BYTES)
			return as_error_set(error, AS_ERROR_MACHINE,
				"the files of its roots are larger than 1 GiB");
	} else if (!runs) {
		return 0;
	}
	return as_root_names_add(&plan->objects, place->path, error);
}

/* ---- the digest ---- */

/*
 * Covers each file's metadata, not its content: reading 30 MB takes longer than many a run. Inode
 * and change time are specific to the machine, and a file cannot be replaced or written without
 * changing them. A folder that is shown whole always has its contents on the machine, so only its
 * name is covered.
 */
void as_root_plan_digest(const struct as_root_plan *plan, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, "roots 1");
	for (size_t i = 0; i < plan->count; i++) {
		const struct as_root_entry *entry = &plan->entries[i];
		const struct stat *status = &entry->status;
		const int64_t facts[] = {entry->kind, entry->runs, (int64_t)status->st_ino,
			status->st_size, status->st_mtim.tv_sec, status->st_mtim.tv_nsec,
			status->st_ctim.tv_sec, status->st_ctim.tv_nsec};
		as_digest_add_text(&digest, entry->path);
		as_digest_add_text(&digest, entry->target);
		as_digest_add(&digest, facts, sizeof(facts));
	}
	as_digest_end(&digest, hex);
}

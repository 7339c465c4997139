/* SPDX-License-Identifier: MIT */
/* Copies photos and logos into the stage: their names are those of teams and organizations. */
#include "roster.h"

#include <assay/base/fit.h>
#include <fcntl.h>
#include <string.h>

#define MAX_ENTRIES 100000
#define MAX_LIST 300

static const struct kind {
	enum folder_part part;
	const char *index, *property, *noun;
} photos = {FOLDER_TEAMS, "team", "photo", "team"},
  logos = {FOLDER_ORGANIZATIONS, "organization", "logo", "organization"};

struct copying {
	struct roster *roster;
	const struct kind *kind;
	const char *dir;
	int dir_fd;
	const struct as_contest_draft *stage;
	json_t *taken; /* id -> the name of its picture */
	char unknown[MAX_LIST];
	size_t unknown_count;
};

/* ---- whose picture ---- */

/* Without its ending. */
static char *stem_of(const char *name)
{
	const char *dot = strrchr(name, '.');

	return strndup(name, dot ? (size_t)(dot - name) : strlen(name));
}

static size_t find_owner(const struct copying *copying, const char *stem)
{
	const struct roster *roster = copying->roster;
	const size_t by_label = copying->kind == &photos
					? roster_index_find(roster, "label", stem, true)
					: AS_CONTEST_NONE;

	return by_label < ROSTER_SEVERAL
		       ? by_label
		       : roster_index_find(roster, copying->kind->index, stem, false);
}

static void note_unknown(struct copying *copying, const char *name)
{
	const size_t length = strlen(copying->unknown);

	if (copying->unknown_count++ < 10)
		snprintf(copying->unknown + length, MAX_LIST - length, "%s%.*s", length ? ", " : "",
			as_text_fit(name, 60), name);
}

/* ---- a file ---- */

static int fail(
	const struct copying *copying, const char *name, const char *text, struct as_error *error)
{
	AS_AUTO_FREE char *where = as_text_format(error, "%s/%s", copying->dir, name);

	return where ? as_findings_add(
			       copying->roster->notes, AS_FINDING_ERROR, where, error, "%s", text)
		     : -1;
}

/* Removes the pictures that a new picture replaces: those with another ending. `to`: its path. */
static int remove_others(const struct copying *copying, const char *to, struct as_error *error)
{
	static const char *const endings[] = {"png", "jpg", "jpeg", "svg"};
	const int length = (int)(strrchr(to, '.') - to);

	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		AS_AUTO_FREE char *other = as_text_format(error, "%.*s.%s", length, to, endings[i]);
		if (!other)
			return -1;
		if (strcmp(other, to) != 0 &&
			faccessat(copying->stage->to_fd, other, F_OK, AT_SYMLINK_NOFOLLOW) == 0 &&
			as_contest_draft_remove(copying->stage, other, error))
			return -1;
	}
	return 0;
}

/* Removes a key that names other files: it would hide the new file, or name removed files. */
static void forget_others(const struct copying *copying, size_t owner, const char *name)
{
	struct folder_own *own = &copying->roster->lists[copying->kind->part];
	json_t *item = json_array_get(own->items, owner);
	const json_t *named = json_object_get(item, copying->kind->property);
	const char *filename = json_string_value(
		json_is_object(named) ? json_object_get(named, "filename") : named);

	if (!named || (filename && strcmp(filename, name) == 0))
		return;
	json_object_del(item, copying->kind->property);
	if (owner < own->count)
		own->changed[owner] = true;
}

static int copy_to(
	const struct copying *copying, const char *name, size_t owner, struct as_error *error)
{
	const json_t *item =
		json_array_get(copying->roster->lists[copying->kind->part].items, owner);
	const char *id = roster_text(item, "id");
	AS_AUTO_FREE char *folder =
		as_text_format(error, "%s/%s", folder_part_names[copying->kind->part], id);
	AS_AUTO_FREE char *ending = strdup(strrchr(name, '.'));
	AS_AUTO_FD int fd = as_file_open(copying->dir_fd, name, error);

	if (fd < 0 || !folder || !ending)
		return fd < 0 ? -1 : as_error_no_memory(error);
	for (char *c = ending; *c; c++)
		*c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 'a' - 'A' : *c);
	AS_AUTO_FREE char *to =
		as_text_format(error, "%s/%s%s", folder, copying->kind->property, ending);
	if (!folder_is_picture(fd, folder_mime_of(name)))
		return fail(copying, name,
			"the file is not a PNG, JPEG or SVG picture of its ending; convert it",
			error);
	if (to)
		forget_others(copying, owner, strrchr(to, '/') + 1);
	return !to || remove_others(copying, to, error) ||
			       as_dir_make(copying->stage->fd, folder, 0755, error) ||
			       as_file_copy(
				       fd, copying->stage->fd, to, 0644, AS_UNLIMITED_BYTES, error)
		       ? -1
		       : 0;
}

static bool is_picture_name(const char *name)
{
	const char *mime = folder_mime_of(name);

	return *name != '.' && mime && strncmp(mime, "image/", 6) == 0;
}

static int copy_file(struct copying *copying, const char *name, struct as_error *error)
{
	const enum folder_part part = copying->kind->part;
	AS_AUTO_FREE char *stem = stem_of(name);

	if (!stem)
		return as_error_no_memory(error);
	const size_t owner = find_owner(copying, stem);
	if (owner == ROSTER_SEVERAL)
		return fail(copying, name,
			"several names match the file name; name the file after an id or a label",
			error);
	if (owner == AS_CONTEST_NONE) {
		note_unknown(copying, name);
		return 0;
	}
	const char *id =
		roster_text(json_array_get(copying->roster->lists[part].items, owner), "id");
	if (json_object_get(copying->taken, id))
		return fail(copying, name,
			"another file is a picture of the same team or organization", error);
	if (json_object_set_new(copying->taken, id, json_true()))
		return as_error_no_memory(error);
	return copy_to(copying, name, owner, error);
}

/* ---- a folder ---- */

static int note_rest(const struct copying *copying, struct as_error *error)
{
	const struct kind *kind = copying->kind;
	const size_t all = json_array_size(copying->roster->lists[kind->part].items);
	const size_t lacking = all - json_object_size(copying->taken);
	struct as_findings *notes = copying->roster->notes;

	if (copying->unknown_count &&
		as_findings_add(notes, AS_FINDING_WARNING, copying->dir, error,
			"%zu file%s no %s: %s%s", copying->unknown_count,
			copying->unknown_count == 1 ? " matches" : "s match", kind->noun,
			copying->unknown, copying->unknown_count > 10 ? " ..." : ""))
		return -1;
	return lacking ? as_findings_add(notes, AS_FINDING_INFO, copying->dir, error,
				 "%zu of %zu %ss have no picture in this folder", lacking, all,
				 kind->noun)
		       : 0;
}

static int copy_all(struct copying *copying, size_t *count, struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(copying->dir_fd, MAX_ENTRIES, error);

	if (!names)
		return -1;
	for (char **name = names; *name; name++)
		if (is_picture_name(*name) &&
			(as_cancel_check(copying->roster->config->cancel, error) ||
				copy_file(copying, *name, error)))
			return -1;
	*count = json_object_size(copying->taken);
	return note_rest(copying, error);
}

static int copy_dir(struct roster *roster, const struct kind *kind, const char *dir,
	const struct as_contest_draft *stage, size_t *count, struct as_error *error)
{
	AS_AUTO_FD int dir_fd = dir ? as_dir_open(AT_FDCWD, dir, error) : -1;
	AS_AUTO_JSON json_t *taken = json_object();
	struct copying copying = {.roster = roster,
		.kind = kind,
		.dir = dir,
		.dir_fd = dir_fd,
		.stage = stage,
		.taken = taken};

	if (!dir)
		return 0;
	if (!taken)
		return as_error_no_memory(error);
	return dir_fd < 0 ? -1 : copy_all(&copying, count, error);
}

int roster_pictures(
	struct roster *roster, const struct as_contest_draft *stage, struct as_error *error)
{
	const struct as_contest_roster_config *config = roster->config;

	return copy_dir(roster, &photos, config->photos, stage, &roster->done->photos, error) ||
			       copy_dir(roster, &logos, config->logos, stage, &roster->done->logos,
				       error)
		       ? -1
		       : 0;
}

/* SPDX-License-Identifier: MIT */
/* Opens the folder of a class, or its space in a store, and enters its people. */
#include "report.h"

#include <assay/base/fit.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define STORE_NAME "grade.db"
#define MAX_ENTRIES 1000000

/* The space of the register. */
static const char *space_of(const struct as_class *class)
{
	return class->config.store ? class->config.space : AS_CLASS_SPACE;
}

/* ---- the folder ---- */

static int open_folder(struct as_class *class, struct as_error *error)
{
	const char *out = class->config.out;

	struct as_error why = {0};

	/* as_class_open reports errors. */
	if (!class->config.only_reads)
		(void)!as_dir_make(AT_FDCWD, out, 0700, &why);
	class->out_fd = open(out, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (class->out_fd >= 0 || (class->config.only_reads && errno == ENOENT))
		return 0;
	return as_error_at_cause(error, AS_ERROR_USAGE, errno, out,
		"cannot be the output folder: %s; name another one with -o",
		strerrordesc_np(errno));
}

/* A file of another origin may have the name of one of ours. */
static int check_new(const struct as_class *class, struct as_error *error)
{
	AS_AUTO_NAMES char **names = NULL;
	const bool has_store =
		class->out_fd >= 0 && faccessat(class->out_fd, STORE_NAME, F_OK, 0) == 0;

	if (class->config.store && has_store)
		return as_error_at(error, AS_ERROR_USAGE, class->config.out, 0, 0,
			"the folder has the marks of assay grade; use another folder");
	if (class->config.store || class->out_fd < 0 || has_store)
		return 0;
	names = as_dir_list(class->out_fd, MAX_ENTRIES, error);
	if (!names)
		return -1;
	for (char **name = names; *name; name++)
		if (strncmp(*name, STORE_NAME, strlen(STORE_NAME)) != 0)
			return as_error_at(error, AS_ERROR_USAGE, class->config.out, 0, 0,
				"the folder has other files, but no " STORE_NAME
				" of assay grade; name a new folder with -o");
	return 0;
}

/* The store's message names a file and a remedy that a teacher does not know. */
static int explain(const struct as_class *class, const struct as_error *why, struct as_error *error)
{
	if (strstr(why->text, "in use by another process"))
		return as_error_pass(error, why, class->config.out,
			"another assay grade works on this folder; wait until it has ended");
	if (error)
		*error = *why;
	return -1;
}

static int open_own_store(struct as_class *class, struct as_error *error)
{
	AS_AUTO_FREE char *url = as_text_format(error, "sqlite:%s/" STORE_NAME, class->config.out);
	struct as_error why = {0};

	if (!url)
		return -1;
	if (class->config.only_reads &&
		(class->out_fd < 0 || faccessat(class->out_fd, STORE_NAME, F_OK, 0)))
		return 0;
	class->store = (class->config.only_reads ? as_store_open_reader : as_store_open)(url, &why);
	if (!class->store)
		return explain(class, &why, error);
	if (class->config.store_url && !class->config.only_reads) {
		class->shared = as_store_open(class->config.store_url, error);
		return class->shared ? 0 : -1;
	}
	return 0;
}

static int open_store(struct as_class *class, struct as_error *error)
{
	class->store = class->config.store;
	return class->store ? 0 : open_own_store(class, error);
}

/* ---- the assignment ---- */

/* The work of an earlier run with this package, which had another name; NULL: none. */
static const struct as_class_work *find_renamed(
	const struct as_register *reg, const struct as_package *package)
{
	for (size_t i = 0; i < reg->row_count; i++)
		for (size_t k = 0; k < reg->rows[i].work_count; k++)
			if (strcmp(reg->rows[i].works[k].package_digest, package->digest) == 0)
				return &reg->rows[i].works[k];
	return NULL;
}

/* The scheme of an assignment may change, and even some of its packages. */
static int check_assignment(const struct as_class *class, struct as_error *error)
{
	const struct as_scheme *scheme = class->config.scheme;
	char *const *known = class->reg.packages;

	/* A space belongs to one assignment. */
	if (class->config.store || !known || !*known || scheme->package_count == 0)
		return 0;
	for (size_t i = 0; i < scheme->package_count; i++)
		if (as_names_have(known, class->config.packages[i]->short_name))
			return 0;
	for (size_t i = 0; i < scheme->package_count; i++) {
		const struct as_package *package = class->config.packages[i];
		const struct as_class_work *old = find_renamed(&class->reg, package);
		if (old)
			return as_error_at(error, AS_ERROR_USAGE, class->config.out, 0, 0,
				"the folder contains the marks of package '%s' under its old name "
				"'%s'; give the package its old name, or use another folder",
				package->short_name, old->package);
	}
	return as_error_at(error, AS_ERROR_USAGE, class->config.out, 0, 0,
		"the folder has the marks of another assignment (%s, not %s); use another folder",
		*known, class->config.packages[0]->short_name);
}

/* ---- rounds ---- */

int as_class_refresh(struct as_class *class, struct as_error *error)
{
	/* No other process writes into the store of a folder. */
	return class->config.store
		       ? as_register_refresh(&class->reg, class->store, class->config.space, error)
		       : 0;
}

int as_class_keep_register(struct as_class *class, struct as_error *error)
{
	return as_register_write(&class->reg, class->store, space_of(class), error);
}

uint64_t as_class_round(const struct as_class *class)
{
	return class->reg.round;
}

/* Each rejudging has jobs of its own. A rejudging that was killed continues. 0: another process has
 * changed the register. */
static int try_round(struct as_class *class, struct as_error *error)
{
	struct as_register *reg = &class->reg;
	const bool begins = class->config.rejudges && !class->memo->has_begun && !reg->round_open;

	if (begins) {
		reg->round++;
		reg->round_open = reg->is_changed = true;
	}
	snprintf(class->space, sizeof(class->space), reg->round ? "grade %llu" : "grade",
		(unsigned long long)reg->round);
	return begins && !class->config.only_reads ? as_class_keep_register(class, error) : 1;
}

static int begin_round(struct as_class *class, struct as_error *error)
{
	int done;

	while ((done = try_round(class, error)) == 0)
		if (as_class_refresh(class, error))
			return -1;
	class->memo->has_begun = true;
	return done < 0 ? -1 : 0;
}

/* ---- opening ---- */

static int open_class(struct as_class *class, struct as_error *error)
{
	if ((class->config.out && open_folder(class, error)) || check_new(class, error) ||
		open_store(class, error))
		return -1;
	/* The lock excludes other owners of the store. */
	if (class->store && class->out_fd >= 0 && !class->config.only_reads)
		as_class_remove_drafts(class->out_fd);
	if (class->store && as_register_read(&class->reg, class->store, space_of(class), error))
		return -1;
	return as_class_open_pseudonyms(class, error) || check_assignment(class, error) ? -1 : 0;
}

struct as_class *as_class_open(const struct as_class_config *config, struct as_error *error)
{
	struct as_class *class = calloc(1, sizeof(*class));

	if (!class) {
		as_error_no_memory(error);
		return NULL;
	}
	class->config = *config;
	class->out_fd = -1;
	class->memo = calloc(1, sizeof(*class->memo));
	if (!class->memo)
		as_error_no_memory(error);
	else if (open_class(class, error) == 0)
		return class;
	as_class_close(class);
	return NULL;
}

static void clear_people(struct as_class *class)
{
	as_class_clear_changes(class);
	as_class_clear_pieces(class);
	as_class_clear_hidden(class);
	for (size_t i = 0; class->fresh && i < class->person_count; i++)
		as_class_row_clear(&class->fresh[i]);
	free(as_steal(class->fresh));
	free((void *)as_steal(class->people));
	free(as_steal(class->own_ids));
	free(as_steal(class->chosen));
	free(as_steal(class->undecided));
	class->person_count = 0;
}

void as_class_close(struct as_class *class)
{
	if (!class)
		return;
	clear_people(class);
	as_register_clear(&class->reg);
	as_store_close(class->shared);
	if (!class->config.store)
		as_store_close(class->store);
	if (class->out_fd >= 0)
		close(class->out_fd);
	if (class->memo)
		as_class_memo_clear(class->memo);
	free(class->memo);
	free(class);
}

/* ---- people ---- */

static int check_ids(const struct as_class *class, const struct as_class_person *people,
	size_t count, struct as_error *error)
{
	char label[AS_PSEUDONYM_SIZE];

	AS_AUTO_FREE const char **ids = calloc(count + 1, sizeof(*ids));

	if (!ids)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		ids[i] = people[i].id;
	qsort(ids, count, sizeof(*ids), as_names_compare);
	for (size_t i = 1; i < count; i++)
		if (strcmp(ids[i - 1], ids[i]) == 0)
			return as_error_set(error, AS_ERROR_INPUT,
				"two students have the id '%s'; give each an id of its own in the "
				"roster",
				as_class_label(class, ids[i], label));
	const struct as_extension *extensions = class->config.scheme->extensions.items;
	for (size_t i = 0; i < class->config.scheme->extensions.count; i++)
		if (as_extension_section(&extensions[i]) &&
			bsearch(&extensions[i].id, ids, count, sizeof(*ids), as_names_compare))
			return as_error_set(error, AS_ERROR_INPUT,
				"the scheme has an extension of a section, '%s', which is also the "
				"id "
				"of a student; give the student another id in the roster",
				as_class_label(class, extensions[i].id, label));
	return 0;
}

static bool is_equal(const char *a, const char *b)
{
	return a && b && strcasecmp(a, b) == 0;
}

/* The mail or the number is equal, or was the id. */
static bool is_surely(const struct as_class_row *row, const struct as_class_person *person)
{
	const size_t length = strlen(row->id);

	return is_equal(row->id, person->id) || is_equal(row->id, person->number) ||
	       is_equal(row->mail, person->mail) ||
	       (person->mail && strncasecmp(row->id, person->mail, length) == 0 &&
		       (!person->mail[length] || person->mail[length] == '@'));
}

/* Equal names are no proof. */
static bool is_perhaps(const struct as_class_row *row, const struct as_class_person *person)
{
	return is_equal(row->id, person->name) || is_equal(row->name, person->name);
}

static const struct as_class_person *find_person(
	const struct as_class_person *people, size_t count, const char *id)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(people[i].id, id) == 0)
			return &people[i];
	return NULL;
}

/* The person of a row, found by anything except the id; NULL: none. */
static const struct as_class_person *find_moved(const struct as_register *reg,
	const struct as_class_row *row, const struct as_class_person *people, size_t count,
	bool (*fits)(const struct as_class_row *, const struct as_class_person *))
{
	for (size_t i = 0; i < count; i++)
		if (fits(row, &people[i]) && !as_register_find(reg, people[i].id))
			return &people[i];
	return NULL;
}

/* People of the register who have other ids now. */
struct moves {
	size_t kept, sure, perhaps;
	char text[256]; /* of the first, for people */
};

static void note_move(const struct as_class *class, struct moves *moves,
	const struct as_class_row *row, const struct as_class_person *person)
{
	char label[AS_PSEUDONYM_SIZE], before[AS_PSEUDONYM_SIZE];
	const char *now = as_class_label(class, person->id, label);
	const char *old = as_class_label(class, row->id, before);

	if (!*moves->text)
		snprintf(moves->text, sizeof(moves->text), "'%.*s' is '%.*s' in the %s",
			as_text_fit(now, 100), now, as_text_fit(old, 100), old,
			class->config.store ? "store" : "folder");
}

static void find_moves(const struct as_class *class, const struct as_class_person *people,
	size_t count, struct moves *moves)
{
	for (size_t i = 0; i < class->reg.row_count; i++) {
		const struct as_class_row *row = &class->reg.rows[i];
		if (find_person(people, count, row->id)) {
			moves->kept++;
			continue;
		}
		const struct as_class_person *sure =
			find_moved(&class->reg, row, people, count, is_surely);
		const struct as_class_person *person =
			sure ? sure : find_moved(&class->reg, row, people, count, is_perhaps);
		moves->sure += sure != NULL;
		moves->perhaps += person && !sure;
		if (person)
			note_move(class, moves, row, person);
	}
}

/*
 * Ids come from the roster or the sheet if there is one. If it is missing or was replaced, the
 * class would be in the folder twice, and marks by hand would belong to the earlier ids. A person
 * with only the same name may be another person: that is a warning.
 */
static int check_same_ids(struct as_class *class, const struct as_class_person *people,
	size_t count, struct as_error *error)
{
	struct moves moves = {0};

	find_moves(class, people, count, &moves);
	/* The roster of a course is its own, so a student may get another id at any time. */
	if (class->config.store) {
		moves.perhaps += moves.sure;
		moves.sure = 0;
	} else if (moves.sure + moves.perhaps > moves.kept)
		return as_error_at(error, AS_ERROR_USAGE, class->config.out, 0, 0,
			"students have other ids now: %s; give --fill and --roster as the first "
			"time, or a new folder with -o",
			moves.text);
	if (moves.sure)
		return as_error_at(error, AS_ERROR_USAGE, class->config.out, 0, 0,
			"%zu %s now, and would be in the folder twice: %s; restore the old id in "
			"the roster or sheet, or name a new folder with -o",
			moves.sure,
			moves.sure == 1 ? "student has another id" : "students have other ids",
			moves.text);
	strcpy(class->moved.names, moves.perhaps ? moves.text : "");
	class->moved.count = moves.perhaps;
	return 0;
}

/* Keeps the secret of the pseudonyms. */
static int keep_secret(struct as_class *class, struct as_error *error)
{
	if (class->config.only_reads)
		return 0;
	return class->config.store ? as_class_keep_secret(class, error)
				   : as_pseudonyms_keep(&class->pseudonyms, class->out_fd, error);
}

int as_class_enter(struct as_class *class, const struct as_class_person *people, size_t count,
	struct as_error *error)
{
	clear_people(class);
	if (as_class_refresh(class, error) || as_class_enter_forgotten(class, people, count, error))
		return -1;
	people = class->people;
	if (check_ids(class, people, count, error) ||
		as_class_check_labels(class, people, count, error) ||
		check_same_ids(class, people, count, error) || begin_round(class, error) ||
		keep_secret(class, error))
		return -1;
	class->person_count = count;
	class->fresh = calloc(count + 1, sizeof(*class->fresh));
	class->chosen = calloc(count + 1, sizeof(*class->chosen));
	class->undecided = calloc(count + 1, sizeof(*class->undecided));
	if (!class->fresh || !class->chosen || !class->undecided)
		return as_error_no_memory(error);
	return as_class_read_pieces(class, error) || as_class_list_hidden(class, error) ? -1 : 0;
}

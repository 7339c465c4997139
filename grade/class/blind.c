/* SPDX-License-Identifier: MIT */
/* Blind marking: pseudonyms replace people in all files and messages. Only grade.db, which stores
 * the marks, and pseudonyms.csv have the identities. */
#include "report.h"

#include <assay/base/hex.h>
#include <assay/csv.h>
#include <assay/store/share.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

/* ---- the secret ---- */

#define SECRET_SETTING "blind.key"

/* 1, or 0 if the space has no secret. */
static int read_secret(struct as_class *class, int64_t space, struct as_error *error)
{
	struct as_pseudonyms *pseudonyms = &class->pseudonyms;
	AS_AUTO_FREE char *hex = NULL;

	if (as_store_setting_read(class->store, space, SECRET_SETTING, &hex, error))
		return -1;
	if (!hex)
		return 0;
	if (strlen(hex) != 2 * sizeof(pseudonyms->secret) ||
		as_hex_read(hex, strlen(hex), (char *)pseudonyms->secret) == SIZE_MAX)
		return as_error_at(error, AS_ERROR_INTERNAL, class->config.space, 0, 0,
			"the secret of the pseudonyms is damaged; restore a backup of the store");
	pseudonyms->is_new = false;
	return 1;
}

int as_class_keep_secret(struct as_class *class, struct as_error *error)
{
	struct as_pseudonyms *pseudonyms = &class->pseudonyms;
	int64_t space;

	if (!pseudonyms->is_new)
		return 0;
	AS_AUTO_FREE char *hex =
		as_hex_write((const char *)pseudonyms->secret, sizeof(pseudonyms->secret), error);
	if (!hex || as_store_space_find(class->store, class->config.space, &space, error))
		return -1;
	const int done =
		as_store_setting_swap(class->store, space, SECRET_SETTING, NULL, hex, error);
	/* Another process may have stored a secret meanwhile. */
	if (done == 1)
		pseudonyms->is_new = false;
	return done < 0 || (done == 0 && read_secret(class, space, error) != 1) ? -1 : 0;
}

static int find_secret(struct as_class *class, struct as_error *error)
{
	int64_t space;

	if (!class->config.store)
		return class->out_fd < 0
			       ? 0
			       : as_pseudonyms_find(&class->pseudonyms, class->out_fd, error);
	const int found = as_store_space_look_up(class->store, class->config.space, &space, error);
	return found == 1 ? read_secret(class, space, error) : found;
}

int as_class_open_pseudonyms(struct as_class *class, struct as_error *error)
{
	const int found = find_secret(class, error);

	if (found < 0)
		return -1;
	if (!found && class->config.is_blind)
		as_pseudonyms_invent(&class->pseudonyms);
	class->has_pseudonyms = found || class->config.is_blind;
	return 0;
}

const char *as_class_label(
	const struct as_class *class, const char *id, char label[AS_PSEUDONYM_SIZE])
{
	return class->config.is_blind ? as_pseudonym(&class->pseudonyms, id, label) : id;
}

char *as_class_shown_key(const struct as_class *class, const char *id, char key[AS_CLASS_KEY_SIZE])
{
	return class->config.is_blind ? as_pseudonym(&class->pseudonyms, id, key)
				      : as_class_key(id, key);
}

int as_class_compare_labels(const struct as_class *class, const char *left, const char *right)
{
	char a[AS_PSEUDONYM_SIZE], b[AS_PSEUDONYM_SIZE];

	return strcmp(as_pseudonym(&class->pseudonyms, left, a),
		as_pseudonym(&class->pseudonyms, right, b));
}

int as_class_check_labels(const struct as_class *class, const struct as_class_person *people,
	size_t count, struct as_error *error)
{
	AS_AUTO_FREE char(*labels)[AS_PSEUDONYM_SIZE] = calloc(count + 1, sizeof(*labels));
	AS_AUTO_FREE char **sorted = calloc(count + 1, sizeof(*sorted));

	if (!labels || !sorted)
		return as_error_no_memory(error);
	for (size_t i = 0; class->config.is_blind && i < count; i++)
		sorted[i] = as_pseudonym(&class->pseudonyms, people[i].id, labels[i]);
	if (class->config.is_blind)
		qsort(sorted, count, sizeof(*sorted), as_names_compare);
	for (size_t i = 1; class->config.is_blind && i < count; i++)
		if (strcmp(sorted[i - 1], sorted[i]) == 0)
			return as_error_at(error, AS_ERROR_USAGE, "blind.key", 0, 0,
				"two students have the pseudonym %s; remove the file to give every "
				"student another pseudonym",
				sorted[i]);
	return 0;
}

/* ---- the people of the tables ---- */

static struct as_person_key make_key(
	const struct as_class *class, const char *id, const char *name, const char *group)
{
	struct as_person_key key = {
		.id = id, .name = name, .group = group, .is_blind = class->config.is_blind};

	if (class->has_pseudonyms)
		as_pseudonym(&class->pseudonyms, id, key.alias);
	return key;
}

const char **as_class_entered(const struct as_class *class, struct as_error *error)
{
	const char **ids = calloc(class->person_count + 1, sizeof(*ids));

	if (!ids)
		as_error_no_memory(error);
	for (size_t i = 0; ids && i < class->person_count; i++)
		ids[i] = class->people[i].id;
	if (ids)
		qsort(ids, class->person_count, sizeof(*ids), as_names_compare);
	return ids;
}

bool as_class_is_entered(const struct as_class *class, const char *const *entered, const char *id)
{
	return bsearch(&id, entered, class->person_count, sizeof(*entered), as_names_compare);
}

/* Includes everyone with a row, so that the mark of a person who is not entered now is not reported
 * as unknown. */
struct as_person_key *as_class_keys(
	const struct as_class *class, size_t *count, struct as_error *error)
{
	struct as_person_key *keys =
		calloc(class->person_count + class->reg.row_count + 1, sizeof(*keys));
	AS_AUTO_FREE const char **entered = as_class_entered(class, error);

	*count = 0;
	if (!keys || !entered) {
		free(keys);
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < class->person_count; i++) {
		const struct as_class_person *person = &class->people[i];
		const struct as_class_row *row = as_register_find(&class->reg, person->id);
		keys[(*count)++] = make_key(class, person->id,
			row && row->is_forgotten ? NULL : person->name, person->group);
	}
	for (size_t i = 0; i < class->reg.row_count; i++)
		if (!as_class_is_entered(class, entered, class->reg.rows[i].id))
			keys[(*count)++] = make_key(
				class, class->reg.rows[i].id, class->reg.rows[i].name, NULL);
	return keys;
}

/* ---- the order of the files ---- */

struct place {
	size_t row;
	char label[AS_PSEUDONYM_SIZE];
};

static int compare_places(const void *left, const void *right)
{
	return strcmp(((const struct place *)left)->label, ((const struct place *)right)->label);
}

size_t *as_class_order(const struct as_class *class, struct as_error *error)
{
	const size_t count = class->reg.row_count;
	AS_AUTO_FREE struct place *places = calloc(count + 1, sizeof(*places));
	size_t *order = calloc(count + 1, sizeof(*order));

	if (!places || !order) {
		free(order);
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		places[i].row = i;
	for (size_t i = 0; class->config.is_blind && i < count; i++)
		as_pseudonym(&class->pseudonyms, class->reg.rows[i].id, places[i].label);
	if (class->config.is_blind)
		qsort(places, count, sizeof(*places), compare_places);
	for (size_t i = 0; i < count; i++)
		order[i] = places[i].row;
	return order;
}

/* ---- results ---- */

static int hide_result(const struct as_class *class, const char *id, struct as_result *result,
	struct as_error *error)
{
	if (!class->config.is_blind)
		return 0;
	for (size_t i = 0; i < result->test_count; i++)
		if (as_class_hide(class, id, &result->tests[i].feedback, error) ||
			as_class_hide(class, id, &result->tests[i].team_message, error) ||
			as_class_hide(class, id, &result->tests[i].judge_message, error) ||
			as_class_hide(class, id, &result->tests[i].transcript, error))
			return -1;
	for (char **note = result->compile.notes; note && *note; note++)
		if (as_class_hide(class, id, note, error))
			return -1;
	return as_class_hide(class, id, &result->compile.entry, error) ||
			       as_class_hide(class, id, &result->compile.output, error)
		       ? -1
		       : 0;
}

/* The result may have been made before blind marking started or ended. */
static int name_path(const struct as_class *class, const char *id, struct as_result *result,
	struct as_error *error)
{
	const char *dot = result->path ? strrchr(result->path, '.') : NULL;
	char key[AS_CLASS_KEY_SIZE];

	/* The result of a forgotten person has none. */
	if (!result->path || !*result->path)
		return 0;
	char *path = as_text_format(error, "%s%s", as_class_shown_key(class, id, key),
		dot && as_class_is_ending(dot) ? dot : "");
	if (!path)
		return -1;
	free(result->path);
	result->path = path;
	return 0;
}

static int explain_piece(
	const struct as_class_piece *piece, struct as_result *result, struct as_error *error)
{
	const struct as_sources *sources = &piece->entry->submitted.sources;

	for (size_t i = 0; i < sources->count; i++) {
		const struct as_source *source = &sources->files[i];
		if (as_text_ends(source->name, ".py") && source->data.data &&
			as_notebook_explain(&result->compile.output, source->name,
				source->data.data, source->data.size, error))
			return -1;
	}
	return 0;
}

/* Adds the cell of the notebook to the compiler's message. */
static int explain_cell(const struct as_class *class, const char *id,
	const struct as_class_work *work, struct as_result *result, struct as_error *error)
{
	if (result->verdict != AS_VERDICT_CE || !result->compile.output)
		return 0;
	for (size_t i = 0; i < class->piece_count; i++)
		if (strcmp(class->pieces[i].entry->files, work->files) == 0 &&
			strcmp(class->people[class->pieces[i].person].id, id) == 0)
			return explain_piece(&class->pieces[i], result, error);
	return 0;
}

int as_class_result_shown(struct as_class *class, const char *id, const struct as_class_work *work,
	struct as_result *result, struct as_error *error)
{
	const int found = as_class_result(class, work, result, error);

	if (found != 1)
		return found;
	return explain_cell(class, id, work, result, error) ||
			       name_path(class, id, result, error) ||
			       hide_result(class, id, result, error)
		       ? -1
		       : 1;
}

/* ---- files ---- */

#define NAME_SIZE (AS_CLASS_KEY_SIZE + 8)

/* Removes the file of a person that has its other name: the id in blind marking, else the
 * pseudonym. */
static int remove_other(const struct as_class *class, int dirfd, const char *id)
{
	char key[AS_CLASS_KEY_SIZE], name[NAME_SIZE];

	if (class->config.is_blind)
		as_class_key(id, key);
	else
		as_pseudonym(&class->pseudonyms, id, key);
	snprintf(name, sizeof(name), "%s.json", key);
	return unlinkat(dirfd, name, 0) && errno != ENOENT ? -1 : 0;
}

static int compare_keys(const void *left, const void *right)
{
	return strcmp(left, right);
}

/* The files of the people in the register; free it. */
static char (*list_files(const struct as_class *class, struct as_error *error))[NAME_SIZE]
{
	const size_t count = class->reg.row_count;
	char(*names)[NAME_SIZE] = calloc(count + 1, sizeof(*names));
	char key[AS_CLASS_KEY_SIZE];

	if (!names) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		snprintf(names[i], NAME_SIZE, "%s.json",
			as_class_shown_key(class, class->reg.rows[i].id, key));
	qsort(names, count, sizeof(*names), compare_keys);
	return names;
}

/* Files of people whom the register does not have, because grade.db was removed, have ids as
 * names. */
static int remove_unknown(const struct as_class *class, int dirfd, struct as_error *error)
{
	AS_AUTO_FREE char(*known)[NAME_SIZE] = list_files(class, error);
	AS_AUTO_NAMES char **names = known ? as_dir_list(dirfd, SIZE_MAX, error) : NULL;

	for (char **name = names; name && *name; name++)
		if (as_text_ends(*name, ".json") &&
			!bsearch(
				*name, known, class->reg.row_count, sizeof(*known), compare_keys) &&
			unlinkat(dirfd, *name, 0) && errno != ENOENT)
			return as_error_at_sys(error, AS_ERROR_USAGE, errno, class->config.out,
				"a document of an unknown student cannot be removed");
	return names ? 0 : -1;
}

int as_class_remove_others(const struct as_class *class, int dirfd, struct as_error *error)
{
	if (class->config.is_blind && remove_unknown(class, dirfd, error))
		return -1;
	for (size_t i = 0; class->has_pseudonyms && i < class->reg.row_count; i++)
		if (remove_other(class, dirfd, class->reg.rows[i].id))
			return as_error_at_sys(error, AS_ERROR_USAGE, errno, class->config.out,
				"a document of an earlier run cannot be removed");
	return 0;
}

int as_class_write_pseudonyms(struct as_class *class, struct as_error *error)
{
	static const char *const columns[] = {
		"pseudonym", "id", "name", "this file says who is who"};
	AS_AUTO_CSV struct as_csv csv = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_FREE size_t *order = as_class_order(class, error);
	char label[AS_PSEUDONYM_SIZE];

	if (!class->config.is_blind)
		return 0;
	if (!order || as_csv_init(&csv, "pseudonyms.csv", columns, 4, error))
		return -1;
	for (size_t i = 0; i < class->reg.row_count; i++) {
		const struct as_class_row *row = &class->reg.rows[order[i]];
		if (as_csv_add_row(&csv, error) ||
			as_csv_set_text(&csv, i, 0, as_class_label(class, row->id, label), error) ||
			as_csv_set_text(&csv, i, 1, row->id, error) ||
			as_csv_set_text(&csv, i, 2, row->name ? row->name : "", error))
			return -1;
	}
	return as_csv_format(&csv, &bytes, error) ||
			       as_class_write_file(class->out_fd, "pseudonyms.csv", bytes.data,
				       bytes.size, error)
		       ? -1
		       : 0;
}

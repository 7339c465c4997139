/* SPDX-License-Identifier: MIT */
/*
 * Removes all data of a person except the marks. An id that is itself a mail address or a name is
 * replaced by its digest, so that the person is recognised if the export still contains the
 * submission.
 */
#include "state.h"

#include <string.h>

/* True if the id contains a mail address, or words of a name. */
static bool class_is_personal(const char *id)
{
	return strpbrk(id, "@ ") != NULL;
}

const char *as_class_owner(const char *id, char owner[AS_CLASS_KEY_SIZE])
{
	return class_is_personal(id) ? as_class_key(id, owner) : id;
}

static struct as_class_row *find_row(const struct as_register *reg, const char *id)
{
	struct as_class_row *row = as_register_find(reg, id);
	char key[AS_CLASS_KEY_SIZE];

	if (!row && class_is_personal(id))
		row = as_register_find(reg, as_class_key(id, key));
	return row;
}

static int forget(struct as_class_row *row, struct as_error *error)
{
	char key[AS_CLASS_KEY_SIZE];
	const bool is_personal =
		class_is_personal(row->id) || (row->name && strcasecmp(row->id, row->name) == 0);
	char *id = is_personal ? as_text_format(error, "%s", as_class_digest(row->id, key)) : NULL;

	if (is_personal && !id)
		return -1;
	if (id) {
		free(row->id);
		row->id = id;
	}
	free(as_steal(row->name));
	free(as_steal(row->mail));
	as_text_map_clear(&row->facts); /* a doubt may contain the name */
	row->facts = (struct as_text_map){0};
	row->is_forgotten = true;
	return 0;
}

/* 1: the row, if there is one, is forgotten. 0: another process has changed the register. */
static int try_forget(struct as_store *store, const char *space, struct as_register *reg,
	const char *id, struct as_class_row **row, struct as_error *error)
{
	if (as_register_read(reg, store, space, error))
		return -1;
	*row = find_row(reg, id);
	if (!*row)
		return 1;
	return forget(*row, error) ? -1 : as_register_write(reg, store, space, error);
}

int as_class_forget(struct as_store *store, const char *space, const char *id,
	char shown[AS_CLASS_KEY_SIZE], struct as_error *error)
{
	struct as_register reg = {0};
	struct as_class_row *row = NULL;
	int done;

	*shown = '\0';
	while ((done = try_forget(store, space, &reg, id, &row, error)) == 0)
		as_register_clear(&reg);
	if (done == 1 && row && strcmp(row->id, id) != 0)
		snprintf(shown, AS_CLASS_KEY_SIZE, "%s", row->id);
	const int found = row != NULL;
	as_register_clear(&reg);
	return done < 0 ? -1 : found;
}

/* The person gets the id of the forgotten row. Students can choose ids, but not the digest of
 * another id, which names that person's files. */
static void rename_forgotten(struct as_class *class, struct as_class_person *person, char *buffer)
{
	char key[AS_CLASS_KEY_SIZE];
	const struct as_class_row *row =
		as_register_find(&class->reg, as_class_digest(person->id, key));

	const bool is_forgotten = row && row->is_forgotten;
	const struct as_class_row *own = as_register_find(&class->reg, person->id);
	const bool is_listed = own && own->is_forgotten && !person->attempt_count;
	if (!is_forgotten && (is_listed || !as_class_is_digest(person->id)))
		return;
	person->id = strcpy(buffer, key);
	if (is_forgotten)
		person->name = person->mail = person->number = NULL;
}

int as_class_enter_forgotten(struct as_class *class, const struct as_class_person *people,
	size_t count, struct as_error *error)
{
	struct as_class_person *own = calloc(count + 1, sizeof(*own));

	class->people = own;
	class->own_ids = calloc(count + 1, sizeof(*class->own_ids));
	if (!own || !class->own_ids)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		own[i] = people[i];
		rename_forgotten(class, &own[i], class->own_ids[i]);
	}
	return 0;
}

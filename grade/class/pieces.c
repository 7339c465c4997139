/* SPDX-License-Identifier: MIT */
/* The submissions of people that may have to be judged. */
#include "state.h"

#include <string.h>

int as_class_entry_seal(struct as_class_entry *entry, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	if (as_submitted_write(&entry->submitted, &bytes, &entry->error))
		return entry->error.kind == AS_ERROR_INPUT ? 0 : as_error_no_memory(error);
	as_digest_bytes(bytes.data, bytes.size, entry->files);
	return 0;
}

void as_class_entry_clear(struct as_class_entry *entry)
{
	as_submitted_clear(&entry->submitted);
	free(entry->doubt);
}

void as_class_clear_pieces(struct as_class *class)
{
	for (size_t i = 0; i < class->piece_count; i++)
		free(class->pieces[i].shown);
	free(class->pieces);
	class->pieces = NULL;
	class->piece_count = 0;
}

/* ---- attempts ---- */

int as_class_choose(
	struct as_class *class, size_t person, const int64_t *totals_e4, struct as_error *error)
{
	const struct as_scheme *scheme = class->config.scheme;
	const struct as_class_person *given = &class->people[person];
	const size_t count = given->attempt_count;
	AS_AUTO_FREE struct as_attempt *attempts = calloc(count + 1, sizeof(*attempts));

	if (!attempts)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		attempts[i] = (struct as_attempt){.time_known = given->attempts[i].time_known,
			.time_s = given->attempts[i].time_s,
			.number = given->attempts[i].number,
			.total_e4 = totals_e4 ? totals_e4[i] : 0};
	const int64_t due_s = scheme->has_due ? as_scheme_due_of(scheme, given->id) : INT64_MAX;
	class->chosen[person] = as_attempt_choose(scheme, due_s, attempts, count);
	class->undecided[person] = as_attempt_is_undecided(scheme, due_s, attempts, count);
	/* It is also judged, so that the tests are known when the teacher decides. */
	class->undecided[person] |= given->doubt != NULL;
	return 0;
}

/* Which attempt is best is known after all are judged. */
static bool is_wanted(const struct as_class *class, size_t person, size_t attempt)
{
	return class->config.scheme->attempt == AS_ATTEMPT_BEST || class->chosen[person] == attempt;
}

/* ---- reading ---- */

/* The ending of a name, if it is safe. Archives are recognised by it. */
static const char *ending_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(slash ? slash : path, '.');

	return dot && as_class_is_ending(dot) ? dot : "";
}

static int name_piece(
	const struct as_class *class, struct as_class_piece *piece, struct as_error *error)
{
	char key[AS_CLASS_KEY_SIZE];

	piece->shown = as_text_format(error, "%s%s",
		as_class_shown_key(class, class->people[piece->person].id, key),
		ending_of(piece->entry->path));
	return piece->shown ? 0 : -1;
}

static int read_attempt(
	struct as_class *class, size_t person, size_t attempt, struct as_error *error)
{
	const struct as_class_entry *entries = class->people[person].attempts[attempt].entries;

	for (size_t i = 0; entries && i < class->config.scheme->package_count; i++) {
		if (entries[i].is_absent)
			continue;
		struct as_class_piece *piece = &class->pieces[class->piece_count++];
		*piece = (struct as_class_piece){
			.person = person, .attempt = attempt, .entry = &entries[i]};
		if (name_piece(class, piece, error))
			return -1;
	}
	return as_cancel_check(class->config.cancel, error);
}

int as_class_read_pieces(struct as_class *class, struct as_error *error)
{
	size_t attempts = 0;

	for (size_t i = 0; i < class->person_count; i++)
		attempts += class->people[i].attempt_count;
	class->pieces =
		calloc(attempts * class->config.scheme->package_count + 1, sizeof(*class->pieces));
	if (!class->pieces)
		return as_error_no_memory(error);
	for (size_t i = 0; i < class->person_count; i++) {
		const struct as_class_person *person = &class->people[i];
		const struct as_class_row *row = as_register_find(&class->reg, person->id);

		if (as_class_choose(class, i, NULL, error))
			return -1;
		/* The sources of a forgotten person are not stored again. */
		for (size_t j = 0; j < person->attempt_count && !(row && row->is_forgotten); j++)
			if (is_wanted(class, i, j) && read_attempt(class, i, j, error))
				return -1;
	}
	return 0;
}

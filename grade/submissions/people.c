/* SPDX-License-Identifier: MIT */
#include "people.h"

#include "columns.h"
#include "fold.h"
#include "identity.h"

#include <fcntl.h>
#include <string.h>

/* ---- adding ---- */

static size_t find_id(const struct work *work, const char *id)
{
	const uint64_t hash = identity_hash(work, TEXT_ID, id);
	size_t at = 0, person;

	while ((person = lookup_next(&work->by_text, hash, &at)) != SIZE_MAX)
		if (strcmp(work->out->persons[person].id, id) == 0)
			return person;
	return SIZE_MAX;
}

static int list_text(struct work *work, size_t person, enum text kind, const char *text)
{
	return text && *text ? lookup_add(&work->by_text, identity_hash(work, kind, text), person,
				       work->error)
			     : 0;
}

/* Adds the whole address, and each part before an @. */
static int list_mail(struct work *work, size_t person, const char *mail)
{
	for (const char *at = mail; at && (at = strchr(at, '@')); at++)
		if (lookup_add(&work->by_text,
			    lookup_hash(&work->by_text, TEXT_MAIL, mail, (size_t)(at - mail)),
			    person, work->error))
			return -1;
	return list_text(work, person, TEXT_MAIL, mail);
}

/* Names of groups are compared with blanks and without, and with the words in any order: all of
 * these have the same letters. */
static int hash_group(const struct work *work, const char *name, uint64_t *hash)
{
	AS_AUTO_FREE char *words = fold_words(name, work->error);

	if (!words)
		return -1;
	*hash = identity_letters(work, TEXT_GROUP, words);
	return 0;
}

int people_list_group(struct work *work, size_t person, const char *group)
{
	uint64_t hash;

	return hash_group(work, group, &hash) ||
			       lookup_add(&work->by_text, hash, person, work->error)
		       ? -1
		       : 0;
}

int people_search_group(
	const struct work *work, const char *name, people_rule *rule, struct group_search *search)
{
	*search = (struct group_search){.name = name, .rule = rule};
	return work->group_count ? hash_group(work, name, &search->hash) : 0;
}

int people_next_of_group(const struct work *work, struct group_search *search, size_t *person)
{
	while (work->group_count &&
		(*person = lookup_next(&work->by_text, search->hash, &search->at)) != SIZE_MAX) {
		const char *group = work->out->persons[*person].group;
		const int answer = group ? search->rule(group, search->name, work->error) : 0;
		if (answer)
			return answer < 0 ? -1 : 1;
	}
	*person = SIZE_MAX;
	return 0;
}

int people_of_group(const struct work *work, const char *name, people_rule *rule, size_t *person)
{
	struct group_search search;
	size_t one;
	int found;

	*person = SIZE_MAX;
	if (people_search_group(work, name, rule, &search))
		return -1;
	while ((found = people_next_of_group(work, &search, &one)) > 0)
		if (one < *person)
			*person = one;
	return found;
}

static int list_person(struct work *work, size_t index, const struct as_person *person)
{
	const struct person_key *key = &work->keys[index];

	return list_text(work, index, TEXT_ID, person->id) ||
			       list_text(work, index, TEXT_NUMBER, person->number) ||
			       list_text(work, index, TEXT_LOGIN, person->login) ||
			       list_text(work, index, TEXT_FOLDED, key->id) ||
			       list_mail(work, index, person->mail) ||
			       list_text(work, index, TEXT_SORTED, key->sorted) ||
			       (*key->words &&
				       lookup_add(&work->by_text,
					       identity_letters(work, TEXT_SQUASHED, key->words),
					       index, work->error)) ||
			       (person->group && people_list_group(work, index, person->group))
		       ? -1
		       : 0;
}

int people_set_number(struct work *work, size_t person, struct claim *claim)
{
	struct as_person *own = &work->out->persons[person];

	if (own->number || !claim->number)
		return 0;
	own->number = as_steal(claim->number);
	return list_text(work, person, TEXT_NUMBER, own->number);
}

int people_set_login(struct work *work, size_t person, struct claim *claim)
{
	struct as_person *own = &work->out->persons[person];

	if (own->login || !claim->login)
		return 0;
	own->login = as_steal(claim->login);
	return list_text(work, person, TEXT_LOGIN, own->login);
}

/* The first of the claim's texts that is unique; a name gets a number. */
static char *choose_id(struct work *work, const struct claim *claim)
{
	const char *id = claim->id;

	if (!id)
		id = claim->mail ? claim->mail : claim->number ? claim->number : claim->login;
	if (!id)
		id = claim->name;
	char *own = as_text_format(work->error, "%s", id);
	for (unsigned number = 2; own && find_id(work, own) != SIZE_MAX; number++) {
		free(own);
		own = as_text_format(work->error, "%s-%u", id, number);
	}
	return own;
}

static void key_clear(struct person_key *key)
{
	free(key->claimed);
	free(key->id);
	free(key->words);
	free(key->sorted);
}

static int add_key(struct work *work, const struct as_person *person, bool has_id)
{
	const size_t count = work->out->person_count;
	const char *name = person->name ? person->name : "";

	if (!as_array_reserve(work->keys, count, work->error))
		return -1;
	work->keys[count] = (struct person_key){.id = fold_words(person->id, work->error),
		.words = fold_words(name, work->error),
		.sorted = fold_sorted(name, work->error),
		.has_id = has_id};
	if (work->keys[count].id && work->keys[count].words && work->keys[count].sorted)
		return 0;
	key_clear(&work->keys[count]);
	return -1;
}

static void person_clear(struct as_person *person)
{
	free(person->id);
	free(person->name);
	free(person->mail);
	free(person->group);
	free(person->number);
	free(person->login);
}

void people_free(struct work *work)
{
	for (size_t i = 0; i < work->out->person_count; i++)
		key_clear(&work->keys[i]);
	free(work->keys);
	work->keys = NULL;
	lookup_clear(&work->by_text);
}

size_t people_add(struct work *work, struct claim *claim, char *group, unsigned line)
{
	const bool has_id = claim->id != NULL;
	struct as_person person = {
		.id = choose_id(work, claim), .group = group, .line = line, .sheet_row = SIZE_MAX};
	struct as_person *persons = as_array_grow(
		work->out->persons, work->out->person_count, sizeof(*persons), work->error);

	if (persons)
		work->out->persons = persons;
	person.name = as_steal(claim->name);
	person.mail = as_steal(claim->mail);
	person.number = as_steal(claim->number);
	person.login = as_steal(claim->login);
	claim_clear(claim);
	if (!persons || !person.id || add_key(work, &person, has_id)) {
		person_clear(&person);
		return SIZE_MAX;
	}
	persons[work->out->person_count++] = person;
	work->group_count += person.group != NULL;
	return list_person(work, work->out->person_count - 1, &person)
		       ? SIZE_MAX
		       : work->out->person_count - 1;
}

int people_doubt(struct work *work, size_t person, const char *format, ...)
{
	char **doubt = &work->out->persons[person].doubt;
	va_list arguments;

	if (*doubt)
		return 0;
	va_start(arguments, format);
	const int size = vasprintf(doubt, format, arguments);
	va_end(arguments);
	if (size >= 0)
		return 0;
	*doubt = NULL;
	return as_error_no_memory(work->error);
}

/* ---- the lists ---- */

static int same_id(struct work *work, const struct as_csv *csv, size_t row, const char *id)
{
	return as_csv_error(csv, row, work->error,
		"the id '%s' is also that of line %u; each student needs a separate id", id,
		work->out->persons[find_id(work, id)].line);
}

static int add_row(
	struct work *work, const struct as_csv *csv, const struct columns *columns, size_t row)
{
	struct claim claim;
	char *group;
	const int is_person = columns_read(csv, columns, row, &claim, &group, work->error);

	if (is_person <= 0 || (claim.id && find_id(work, claim.id) != SIZE_MAX)) {
		const int failed = is_person <= 0 ? is_person : same_id(work, csv, row, claim.id);
		claim_clear(&claim);
		free(group);
		return failed;
	}
	const size_t person = people_add(work, &claim, group, csv->rows[row].line);
	if (person == SIZE_MAX)
		return -1;
	if (columns_sections(csv, columns, row, &work->out->persons[person].sections, work->error))
		return -1;
	/* Two persons with the same name, distinguished only by their rows, get one row each. */
	if (csv == work->arrival->sheet)
		work->out->persons[person].sheet_row = row;
	return 0;
}

/* The columns exist, and are empty. */
static int refuse_rows(struct work *work, const struct as_csv *csv)
{
	const char *const id = "id";
	size_t column;

	if (as_csv_require(csv, &id, 1, &column, work->error))
		return -1;
	return as_error_at(work->error, AS_ERROR_INPUT, csv->name, csv->header.line, 0,
		"no row has an id, a name or an email address");
}

/* Moodle's sheet as the roster, beside another sheet. */
static int report_status(struct work *work, const struct as_csv *csv, const struct columns *columns)
{
	struct columns own;

	if (columns->status == SIZE_MAX || csv == work->arrival->sheet)
		return 0;
	columns_find(work->arrival->sheet, &own);
	return own.status != SIZE_MAX
		       ? 0
		       : as_submissions_report(work->out, SIZE_MAX, AS_FINDING_WARNING, csv->name,
				 work->error,
				 "the column 'Status' with drafts and extensions is "
				 "not read, because --fill names another sheet; name this "
				 "file with --fill");
}

static int add_rows(struct work *work, const struct as_csv *csv)
{
	struct columns columns;

	columns_find(csv, &columns);
	if (columns_require_person(csv, &columns, work->error))
		return -1;
	size_t staff = 0;
	for (size_t row = 0; row < csv->count; row++)
		if (columns_is_staff(csv, &columns, row))
			staff++;
		else if (add_row(work, csv, &columns, row))
			return -1;
	work->has_logins |= columns.login != SIZE_MAX;
	if (csv->count > staff && work->out->person_count == 0 && !columns.is_canvas)
		return refuse_rows(work, csv);
	if (staff &&
		as_submissions_report(work->out, SIZE_MAX, AS_FINDING_INFO, csv->name, work->error,
			"%zu row%s left out: teachers, according to the column of roles", staff,
			staff == 1 ? " is" : "s are"))
		return -1;
	return people_report_namesakes(work, csv->name) || report_status(work, csv, &columns) ? -1
											      : 0;
}

static int read_sheet(struct work *work)
{
	work->arrival->sheet = calloc(1, sizeof(*work->arrival->sheet));
	struct columns columns;

	if (!work->arrival->sheet)
		return as_error_no_memory(work->error);
	if (as_csv_read(work->arrival->sheet, AT_FDCWD, work->order->sheet, work->order->sheet,
		    work->error))
		return -1;
	columns_find(work->arrival->sheet, &columns);
	work->arrival->sheet_is_canvas = columns.is_canvas;
	work->sheet_name = columns.name;
	return 0;
}

/* Moodle's sheet of grades as the roster alone: its states and times count, but it is not filled.
 */
static int take_roster(struct work *work, struct as_csv *roster)
{
	struct columns columns;

	columns_find(roster, &columns);
	if (work->order->sheet || !columns.is_moodle ||
		(columns.status == SIZE_MAX && columns.time == SIZE_MAX))
		return 0;
	work->arrival->sheet = calloc(1, sizeof(*work->arrival->sheet));
	if (!work->arrival->sheet)
		return as_error_no_memory(work->error);
	*work->arrival->sheet = *roster;
	*roster = (struct as_csv){0};
	work->arrival->sheet_is_roster = true;
	work->sheet_name = columns.name;
	return 0;
}

int people_read(struct work *work)
{
	AS_AUTO_CSV struct as_csv roster = {0};

	if (work->order->sheet && read_sheet(work))
		return -1;
	if (work->order->roster && as_csv_read(&roster, AT_FDCWD, work->order->roster,
					   work->order->roster, work->error))
		return -1;
	if (work->order->roster && take_roster(work, &roster))
		return -1;
	if (work->order->roster && !work->arrival->sheet_is_roster)
		return add_rows(work, &roster);
	return work->arrival->sheet ? add_rows(work, work->arrival->sheet) : 0;
}

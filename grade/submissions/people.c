/* SPDX-License-Identifier: MIT */
#include "people.h"

#include "columns.h"
#include "fold.h"

#include <fcntl.h>
#include <string.h>

/* ---- adding ---- */

static size_t find_id(const struct work *work, const char *id)
{
	for (size_t i = 0; i < work->out->person_count; i++)
		if (strcmp(work->out->persons[i].id, id) == 0)
			return i;
	return SIZE_MAX;
}

/* The first of the claim's texts that is unique; a name gets a number. */
static char *choose_id(struct work *work, const struct claim *claim)
{
	const char *id = claim->id;

	if (!id)
		id = claim->mail ? claim->mail : claim->number ? claim->number : claim->name;
	char *own = as_text_format(work->error, "%s", id);
	for (unsigned number = 2; own && find_id(work, own) != SIZE_MAX; number++) {
		free(own);
		own = as_text_format(work->error, "%s-%u", id, number);
	}
	return own;
}

static void key_clear(struct person_key *key)
{
	free(key->id);
	free(key->words);
	free(key->sorted);
}

static int add_key(struct work *work, const struct as_person *person)
{
	const size_t count = work->out->person_count;
	struct person_key *keys = as_array_grow(work->keys, count, sizeof(*keys), work->error);
	const char *name = person->name ? person->name : "";

	if (!keys)
		return -1;
	work->keys = keys;
	keys[count] = (struct person_key){.id = fold_words(person->id, work->error),
		.words = fold_words(name, work->error),
		.sorted = fold_sorted(name, work->error)};
	if (keys[count].id && keys[count].words && keys[count].sorted)
		return 0;
	key_clear(&keys[count]);
	return -1;
}

static void person_clear(struct as_person *person)
{
	free(person->id);
	free(person->name);
	free(person->mail);
	free(person->group);
	free(person->number);
}

void people_free(struct work *work)
{
	for (size_t i = 0; i < work->out->person_count; i++)
		key_clear(&work->keys[i]);
	free(work->keys);
	work->keys = NULL;
}

size_t people_add(struct work *work, struct claim *claim, char *group, unsigned line)
{
	struct as_person person = {
		.id = choose_id(work, claim), .group = group, .line = line, .sheet_row = SIZE_MAX};
	struct as_person *persons = as_array_grow(
		work->out->persons, work->out->person_count, sizeof(*persons), work->error);

	if (persons)
		work->out->persons = persons;
	person.name = as_steal(claim->name);
	person.mail = as_steal(claim->mail);
	person.number = as_steal(claim->number);
	claim_clear(claim);
	if (!persons || !person.id || add_key(work, &person)) {
		person_clear(&person);
		return SIZE_MAX;
	}
	persons[work->out->person_count] = person;
	return work->out->person_count++;
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

/* ---- finding ---- */

static void count(struct match *match, size_t person)
{
	if (match->count++ == 0)
		match->person = person;
}

static bool is_equal(const char *a, const char *b)
{
	return a && b && strcmp(a, b) == 0;
}

/* "ada" of "ada@uni.example", or all of it. */
static bool is_mail(const char *mail, const char *text)
{
	const size_t length = text ? strlen(text) : 0;

	return mail && length > 0 && strncasecmp(mail, text, length) == 0 &&
	       (mail[length] == '\0' || mail[length] == '@');
}

enum rule { BY_NUMBER, BY_ID, BY_ID_FOLDED, BY_MAIL, BY_ID_AS_MAIL, BY_ID_AS_NUMBER, BY_NAME };

/* The folded texts of a claim. */
struct folded {
	char *id, *words, *sorted;
};

static void folded_clear(struct folded *folded)
{
	free(folded->id);
	free(folded->words);
	free(folded->sorted);
}

static bool is_named(const struct work *work, size_t person, const struct claim *claim,
	const struct folded *folded, bool is_squashed)
{
	const struct person_key *key = &work->keys[person];

	/* Two numbers are two persons. */
	if (claim->number && work->out->persons[person].number)
		return false;
	if (!*folded->sorted || !*key->sorted)
		return false;
	return strcmp(key->sorted, folded->sorted) == 0 ||
	       (is_squashed && fold_is_rotation(key->words, folded->words));
}

static bool fits(const struct work *work, size_t i, enum rule rule, const struct claim *claim,
	const struct folded *folded, bool is_squashed)
{
	const struct as_person *person = &work->out->persons[i];

	switch (rule) {
	case BY_NUMBER:
		return is_equal(person->number, claim->number);
	case BY_ID:
		return is_equal(person->id, claim->id);
	case BY_ID_FOLDED:
		return claim->id && *folded->id && strcmp(work->keys[i].id, folded->id) == 0;
	case BY_MAIL:
		return claim->mail && person->mail && strcasecmp(person->mail, claim->mail) == 0;
	case BY_ID_AS_MAIL:
		return is_mail(person->mail, claim->id);
	case BY_ID_AS_NUMBER:
		return is_equal(person->number, claim->id);
	case BY_NAME:
		break;
	}
	return is_named(work, i, claim, folded, is_squashed);
}

static int fold_claim(
	const struct work *work, const struct claim *claim, bool is_squashed, struct folded *folded)
{
	const char *name = claim->name ? claim->name : claim->id;

	folded->id = fold_words(claim->id ? claim->id : "", work->error);
	folded->words = fold_words(name ? name : "", work->error);
	folded->sorted = fold_sorted(name ? name : "", work->error);
	if (!folded->id || !folded->words || !folded->sorted)
		return -1;
	if (is_squashed)
		fold_squash(folded->words);
	return 0;
}

int people_find(
	const struct work *work, const struct claim *claim, bool is_squashed, struct match *match)
{
	struct folded folded = {0};
	int failed = fold_claim(work, claim, is_squashed, &folded);

	*match = (struct match){.person = SIZE_MAX};
	for (int rule = BY_NUMBER; !failed && rule <= BY_NAME && match->count == 0; rule++) {
		match->rule = rule;
		for (size_t i = 0; i < work->out->person_count; i++)
			if (fits(work, i, (enum rule)rule, claim, &folded, is_squashed))
				count(match, i);
	}
	folded_clear(&folded);
	return failed;
}

int people_doubt_matches(struct work *work, const struct claim *claim, bool is_squashed,
	const struct match *match, const char *why)
{
	struct folded folded = {0};
	int failed = fold_claim(work, claim, is_squashed, &folded);

	for (size_t i = 0; i < work->out->person_count && !failed; i++)
		if (fits(work, i, (enum rule)match->rule, claim, &folded, is_squashed))
			failed = people_doubt(work, i, "%s", why);
	folded_clear(&folded);
	return failed;
}

/* ---- the lists ---- */

static int same_id(struct work *work, const struct as_csv *csv, size_t row, const char *id)
{
	return as_csv_error(csv, row, work->error,
		"the id '%s' is that of line %u, too; each person needs an id of their own", id,
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
	/* Two of one name, whom nothing but their rows tells apart, each have one. */
	if (csv == work->arrival->sheet)
		work->out->persons[person].sheet_row = row;
	return 0;
}

/* Two persons of one name are no error: ids tell them apart. Without ids nothing does. */
static int report_namesakes(struct work *work, const char *list)
{
	for (size_t i = 0; i < work->out->person_count; i++) {
		for (size_t k = 0; k < i; k++) {
			const struct as_person *a = &work->out->persons[k];
			const struct as_person *b = &work->out->persons[i];
			if (!*work->keys[i].sorted ||
				strcmp(work->keys[i].sorted, work->keys[k].sorted) != 0)
				continue;
			if (as_findings_add(&work->out->findings, AS_FINDING_WARNING, list,
				    work->error,
				    "two persons are called '%s': %s (line %u) and %s (line %u)",
				    b->name, a->id, a->line, b->id, b->line))
				return -1;
			break;
		}
	}
	return 0;
}

static int refuse_columns(struct work *work, const struct as_csv *csv)
{
	const char *const id = "id";
	size_t column;

	return as_csv_require(csv, &id, 1, &column, work->error);
}

static int add_rows(struct work *work, const struct as_csv *csv)
{
	struct columns columns;

	columns_find(csv, &columns);
	if (columns.ids[0] == SIZE_MAX && columns.name == SIZE_MAX && columns.mail == SIZE_MAX &&
		columns.last_name == SIZE_MAX && columns.number == SIZE_MAX)
		return refuse_columns(work, csv);
	for (size_t row = 0; row < csv->count; row++)
		if (add_row(work, csv, &columns, row))
			return -1;
	return report_namesakes(work, csv->name);
}

static int read_sheet(struct work *work)
{
	work->arrival->sheet = calloc(1, sizeof(*work->arrival->sheet));
	return work->arrival->sheet ? as_csv_read(work->arrival->sheet, AT_FDCWD,
					      work->order->sheet, work->order->sheet, work->error)
				    : as_error_no_memory(work->error);
}

int people_read(struct work *work)
{
	AS_AUTO_CSV struct as_csv roster = {0};

	if (work->order->sheet && read_sheet(work))
		return -1;
	if (work->order->roster && as_csv_read(&roster, AT_FDCWD, work->order->roster,
					   work->order->roster, work->error))
		return -1;
	if (work->order->roster)
		return add_rows(work, &roster);
	return work->order->sheet ? add_rows(work, work->arrival->sheet) : 0;
}

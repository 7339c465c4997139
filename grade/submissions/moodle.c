/* SPDX-License-Identifier: MIT */
/*
 * Moodle numbers participants and groups separately, so the number of a group's folder may be that
 * of a participant who has nothing to do with it. The name decides. Sources:
 * mod/assign/locallib.php and mod/assign/classes/downloader.php of Moodle. The names of folders
 * are: NAME_NUMBER            a participant Participant_NUMBER     a participant in blind marking,
 * in the site's language GROUP_NUMBER           a group GROUP-NAME_NUMBER      a member of a group,
 * with the group's files (before Moodle 4)
 */
#include "moodle.h"

#include "columns.h"
#include "fold.h"
#include "people.h"

#include <ctype.h>
#include <string.h>

/* ---- names ---- */

/* Without blanks, because Moodle removes some punctuation from names of folders. */
static int fold_tight(const char *text, char **tight, struct as_error *error)
{
	*tight = fold_words(text, error);
	if (!*tight)
		return -1;
	fold_squash(*tight);
	return 0;
}

/* 1: the texts are equal, without regard to case, blanks, punctuation and the order of words. */
static int are_equal(const char *a, const char *b, struct as_error *error)
{
	AS_AUTO_FREE char *left = NULL, *right = NULL;

	if (!a || !b)
		return 0;
	AS_AUTO_FREE char *first = fold_sorted(a, error), *second = fold_sorted(b, error);
	if (!first || !second || fold_tight(a, &left, error) || fold_tight(b, &right, error))
		return -1;
	return *left && (strcmp(left, right) == 0 || strcmp(first, second) == 0);
}

/* 1: all words of one name are words of the other one. */
static int is_part(const char *a, const char *b, struct as_error *error)
{
	AS_AUTO_FREE char *left = fold_words(a, error), *right = fold_words(b, error);
	char *rest;

	if (!left || !right)
		return -1;
	if (!*left)
		return 0;
	AS_AUTO_FREE char *padded = as_text_format(error, " %s ", right);
	if (!padded)
		return -1;
	for (char *word = strtok_r(left, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		AS_AUTO_FREE char *wanted = as_text_format(error, " %s ", word);
		if (!wanted)
			return -1;
		if (!strstr(padded, wanted))
			return 0;
	}
	return *right != '\0';
}

/* 1: the text is the sheet's word for participants, "Participant" of "Participant 12". */
static int is_blind(const struct work *work, size_t person, const char *text)
{
	const size_t row = work->out->persons[person].sheet_row;

	if (row == SIZE_MAX || !work->arrival->sheet)
		return 0;
	AS_AUTO_FREE char *word =
		as_text_format(work->error, "%s", as_csv_cell(work->arrival->sheet, row, 0));
	if (!word)
		return -1;
	for (size_t length = strlen(word); length > 0 && isdigit((unsigned char)word[length - 1]);)
		word[--length] = '\0';
	return are_equal(word, text, work->error);
}

typedef int name_rule(const char *a, const char *b, struct as_error *error);

/* 1: one of the person's names fits. */
static int has_name(const struct work *work, size_t person, const char *name, name_rule *rule)
{
	const struct as_person *own = &work->out->persons[person];
	const struct as_csv *sheet = work->arrival->sheet;
	int answer = own->name ? rule(own->name, name, work->error) : 0;

	if (answer == 0)
		answer = is_blind(work, person, name);
	if (answer == 0 && sheet && own->sheet_row != SIZE_MAX && work->sheet_name != SIZE_MAX)
		answer = rule(
			as_csv_cell(sheet, own->sheet_row, work->sheet_name), name, work->error);
	return answer;
}

/* 1: all words of one name are in the other one: "Ada King Lovelace" and "Ada Lovelace". */
static int is_similar(const char *a, const char *b, struct as_error *error)
{
	const int answer = is_part(a, b, error);

	return answer == 0 ? is_part(b, a, error) : answer;
}

/* ---- groups ---- */

/* The only person of this group and this name. */
static int find_member(const struct work *work, const char *group, const char *name, size_t *person)
{
	struct group_search search;
	size_t one, count = 0;
	int found;

	*person = SIZE_MAX;
	if (people_search_group(work, group, are_equal, &search))
		return -1;
	while ((found = people_next_of_group(work, &search, &one)) > 0) {
		const int is_named = are_equal(work->out->persons[one].name, name, work->error);
		if (is_named < 0)
			return -1;
		if (is_named && count++ == 0)
			*person = one;
	}
	if (count != 1)
		*person = SIZE_MAX;
	return found;
}

/* The member of a team that the text before and after a hyphen means. */
static int split_at(const struct work *work, const char *name, const char *hyphen, size_t numbered,
	struct moodle_owner *owner)
{
	AS_AUTO_FREE char *team = as_text_format(work->error, "%.*s", (int)(hyphen - name), name);
	const char *own = hyphen + 1;
	size_t person = SIZE_MAX;

	if (!team || find_member(work, team, own, &person))
		return -1;
	if (person == SIZE_MAX && numbered != SIZE_MAX) {
		const char *known = work->out->persons[numbered].name;
		int answer = are_equal(known, own, work->error);
		if (answer == 0)
			answer = is_blind(work, numbered, own);
		if (answer < 0)
			return -1;
		person = answer ? numbered : SIZE_MAX;
	}
	if (person == SIZE_MAX)
		return 0;
	owner->kind = MOODLE_TEAM_MEMBER;
	owner->person = person;
	owner->team = as_steal(team);
	return 0;
}

static int find_team_member(const struct work *work, const struct claim *claim, size_t numbered,
	struct moodle_owner *owner)
{
	const char *hyphen = claim->name;

	while (owner->kind == MOODLE_UNKNOWN && (hyphen = strchr(hyphen, '-'))) {
		if (hyphen > claim->name && split_at(work, claim->name, hyphen, numbered, owner))
			return -1;
		hyphen++;
	}
	return 0;
}

/* ---- all ---- */

static int find_by_name(
	const struct work *work, const struct claim *claim, struct moodle_owner *owner)
{
	struct match match;

	if (people_find(work, claim, false, &match))
		return -1;
	if (match.count == 0)
		return 0;
	owner->kind = match.count == 1 ? MOODLE_PERSON : MOODLE_SEVERAL;
	owner->person = match.person;
	return 0;
}

/* The persons that the name means; with `numbered`, the number proves nothing. */
static int find_named(const struct work *work, const struct claim *claim, size_t numbered,
	struct moodle_owner *owner)
{
	const struct claim named = {
		.name = claim->name, .number = numbered == SIZE_MAX ? claim->number : NULL};
	size_t member;

	if (people_of_group(work, claim->name, are_equal, &member))
		return -1;
	if (member != SIZE_MAX) {
		owner->kind = MOODLE_GROUP;
		owner->person = member;
		return 0;
	}
	if (find_by_name(work, &named, owner))
		return -1;
	return owner->kind == MOODLE_UNKNOWN ? find_team_member(work, claim, numbered, owner) : 0;
}

static int find_numbered(const struct work *work, const struct claim *claim, size_t *numbered)
{
	const struct claim number = {.number = claim->number};
	struct match match = {.person = SIZE_MAX};

	*numbered = SIZE_MAX;
	if (claim->number && people_find(work, &number, false, &match))
		return -1;
	if (match.count == 1)
		*numbered = match.person;
	return 0;
}

static bool is_in_group(const struct work *work, size_t person, size_t member)
{
	const struct as_person *persons = work->out->persons;

	return persons[person].group && persons[member].group &&
	       strcmp(persons[person].group, persons[member].group) == 0;
}

/* The name means nobody of the class: a second name may be missing in the roster. */
static int doubt_number(const struct work *work, const struct claim *claim, size_t numbered,
	struct moodle_owner *owner)
{
	const int is_near = has_name(work, numbered, claim->name, is_similar);

	owner->kind = is_near > 0 ? MOODLE_PERSON : MOODLE_UNCLEAR;
	owner->person = is_near > 0 ? numbered : SIZE_MAX;
	return is_near < 0 ? -1 : 0;
}

int moodle_find(const struct work *work, const struct claim *claim, struct moodle_owner *owner)
{
	size_t numbered;

	*owner = (struct moodle_owner){.person = SIZE_MAX, .numbered = SIZE_MAX};
	if (find_numbered(work, claim, &numbered))
		return -1;
	const int is_named =
		numbered == SIZE_MAX ? 0 : has_name(work, numbered, claim->name, are_equal);
	if (is_named < 0)
		return -1;
	const bool is_known = numbered != SIZE_MAX && work->out->persons[numbered].name;
	if (numbered != SIZE_MAX && (is_named || !is_known)) {
		owner->kind = MOODLE_PERSON;
		owner->person = numbered;
	}
	if ((!is_named && find_named(work, claim, numbered, owner)))
		return -1;
	if (numbered != SIZE_MAX && owner->kind == MOODLE_UNKNOWN &&
		doubt_number(work, claim, numbered, owner))
		return -1;
	if (numbered != owner->person && !(owner->kind == MOODLE_GROUP && numbered != SIZE_MAX &&
						 is_in_group(work, numbered, owner->person)))
		owner->numbered = numbered;
	return 0;
}

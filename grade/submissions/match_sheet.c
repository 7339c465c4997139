/* SPDX-License-Identifier: MIT */
/* Matches rows of the sheet with persons of the roster. */
#include "columns.h"
#include "people.h"

/* The login of a row is that of the row's student in the roster, or that of nobody. */
static int take_login(struct work *work, size_t person, struct claim *claim)
{
	static const char unclear[] =
		"the sheet and the roster give this student two logins of GitHub, or a login of "
		"two students; correct one of these files";
	const struct claim login = {.login = claim->login};
	struct match match;

	if (!claim->login)
		return 0;
	if (people_find(work, &login, false, &match))
		return -1;
	if (match.count == 1 && match.person == person)
		return 0;
	if (match.count == 0 && !work->out->persons[person].login)
		return people_set_login(work, person, claim);
	return people_doubt(work, person, "%s", unclear) ||
			       (match.count &&
				       people_doubt_matches(work, &login, false, &match, unclear))
		       ? -1
		       : 0;
}

static int doubt_rows(struct work *work, size_t row, size_t person)
{
	const struct as_csv *sheet = work->arrival->sheet;

	return people_doubt(work, person,
		"the lines %u and %u of the sheet may both be of this student; correct the line of "
		"somebody else",
		sheet->rows[work->out->persons[person].sheet_row].line, sheet->rows[row].line);
}

/* A row of nobody has the name of a student whose own row was found by that name alone: the order
 * of the rows does not decide which of them is the student's. */
static int doubt_namesake(
	struct work *work, const struct columns *columns, size_t row, const struct claim *claim)
{
	const struct claim named = {.name = claim->name};
	AS_AUTO_FREE char *group = NULL;
	AS_AUTO(claim_clear) struct claim other = {0};
	struct match match, first;

	if (!claim->name)
		return 0;
	if (people_find(work, &named, false, &match))
		return -1;
	const size_t own = match.count == 1 ? work->out->persons[match.person].sheet_row : SIZE_MAX;
	if (own == SIZE_MAX)
		return 0;
	if (columns_read(work->arrival->sheet, columns, own, &other, &group, work->error) < 0)
		return -1;
	free(as_steal(other.number));
	if (people_find(work, &other, false, &first))
		return -1;
	return match_is_by_name(&first) ? doubt_rows(work, row, match.person) : 0;
}

static int take_row(struct work *work, size_t row, size_t person, struct claim *claim)
{
	struct as_person *own = &work->out->persons[person];

	if (own->sheet_row != SIZE_MAX)
		return doubt_rows(work, row, person);
	own->sheet_row = row;
	return people_set_number(work, person, claim) || take_login(work, person, claim) ? -1 : 0;
}

static int match_row(struct work *work, const struct columns *columns, size_t row)
{
	const struct as_csv *sheet = work->arrival->sheet;
	AS_AUTO_FREE char *group = NULL;
	AS_AUTO(claim_clear) struct claim claim = {0};
	struct match match = {0};
	int is_person = columns_read(sheet, columns, row, &claim, &group, work->error);
	int failed = is_person < 0 || (is_person && people_find(work, &claim, false, &match));

	if (!failed && match.count == 1)
		failed = take_row(work, row, match.person, &claim);
	else if (!failed && is_person && match.count == 0)
		failed = doubt_namesake(work, columns, row, &claim);
	return failed ? -1 : 0;
}

int match_sheet(struct work *work)
{
	struct columns columns;

	/* If the sheet is the roster, its persons are known. */
	if (!work->order->sheet || !work->order->roster)
		return 0;
	columns_find(work->arrival->sheet, &columns);
	work->has_logins |= columns.login != SIZE_MAX;
	for (size_t row = 0; row < work->arrival->sheet->count; row++)
		if (match_row(work, &columns, row))
			return -1;
	return 0;
}

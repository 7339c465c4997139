/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include <math.h>
#include <string.h>

#define DIGITS "0123456789"

/* Compares two runs of digits as numbers of any length, and goes to their ends. */
static int compare_numbers(const char **left, const char **right)
{
	const char *a = *left + strspn(*left, "0"), *b = *right + strspn(*right, "0");
	const size_t size = strspn(a, DIGITS), others = strspn(b, DIGITS);

	*left = a + size;
	*right = b + others;
	return size != others ? (size > others) - (size < others) : strncmp(a, b, size);
}

int folder_compare_ids(const char *left, const char *right)
{
	const char *a = left, *b = right;

	while (*a && *b) {
		if (strchr(DIGITS, *a) && strchr(DIGITS, *b)) {
			const int order = compare_numbers(&a, &b);
			if (order)
				return order;
		} else if (*a != *b) {
			break;
		} else {
			a++;
			b++;
		}
	}
	const int order = (unsigned char)*a - (unsigned char)*b;
	/* 07 and 7 are different ids. */
	return order ? order : strcmp(left, right);
}

static int compare_ids(const void *left, const void *right)
{
	return folder_compare_ids(*(char *const *)left, *(char *const *)right);
}

size_t folder_find(const void *items, size_t count, size_t item_bytes, const char *id)
{
	const void *found = count ? bsearch(&id, items, count, item_bytes, compare_ids) : NULL;

	return found ? (size_t)((const char *)found - (const char *)items) / item_bytes
		     : AS_CONTEST_NONE;
}

const void *folder_items(
	const struct as_contest *contest, const struct folder_list *list, size_t *count)
{
	*count = *(const size_t *)((const char *)contest + list->count);
	return *(void *const *)((const char *)contest + list->items);
}

#define FIND(noun, list)                                                                           \
	folder_find(contest->list, contest->noun##_count, sizeof(*contest->list), id)

size_t as_contest_find_problem(const struct as_contest *contest, const char *id)
{
	for (size_t i = 0; i < contest->problem_count; i++)
		if (strcmp(contest->problems[i].id, id) == 0)
			return i;
	return AS_CONTEST_NONE;
}

size_t as_contest_find_group(const struct as_contest *contest, const char *id)
{
	return FIND(group, groups);
}

size_t as_contest_find_organization(const struct as_contest *contest, const char *id)
{
	return FIND(organization, organizations);
}

size_t as_contest_find_team(const struct as_contest *contest, const char *id)
{
	return FIND(team, teams);
}

size_t as_contest_find_person(const struct as_contest *contest, const char *id)
{
	return FIND(person, persons);
}

bool as_contest_allows(const struct as_contest_problem *problem, const char *language)
{
	if (!problem->languages)
		return true;
	for (char **id = problem->languages; *id; id++)
		if (strcmp(*id, language) == 0)
			return true;
	return false;
}

double as_contest_problem_points(const struct as_contest_problem *problem)
{
	const struct as_package *package = problem->package;

	if (package && !package->scoring)
		return (double)problem->points_e6 / 1e6;
	const struct as_group *total = package ? as_package_total(package) : NULL;
	return total ? total->max_score : INFINITY;
}

bool as_contest_team_is_in(const struct as_contest_team *team, size_t group)
{
	for (size_t i = 0; i < team->group_count; i++)
		if (team->groups[i] == group)
			return true;
	return group == AS_CONTEST_NONE;
}

bool as_contest_is_main_team(const struct as_contest *contest, const struct as_contest_team *team)
{
	return as_contest_team_is_in(team, contest->settings.main_group);
}

bool as_contest_team_is_hidden(const struct as_contest *contest, size_t team)
{
	const struct as_contest_team *one = &contest->teams[team];

	if (one->hidden)
		return true;
	for (size_t i = 0; i < one->group_count; i++)
		if (contest->groups[one->groups[i]].hidden)
			return true;
	return false;
}

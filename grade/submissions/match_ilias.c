/* SPDX-License-Identifier: MIT */
/* The persons of a folder of ILIAS. */
#include "match.h"
#include "people.h"

#include <string.h>

/* The person whose login ends the text at an underscore, as "ada1" does "Lovelace_Ada_ada1";
 * SIZE_MAX: none, or several. */
static int find_login(const struct work *work, char *text, size_t *person)
{
	*person = SIZE_MAX;
	for (char *at = text + strlen(text); (at = memrchr(text, '_', (size_t)(at - text)));) {
		const struct claim login = {.id = at + 1};
		struct match match;
		/* The name has two words. */
		if (!memchr(text, '_', (size_t)(at - text)))
			return 0;
		if (people_find(work, &login, false, &match))
			return -1;
		/* A name is not a login, and a person of an earlier folder is not on a list. */
		if (match.count &&
			(!match_is_by_id(&match) || work->out->persons[match.person].line == 0))
			continue;
		if (match.count > 1 || (match.count && *person != SIZE_MAX)) {
			*person = SIZE_MAX;
			return 0;
		}
		if (match.count)
			*person = match.person;
	}
	return 0;
}

int match_ilias(const struct work *work, const char *name, size_t *person)
{
	AS_AUTO_FREE char *text = as_text_format(work->error, "%s", name);
	char *number = text ? strrchr(text, '_') : NULL;

	*person = SIZE_MAX;
	if (!text)
		return -1;
	if (!number || !number[1] || number[1 + strspn(number + 1, "0123456789")])
		return 0;
	*number = '\0';
	return find_login(work, text, person);
}

int match_ilias_draft(struct work *work, struct draft *draft, const struct claim *claim)
{
	size_t person;

	if (work->out->layout != AS_LAYOUT_FOLDERS || !claim->id)
		return 0;
	if (match_ilias(work, claim->id, &person))
		return -1;
	if (person == SIZE_MAX)
		return 0;
	return match_put_members(work, &draft->received, person) ? -1 : 1;
}

/* SPDX-License-Identifier: MIT */
/* Finds the persons that a claim of the export may mean. */
#include "identity.h"

#include "fold.h"
#include "people.h"

#include <string.h>

static void count(struct match *match, size_t person)
{
	if (match->count++ == 0 || person < match->person)
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

static bool are_different(const char *a, const char *b)
{
	return a && b && strcmp(a, b) != 0;
}

/* True if a person of a list and a claim have different ids of one kind, or different addresses.
 * Only Gradescope has ids or addresses beside names. */
static bool differs_from_listed(const struct work *work, size_t person, const struct claim *claim,
	const struct folded *folded, bool by_mail)
{
	const struct person_key *key = &work->keys[person];
	const char *mail = work->out->persons[person].mail;

	if (work->ids_agree && claim->id && key->has_id && are_different(key->id, folded->id))
		return true;
	return !by_mail && work->mails_agree && claim->mail && mail &&
	       strcasecmp(claim->mail, mail) != 0;
}

/* Likewise for a person that an earlier claim of the export made: names alone prove nothing. */
static bool differs_from_found(
	const struct work *work, size_t person, const struct claim *claim, bool by_mail)
{
	const struct person_key *key = &work->keys[person];
	const struct as_person *own = &work->out->persons[person];

	if (key->has_id && are_different(own->id, claim->id))
		return true;
	return !by_mail && (claim->id || claim->mail || key->has_id || own->mail) &&
	       !(claim->mail && own->mail && strcasecmp(claim->mail, own->mail) == 0);
}

/* True if a person whom a rule finds is another one. */
static bool is_other(const struct work *work, size_t person, enum rule rule,
	const struct claim *claim, const struct folded *folded)
{
	const bool is_listed = work->out->persons[person].line > 0;

	if (rule < BY_ID_FOLDED || claim->is_typed || (is_listed && !claim->name))
		return false;
	if (rule == BY_ID_FOLDED || rule == BY_ID_AS_MAIL || rule == BY_ID_AS_NUMBER)
		return !is_listed && work->keys[person].has_id;
	return is_listed ? differs_from_listed(work, person, claim, folded, rule == BY_MAIL)
			 : differs_from_found(work, person, claim, rule == BY_MAIL);
}

static bool is_named(const struct work *work, size_t person, const struct claim *claim,
	const struct folded *folded, bool is_squashed)
{
	const struct person_key *key = &work->keys[person];

	/* Different numbers are different persons. */
	if (claim->number && work->out->persons[person].number)
		return false;
	if (!*folded->sorted || !*key->sorted)
		return false;
	return strcmp(key->sorted, folded->sorted) == 0 ||
	       (is_squashed && fold_is_rotation(key->words, folded->words));
}

static bool fits_rule(const struct work *work, size_t i, enum rule rule, const struct claim *claim,
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
	case BY_LOGIN: /* GitHub ignores the case */
		return claim->login && person->login &&
		       strcasecmp(person->login, claim->login) == 0;
	case BY_NAME:
		break;
	}
	return is_named(work, i, claim, folded, is_squashed);
}

static bool fits(const struct work *work, size_t i, enum rule rule, const struct claim *claim,
	const struct folded *folded, bool is_squashed)
{
	return fits_rule(work, i, rule, claim, folded, is_squashed) &&
	       !is_other(work, i, rule, claim, folded);
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

/* The text that a rule compares, and its kind; NULL: the claim has no such text. */
static const char *text_of(
	const struct claim *claim, const struct folded *folded, enum rule rule, enum text *kind)
{
	switch (rule) {
	case BY_NUMBER:
		*kind = TEXT_NUMBER;
		return claim->number;
	case BY_ID:
		*kind = TEXT_ID;
		return claim->id;
	case BY_ID_FOLDED:
		*kind = TEXT_FOLDED;
		return folded->id;
	case BY_MAIL:
		*kind = TEXT_MAIL;
		return claim->mail;
	case BY_ID_AS_MAIL:
		*kind = TEXT_MAIL;
		return claim->id;
	case BY_ID_AS_NUMBER:
		*kind = TEXT_NUMBER;
		return claim->id;
	case BY_LOGIN:
		*kind = TEXT_LOGIN;
		return claim->login;
	case BY_NAME:
		break;
	}
	*kind = TEXT_SORTED;
	return folded->sorted;
}

/* A person may be listed by several parts of mail addresses, and only one of them is the text. */
static void find_hash(const struct work *work, uint64_t hash, enum rule rule,
	const struct claim *claim, const struct folded *folded, bool is_squashed,
	struct match *match)
{
	size_t at = 0, person;

	while ((person = lookup_next(&work->by_text, hash, &at)) != SIZE_MAX)
		if (fits(work, person, rule, claim, folded, is_squashed))
			count(match, person);
}

static void find_by(const struct work *work, enum rule rule, const struct claim *claim,
	const struct folded *folded, bool is_squashed, struct match *match)
{
	enum text kind;
	const char *text = text_of(claim, folded, rule, &kind);

	/* Words in any order without blanks include the words in their order. */
	if (rule == BY_NAME && is_squashed)
		find_hash(work, identity_letters(work, TEXT_SQUASHED, folded->words), rule, claim,
			folded, true, match);
	else if (text && *text)
		find_hash(work, identity_hash(work, kind, text), rule, claim, folded, false, match);
}

bool match_is_by_id(const struct match *match)
{
	return match->rule == BY_ID || match->rule == BY_ID_FOLDED;
}

bool match_is_by_name(const struct match *match)
{
	return match->rule == BY_NAME;
}

int people_find(
	const struct work *work, const struct claim *claim, bool is_squashed, struct match *match)
{
	struct folded folded = {0};
	int failed = fold_claim(work, claim, is_squashed, &folded);

	*match = (struct match){.person = SIZE_MAX};
	for (int rule = BY_NUMBER; !failed && rule <= BY_NAME && match->count == 0; rule++) {
		match->rule = rule;
		find_by(work, (enum rule)rule, claim, &folded, is_squashed, match);
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

/* ---- kinds of ids ---- */

/* Sets the flags if a person of a list has the id, or the address, of the claim. */
static int compare_kinds(struct work *work, const struct claim *claim)
{
	struct folded folded = {0};
	struct match match = {0};
	const int failed = fold_claim(work, claim, false, &folded);

	if (!failed && claim->id)
		find_by(work, BY_ID_FOLDED, claim, &folded, false, &match);
	work->ids_agree |= match.count > 0;
	match = (struct match){0};
	if (!failed && claim->mail)
		find_by(work, BY_MAIL, claim, &folded, false, &match);
	work->mails_agree |= match.count > 0;
	folded_clear(&folded);
	return failed;
}

int people_compare_kinds(struct work *work)
{
	for (size_t i = 0; i < work->draft_count; i++)
		for (size_t k = 0; k < work->drafts[i].claim_count; k++)
			if (compare_kinds(work, &work->drafts[i].claims[k]))
				return -1;
	return 0;
}

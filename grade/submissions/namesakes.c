/* SPDX-License-Identifier: MIT */
/* Persons who look alike: with equal names, or with ids that are nearly equal. */
#include "people.h"

#include <string.h>

/* The text by which persons are compared, and an index. */
struct look {
	const char *text;
	size_t person;
};

static int compare_looks(const void *left, const void *right)
{
	const struct look *a = left, *b = right;
	const int order = strcmp(a->text, b->text);

	return order ? order : (a->person > b->person) - (a->person < b->person);
}

/* All persons, sorted by their names' words, or by their ids; the earlier one of equals first. */
static struct look *sort_looks(const struct work *work, bool by_name)
{
	const size_t count = work->out->person_count;
	struct look *looks = calloc(count + 1, sizeof(*looks));

	if (!looks) {
		as_error_no_memory(work->error);
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		looks[i] = (struct look){by_name ? work->keys[i].sorted : work->keys[i].id, i};
	qsort(looks, count, sizeof(*looks), compare_looks);
	return looks;
}

/* For each person, the first earlier one with the same words in the name; SIZE_MAX: none. */
static size_t *find_namesakes(const struct work *work)
{
	const size_t count = work->out->person_count;
	AS_AUTO_FREE struct look *looks = sort_looks(work, true);
	size_t *found = looks ? calloc(count + 1, sizeof(*found)) : NULL;

	if (looks && !found)
		as_error_no_memory(work->error);
	for (size_t i = 0, first = 0; found && i < count; i++) {
		if (strcmp(looks[first].text, looks[i].text) != 0)
			first = i;
		found[looks[i].person] =
			i > first && *looks[i].text ? looks[first].person : SIZE_MAX;
	}
	return found;
}

int people_report_namesakes(struct work *work, const char *list)
{
	AS_AUTO_FREE size_t *namesakes = find_namesakes(work);

	for (size_t i = 0; namesakes && i < work->out->person_count; i++) {
		const size_t k = namesakes[i];
		if (k == SIZE_MAX)
			continue;
		const struct as_person *a = &work->out->persons[k], *b = &work->out->persons[i];
		if (as_submissions_report(work->out, SIZE_MAX, AS_FINDING_WARNING, list,
			    work->error,
			    "two persons are called '%s': '%s' (line %u) and '%s' (line %u)",
			    b->name, a->id, a->line, b->id, b->line))
			return -1;
	}
	return namesakes ? 0 : -1;
}

/* For each person, the first earlier one whose id differs by punctuation or case only; SIZE_MAX:
 * none. The platform's own numbers tell students apart. */
static size_t *find_alikes(const struct work *work)
{
	const size_t count = work->out->person_count;
	AS_AUTO_FREE struct look *looks = sort_looks(work, false);
	size_t *found = looks ? calloc(count + 1, sizeof(*found)) : NULL;
	/* Of equal ids so far: the first one, and the first one without a number. */
	size_t any = SIZE_MAX, unnumbered = SIZE_MAX;

	if (looks && !found)
		as_error_no_memory(work->error);
	for (size_t i = 0; found && i < count; i++) {
		const size_t one = looks[i].person;
		const bool has_number = work->out->persons[one].number;
		if (i == 0 || strcmp(looks[i - 1].text, looks[i].text) != 0)
			any = unnumbered = SIZE_MAX;
		found[one] = has_number ? unnumbered : any;
		if (!*looks[i].text || !work->keys[one].has_id)
			continue;
		if (any == SIZE_MAX)
			any = one;
		if (unnumbered == SIZE_MAX && !has_number)
			unnumbered = one;
	}
	return found;
}

int people_report_alike(struct work *work)
{
	AS_AUTO_FREE size_t *names = find_namesakes(work);
	AS_AUTO_FREE size_t *ids = names ? find_alikes(work) : NULL;

	for (size_t i = 0; ids && i < work->out->person_count; i++) {
		const struct as_person *b = &work->out->persons[i];
		const size_t name = b->line ? SIZE_MAX : names[i];
		const size_t id = b->line || !work->keys[i].has_id ? SIZE_MAX : ids[i];
		if (name != SIZE_MAX &&
			draft_report(work, NULL, AS_FINDING_REMARK, AS_FINDING_WARNING,
				"two students are called '%s': '%s' and '%s'; their ids differ, so "
				"they are graded as two",
				b->name, work->out->persons[name].id, b->id))
			return -1;
		if (id != SIZE_MAX && name == SIZE_MAX &&
			as_submissions_report(work->out, SIZE_MAX, AS_FINDING_WARNING,
				work->order->path, work->error,
				"'%s' and '%s' differ only by case or punctuation, and are graded "
				"as two students; if they are one, rename one of them",
				work->out->persons[id].id, b->id))
			return -1;
	}
	return ids ? 0 : -1;
}

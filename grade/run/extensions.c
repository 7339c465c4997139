/* SPDX-License-Identifier: MIT */
/* Extensions of the platform: added to the scheme, or a decision of the teacher. */
#include "state.h"

#include <string.h>

static bool has_extension(const struct as_scheme *scheme, const char *id)
{
	for (size_t i = 0; i < scheme->extensions.count; i++)
		if (strcmp(scheme->extensions.items[i].id, id) == 0)
			return true;
	return false;
}

static int extend(struct as_submissions *submissions, const struct as_person *person,
	struct as_scheme *scheme, const char *sheet, struct as_error *error)
{
	const bool is_known = has_extension(scheme, person->id);
	char granted[AS_TIME_SIZE], own[AS_TIME_SIZE];
	const int64_t due_s = as_scheme_due_of(scheme, person->id);

	as_time_format(person->extended_s, as_scheme_offset(scheme, person->extended_s), granted);
	as_time_format(due_s, as_scheme_offset(scheme, due_s), own);
	if (as_scheme_extend(scheme, person->id, person->extended_s, error) < 0)
		return -1;
	const size_t index = (size_t)(person - submissions->persons);
	return is_known ? as_submissions_report(submissions, index, AS_FINDING_INFO, sheet, error,
				  "'%s' has an extension until %-s in the scheme, and until %-s on "
				  "the platform; the later one counts",
				  person->id, own, granted)
			: as_submissions_report(submissions, index, AS_FINDING_INFO, sheet, error,
				  "'%s' has an extension until %-s on the platform", person->id,
				  granted);
}

#define UNREAD                                                                                     \
	"the platform's sheet has an extension whose time cannot be read, or does not exist; "     \
	"write the extension into the scheme (key extensions), name the zone with --zone if it "   \
	"is missing"

#define NOT_ENDED                                                                                  \
	"the platform's sheet has an extension that has not ended; run the command again when "    \
	"the extension has ended"

/* Without a due time, only students who have handed in nothing wait for the end of an extension. */
static void doubt_open(struct grade_people *people, size_t index, int64_t now_s)
{
	const struct as_person *person = &people->submissions->persons[index];
	struct as_class_person *owner = &people->people[index];

	if (person->doubt || (owner->attempt_count > 0 && !people->empty[index]))
		return;
	if (person->extended == AS_EXTENDED_UNREAD)
		owner->doubt = UNREAD;
	else if (person->extended == AS_EXTENDED_UNTIL && person->extended_s > now_s)
		owner->doubt = NOT_ENDED;
}

int grade_people_extend(struct as_grade *grade, struct as_error *error)
{
	struct grade_people *people = &grade->people;
	struct as_scheme *scheme = &grade->assignment.scheme;
	struct as_submissions *submissions = people->submissions;

	for (size_t i = 0; i < submissions->person_count; i++) {
		struct as_person *person = &submissions->persons[i];
		if (!scheme->has_due) {
			doubt_open(people, i, grade->now_s);
			continue;
		}
		if (person->sections && as_scheme_extend_sections(scheme, person->id,
						(const char *const *)person->sections, error) < 0)
			return -1;
		const char *sheet = as_sheet_name(submissions);
		if (person->extended == AS_EXTENDED_UNTIL &&
			extend(submissions, person, scheme, sheet, error))
			return -1;
		/* The teacher has decided. */
		if (person->extended != AS_EXTENDED_UNREAD || has_extension(scheme, person->id))
			continue;
		people->people[i].due_unknown = true;
		if (!person->doubt)
			people->people[i].doubt = UNREAD;
	}
	return 0;
}

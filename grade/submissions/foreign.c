/* SPDX-License-Identifier: MIT */
#include "foreign.h"

#include <stdbool.h>
#include <string.h>

static const char *const names[] = {[FOREIGN_NONE] = "an unknown platform",
	[FOREIGN_BLACKBOARD] = "Blackboard",
	[FOREIGN_BRIGHTSPACE] = "Brightspace (D2L)",
	[FOREIGN_TEAMS] = "Microsoft Teams",
	[FOREIGN_SAKAI] = "Sakai",
	[FOREIGN_PRAIRIELEARN] = "PrairieLearn",
	[FOREIGN_AUTOLAB] = "Autolab",
	[FOREIGN_SCHOOLOGY] = "Schoology",
	[FOREIGN_SUBMITTY] = "Submitty",
	[FOREIGN_VPL] = "VPL (Virtual Programming Lab)",
	[FOREIGN_GOOGLE] = "Google Classroom"};

const char *foreign_name(enum foreign foreign)
{
	return names[foreign];
}

/* The text begins like the pattern, in which 0 is any digit. */
static bool fits(const char *text, const char *pattern)
{
	for (; *pattern; pattern++, text++)
		if (*pattern == '0' ? !(*text >= '0' && *text <= '9') : *text != *pattern)
			return false;
	return true;
}

static bool is_blackboard(const char *path)
{
	const char *mark = strstr(path, "_attempt_");

	return mark && mark > path && fits(mark, "_attempt_0000-00-00-00-00-00");
}

static bool is_brightspace(const char *path)
{
	const size_t first = strspn(path, "0123456789");
	const size_t second = path[first] == '-' ? strspn(path + first + 1, "0123456789") : 0;

	return first > 0 && second > 0 && strncmp(path + first + 1 + second, " - ", 3) == 0;
}

static bool is_teams(const char *path)
{
	const char *mark = strstr(path, "/Version ");
	const size_t digits = mark ? strspn(mark + 9, "0123456789") : 0;

	return digits > 0 && mark[9 + digits] == '/' && memchr(path, '/', (size_t)(mark - path));
}

static bool is_sakai(const char *path)
{
	return strstr(path, ")/Submission attachment(s)/") || strstr(path, ")/timestamp.txt") ||
	       strstr(path, ")/Feedback Attachment(s)");
}

static bool is_autolab(const char *path)
{
	const char *mail = strchr(path, '@'), *mark = mail ? strchr(mail, '_') : NULL;
	const size_t digits = mark ? strspn(mark + 1, "0123456789") : 0;

	return digits > 0 && mark[1 + digits] == '_' && !memchr(path, '/', (size_t)(mark - path));
}

/* "_12_" at the text: its length without the last "_", or 0. */
static size_t number_length(const char *text)
{
	const size_t digits = *text == '_' ? strspn(text + 1, "0123456789") : 0;

	return digits > 0 && text[1 + digits] == '_' ? 1 + digits : 0;
}

/* After the question stand the numbers of the variant, the submission and its row. Autolab's names
 * begin alike. */
static bool is_prairielearn(const char *path)
{
	const char *at = is_autolab(path) ? strchr(strchr(path, '@'), '_') + 1 : NULL;

	while (at && (at = strchr(at, '_'))) {
		const size_t one = number_length(at);
		const size_t two = one ? number_length(at + one) : 0;
		if (two && number_length(at + one + two))
			return true;
		at++;
	}
	return false;
}

static bool is_schoology(const char *path)
{
	const char *slash = strchr(path, '/');

	return slash && fits(slash, "/Revision 0");
}

static bool is_submitty(const char *path)
{
	const char *slash = strchr(path, '/');

	return slash && strcmp(slash, "/user_assignment_settings.json") == 0;
}

static bool is_vpl(const char *path)
{
	const char *slash = strchr(path, '/');

	return slash && fits(slash, "/0000-00-00-00-00-00");
}

/* "Ada Lovelace - sum.py", not in a folder. */
static bool is_google(const char *path)
{
	const char *mark = strstr(path, " - ");

	return mark && mark > path && mark[3] && !strchr(path, '/');
}

enum foreign foreign_find(const char *path)
{
	static bool (*const rules[])(const char *path) = {[FOREIGN_BLACKBOARD] = is_blackboard,
		[FOREIGN_BRIGHTSPACE] = is_brightspace,
		[FOREIGN_TEAMS] = is_teams,
		[FOREIGN_SAKAI] = is_sakai,
		[FOREIGN_PRAIRIELEARN] = is_prairielearn,
		[FOREIGN_AUTOLAB] = is_autolab,
		[FOREIGN_SCHOOLOGY] = is_schoology,
		[FOREIGN_SUBMITTY] = is_submitty,
		[FOREIGN_VPL] = is_vpl,
		[FOREIGN_GOOGLE] = is_google};

	for (enum foreign i = FOREIGN_NONE + 1; i < FOREIGN_COUNT; i++)
		if (rules[i](path))
			return i;
	return FOREIGN_NONE;
}

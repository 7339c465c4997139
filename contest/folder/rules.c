/* SPDX-License-Identifier: MIT */
/* rules, limits, registration and hosts of contest.yaml. */
#include "reading.h"

#include <assay/base/fit.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* ---- rules ---- */

static const char *const rounding_names[] = {[AS_PENALTY_MINUTE] = "minute",
	[AS_PENALTY_SECOND] = "second",
	[AS_PENALTY_MS] = "millisecond",
	NULL};
static const char *const point_names[] = {
	[AS_PENALTY_ROUND_EACH] = "each", [AS_PENALTY_ROUND_TOTAL] = "total", NULL};
static const char *const total_names[] = {
	[AS_PENALTY_SUM] = "sum", [AS_PENALTY_LAST] = "last", NULL};
static const char *const score_names[] = {
	[AS_SCORE_GROUPS] = "groups", [AS_SCORE_BEST] = "best", [AS_SCORE_LAST] = "last", NULL};
static const char *const ties_names[] = {[AS_TIES_SHARED] = "share", [AS_TIES_TIME] = "time", NULL};

FOLDER_WORD(read_rounding, enum as_penalty_rounding, rounding_names)
FOLDER_WORD(read_point, enum as_penalty_rounding_point, point_names)
FOLDER_WORD(read_total, enum as_penalty_mode, total_names)
FOLDER_WORD(read_score, enum as_score_mode, score_names)
FOLDER_WORD(read_ties, enum as_score_ties, ties_names)

static int read_medal(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	int64_t count;

	(void)folder;
	if (as_node_integer(node, 0, AS_MEDALS_MAX, &count, error))
		return -1;
	*(uint32_t *)member = (uint32_t)count;
	return 0;
}

static int read_medals(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	static const struct folder_key keys[] = {
		{"gold", read_medal, offsetof(struct as_award_rules, gold), 0},
		{"silver", read_medal, offsetof(struct as_award_rules, silver), 0},
		{"bronze", read_medal, offsetof(struct as_award_rules, bronze), 0},
	};
	return folder_read(folder, node, keys, COUNT(keys), member, error);
}

#define SCORING(member) offsetof(struct as_contest_rules, scoring.member)

int folder_rules(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	static const struct folder_key keys[] = {
		{"time_rounding", read_rounding, SCORING(rounding), 0},
		{"rounding_point", read_point, SCORING(rounding_point), 0},
		{"total_time", read_total, SCORING(mode), 0},
		{"compile_error_penalty", folder_bool, SCORING(compile_error_has_penalty), 0},
		{"score", read_score, SCORING(score_mode), 0},
		{"score_ties", read_ties, SCORING(ties), 0},
		{"medals", read_medals, offsetof(struct as_contest_rules, awards), 0},
		{"finals", folder_bool, offsetof(struct as_contest_rules, awards.finals), 0},
	};
	return folder_read(folder, node, keys, COUNT(keys), member, error);
}

/* ---- limits ---- */

#define LIMIT(name)                                                                                \
	{                                                                                          \
#name, folder_count, offsetof(struct as_contest_limits, name), false               \
	}

int folder_limits(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	static const struct folder_key keys[] = {
		LIMIT(submissions_per_minute),
		LIMIT(submissions_per_problem),
		LIMIT(clarifications_per_minute),
	};
	return folder_read(folder, node, keys, COUNT(keys), member, error);
}

/* ---- registration ---- */

static int read_join_code(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const char *code;

	if (as_node_text(node, &code, error))
		return -1;
	if (strlen(code) < AS_CONTEST_JOIN_CODE_MIN)
		return as_node_error(node, error,
			"join_code is too short; use at least %d characters",
			AS_CONTEST_JOIN_CODE_MIN);
	return folder_line(folder, node, member, error);
}

int folder_registration(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	static const struct folder_key keys[] = {
		{"join_code", read_join_code, offsetof(struct as_contest_registration, join_code),
			FOLDER_REQUIRED},
		/* Read by folder_settings_bind, after the groups. */
		{"group_id", folder_unused, 0, 0},
		{"teams", folder_count, offsetof(struct as_contest_registration, max_teams), 0},
	};
	return folder_read(folder, node, keys, COUNT(keys), member, error);
}

/* ---- hosts ---- */

#define MAX_HOST 253 /* RFC 1035, section 2.3.4 */

/* True for a DNS name in the form that browsers send. */
static bool is_host(const char *text)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
	const size_t length = strlen(text);

	return length > 0 && length <= MAX_HOST && strspn(text, letters) == length &&
	       *text != '.' && *text != '-' && text[length - 1] != '.' && !strstr(text, "..");
}

int folder_hosts(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	char ***list = member;
	const size_t count = json_array_size(node->value);

	(void)folder;
	if (!json_is_array(node->value))
		return as_node_type_error(
			node, error, "a list of host names", "write [contest.example.org]");
	AS_AUTO_NAMES char **hosts = calloc(count + 1, sizeof(*hosts));
	if (!hosts)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		const struct as_node item = as_node_item(node, i);
		const char *text;
		if (as_node_text(&item, &text, error))
			return -1;
		if (!is_host(text))
			return as_node_error(&item, error,
				"'%.*s' is not a host name; write only the name that browsers "
				"open, such as contest.example.org, without https:// and port",
				as_text_fit(text, 60), text);
		hosts[i] = strdup(text);
		if (!hosts[i])
			return as_error_no_memory(error);
	}
	as_names_free(*list);
	*list = as_steal(hosts);
	return 0;
}

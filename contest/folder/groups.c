/* SPDX-License-Identifier: MIT */
/* Groups and organizations. */
#include "reading.h"

#include <assay/base/fit.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* ---- groups ---- */

#define GROUP(member) offsetof(struct as_contest_group, member)

static const struct folder_key group_keys[] = {
	{"id", folder_unused, 0, 0},
	{"icpc_id", folder_line, GROUP(icpc_id), 0},
	{"name", folder_line, GROUP(name), FOLDER_REQUIRED},
	{"type", folder_line, GROUP(type), 0},
	{"location", folder_more, GROUP(more), 0},
	{"hidden", folder_bool, GROUP(hidden), 0},
	{"guest", folder_bool, GROUP(guest), 0},
};

const struct folder_list folder_group_list = {.part = FOLDER_GROUPS,
	.noun = "group",
	.item_bytes = sizeof(struct as_contest_group),
	.items = offsetof(struct as_contest, groups),
	.count = offsetof(struct as_contest, group_count),
	.keys = {group_keys, COUNT(group_keys)},
	.named = GROUP(name)};

/* ---- organizations ---- */

#define COUNTRY_LETTERS 3
#define ORGANIZATION(member) offsetof(struct as_contest_organization, member)

static int read_country(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const char *code;

	if (as_node_text(node, &code, error))
		return -1;
	if (strlen(code) != COUNTRY_LETTERS ||
		strspn(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != COUNTRY_LETTERS)
		return as_node_error(node, error,
			"country '%.*s' is not a code of ISO 3166-1 alpha-3; write three capital "
			"letters, such as SWE",
			as_text_fit(code, 40), code);
	return folder_line(folder, node, member, error);
}

static const struct folder_key organization_keys[] = {
	{"id", folder_unused, 0, 0},
	{"icpc_id", folder_line, ORGANIZATION(icpc_id), 0},
	{"name", folder_line, ORGANIZATION(name), FOLDER_REQUIRED},
	{"formal_name", folder_line, ORGANIZATION(formal_name), 0},
	{"country", read_country, ORGANIZATION(country), FOLDER_TEXT},
	{"country_flag", folder_files, ORGANIZATION(files), 0},
	{"country_subdivision", folder_more_line, ORGANIZATION(more), 0},
	{"country_subdivision_flag", folder_files, ORGANIZATION(files), 0},
	{"url", folder_more_line, ORGANIZATION(more), 0},
	{"twitter_hashtag", folder_more_line, ORGANIZATION(more), 0},
	{"twitter_account", folder_more_line, ORGANIZATION(more), 0},
	{"location", folder_more, ORGANIZATION(more), 0},
	{"logo", folder_files, ORGANIZATION(files), 0},
};

const struct folder_list folder_organization_list = {.part = FOLDER_ORGANIZATIONS,
	.noun = "organization",
	.item_bytes = sizeof(struct as_contest_organization),
	.items = offsetof(struct as_contest, organizations),
	.count = offsetof(struct as_contest, organization_count),
	.keys = {organization_keys, COUNT(organization_keys)},
	.named = ORGANIZATION(name)};

/* SPDX-License-Identifier: MIT */
/* Groups and organizations. */
#include "reading.h"

#include <assay/base/fit.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* ---- groups ---- */

#define GROUP(member) offsetof(struct as_contest_group, member)

static const struct folder_key group_keys[] = {
	{"id", folder_unused, 0, false},
	{"icpc_id", folder_line, GROUP(icpc_id), false},
	{"name", folder_line, GROUP(name), true},
	{"type", folder_line, GROUP(type), false},
	{"location", folder_more, GROUP(more), false},
	{"hidden", folder_bool, GROUP(hidden), false},
};
const struct folder_keys folder_group_keys = {group_keys, COUNT(group_keys)};

static int check_group(
	struct folder *folder, const struct as_node *node, void *item, struct as_error *error)
{
	struct as_contest_group *group = item;

	(void)folder;
	(void)node;
	return folder_default(&group->name, group->id, error);
}

static void clear_group(void *item)
{
	struct as_contest_group *group = item;

	free(group->id);
	free(group->icpc_id);
	free(group->name);
	free(group->type);
	json_decref(group->more);
}

int folder_groups_read(struct folder *folder, struct as_error *error)
{
	static const struct folder_list list = {.part = FOLDER_GROUPS,
		.noun = "group",
		.item_bytes = sizeof(struct as_contest_group),
		.keys = group_keys,
		.key_count = COUNT(group_keys),
		.check = check_group,
		.clear = clear_group};
	struct as_contest *contest = folder->contest;

	return folder_list_load(folder, &list, &contest->groups, &contest->group_count, error);
}

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
	{"id", folder_unused, 0, false},
	{"icpc_id", folder_line, ORGANIZATION(icpc_id), false},
	{"name", folder_line, ORGANIZATION(name), true},
	{"formal_name", folder_line, ORGANIZATION(formal_name), false},
	{"country", read_country, ORGANIZATION(country), false},
	{"country_flag", folder_files, ORGANIZATION(files), false},
	{"country_subdivision", folder_more_line, ORGANIZATION(more), false},
	{"country_subdivision_flag", folder_files, ORGANIZATION(files), false},
	{"url", folder_more_line, ORGANIZATION(more), false},
	{"twitter_hashtag", folder_more_line, ORGANIZATION(more), false},
	{"twitter_account", folder_more_line, ORGANIZATION(more), false},
	{"location", folder_more, ORGANIZATION(more), false},
	{"logo", folder_files, ORGANIZATION(files), false},
};
const struct folder_keys folder_organization_keys = {organization_keys, COUNT(organization_keys)};

static int check_organization(
	struct folder *folder, const struct as_node *node, void *item, struct as_error *error)
{
	struct as_contest_organization *organization = item;

	(void)folder;
	(void)node;
	return folder_default(&organization->name, organization->id, error);
}

static void clear_organization(void *item)
{
	struct as_contest_organization *organization = item;

	free(organization->id);
	free(organization->icpc_id);
	free(organization->name);
	free(organization->formal_name);
	free(organization->country);
	folder_files_clear(&organization->files);
	json_decref(organization->more);
}

int folder_organizations_read(struct folder *folder, struct as_error *error)
{
	static const struct folder_list list = {.part = FOLDER_ORGANIZATIONS,
		.noun = "organization",
		.item_bytes = sizeof(struct as_contest_organization),
		.keys = organization_keys,
		.key_count = COUNT(organization_keys),
		.check = check_organization,
		.clear = clear_organization};
	struct as_contest *contest = folder->contest;

	return folder_list_load(
		folder, &list, &contest->organizations, &contest->organization_count, error);
}

void folder_groups_clear(struct as_contest *contest)
{
	for (size_t i = 0; i < contest->group_count; i++)
		clear_group(&contest->groups[i]);
	for (size_t i = 0; i < contest->organization_count; i++)
		clear_organization(&contest->organizations[i]);
	free(contest->groups);
	free(contest->organizations);
}

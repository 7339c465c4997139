/* SPDX-License-Identifier: MIT */
#include <assay/base/private.h>

#include <grp.h>
#include <pwd.h>
#include <string.h>

static bool is_private_group(gid_t gid, uid_t owner)
{
	char user_text[4096], group_text[4096];
	struct passwd user_entry, *user = NULL;
	struct group group_entry, *group = NULL;

	if (getpwuid_r(owner, &user_entry, user_text, sizeof user_text, &user) || !user ||
		getgrgid_r(gid, &group_entry, group_text, sizeof group_text, &group) || !group)
		return false;
	for (char **member = group->gr_mem; *member; member++)
		if (strcmp(*member, user->pw_name) != 0)
			return false;
	return strcmp(group->gr_name, user->pw_name) == 0;
}

bool as_is_writable_by_others(const struct stat *status)
{
	if (status->st_mode & S_IWOTH)
		return true;
	return status->st_mode & S_IWGRP && !is_private_group(status->st_gid, status->st_uid);
}

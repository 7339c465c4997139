/* SPDX-License-Identifier: MIT */
/* time_per_team and virtual of contest.yaml. */
#include "reading.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define PARTICIPATION(member) offsetof(struct as_contest_participation, member)

int folder_virtual(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	static const struct folder_key keys[] = {
		{"from", folder_time, PARTICIPATION(virtual_from_wall_ms), FOLDER_REQUIRED},
		{"to", folder_time, PARTICIPATION(virtual_to_wall_ms), FOLDER_REQUIRED},
	};
	return folder_read(folder, node, keys, COUNT(keys), member, error);
}

static int check_virtual(struct folder *folder, const struct as_node *root,
	const struct as_contest_settings *settings, struct as_error *error)
{
	const struct as_node node = as_node_child(root, "virtual");
	const struct as_contest_participation *of = &settings->participation;

	if (of->virtual_from_wall_ms == AS_NEVER_MS || of->virtual_to_wall_ms == AS_NEVER_MS)
		return 0;
	if (of->virtual_to_wall_ms <= of->virtual_from_wall_ms)
		return folder_note(folder, AS_FINDING_ERROR, &node, error,
			"virtual: 'to' is not after 'from'; write a later time");
	if (settings->start_wall_ms == AS_NEVER_MS || settings->duration_ms < 0 ||
		of->virtual_from_wall_ms >= settings->start_wall_ms + settings->duration_ms)
		return 0;
	return folder_note(folder, AS_FINDING_ERROR, &node, error,
		"virtual: 'from' is before the end of the contest; write a later time");
}

int folder_check_participation(struct folder *folder, const struct as_node *root,
	const struct as_contest_settings *settings, struct as_error *error)
{
	const struct as_node node = as_node_child(root, "time_per_team");
	const int64_t own_ms = settings->participation.time_per_team_ms;

	if (check_virtual(folder, root, settings, error))
		return -1;
	if (!node.value || settings->duration_ms < 0)
		return 0;
	if (own_ms < 1000 || own_ms > settings->duration_ms)
		return folder_note(folder, AS_FINDING_ERROR, &node, error,
			"time_per_team must be at least a second and at most the contest's "
			"duration, in which the teams start");
	if (settings->freeze_duration_ms > 0)
		return folder_note(folder, AS_FINDING_ERROR, &node, error,
			"time_per_team and scoreboard_freeze_duration are mutually exclusive: with "
			"time_per_team all results are hidden until the end; remove one of them");
	return 0;
}

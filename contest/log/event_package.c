/* SPDX-License-Identifier: MIT */
/* Versions of the packages of the problems. */
#include "event.h"

#include <string.h>

/* An event with the version that is in use already means that its files were read again: the
 * observer is notified, and the state stays. */
int event_package(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const char *problem = event_text(event, "problem"),
		   *username = event_text(event, "account");
	const size_t index =
		problem ? as_contest_find_problem(log->contest, problem) : AS_CONTEST_NONE;
	char digest[AS_DIGEST_HEX_SIZE];

	(void)error;
	event_digest(event, "package", digest);
	if (index == AS_CONTEST_NONE)
		return event_refuse(log, event, "problem");
	if (!*digest)
		return event_refuse(log, event, "package");
	struct as_contest_version *version = &log->state.extras.versions[index];
	if (strcmp(version->digest, digest) != 0) {
		memcpy(version->before, version->digest, sizeof(version->before));
		memcpy(version->digest, digest, sizeof(version->digest));
		version->wall_ms = event->wall_ms;
		version->event = event->record->event.number;
		version->account =
			username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;
	}
	event_made(log, event, index);
	event_notify(log, AS_CONTEST_CHANGED_PACKAGE, index, event->wall_ms);
	return 0;
}

const struct as_contest_version *as_contest_log_version(
	const struct as_contest_log *log, size_t problem)
{
	return &log->state.extras.versions[problem];
}

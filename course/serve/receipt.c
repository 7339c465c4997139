/* SPDX-License-Identifier: MIT */
/* The receipt of a hand-in: what arrived, and when. */
#include "server.h"

#include <assay/base/time.h>
#include <inttypes.h>
#include <string.h>

void course_receipt(FILE *out, const struct as_course_log *log,
	const struct as_course_hand_in *hand_in, const struct as_submitted *files)
{
	char time[AS_TIME_SIZE];

	as_time_format(hand_in->wall_ms / 1000, 0, time);
	fprintf(out,
		"Course:     %s\nAssignment: %s\nNumber:     %" PRIu64 "\nAttempt:    %" PRIu64
		"\nReceived:   %s\nDigest:     %s\n\n",
		as_course_log_course(log)->id, as_course_log_task(log, hand_in->assignment).id,
		hand_in->number, hand_in->attempt, time, hand_in->files);
	for (size_t i = 0; files && i < files->sources.count; i++) {
		const struct as_source *file = &files->sources.files[i];
		char digest[AS_DIGEST_HEX_SIZE], name[256];
		as_digest_bytes(file->data.data, file->data.size, digest);
		fprintf(out, "%s  %s\n", digest,
			as_text_printable(file->name, strlen(file->name), name, sizeof(name)));
	}
}

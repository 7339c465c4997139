/* SPDX-License-Identifier: MIT */
/* Lenient reading: entries whose names lead out of the folder are left out and listed, because
 * a single one must not make a class's archive unusable. */
#include "zip_entry.h"

#include <ctype.h>
#include <string.h>

bool zip_leads_out(const char *name)
{
	const bool has_drive = isalpha((unsigned char)name[0]) && name[1] == ':' && name[2] == '/';

	if (name[0] == '/' || has_drive)
		return true;
	for (const char *part = name; *part;) {
		const size_t length = strcspn(part, "/");
		if (length == 2 && strncmp(part, "..", 2) == 0)
			return true;
		part += length + (part[length] == '/');
	}
	return false;
}

int zip_note_outside(struct zip_reading *reading, const char *name)
{
	if (!reading->lists_outside)
		return 0;
	/* One more for the NULL at the end. */
	if (!as_array_reserve(reading->outside, reading->outside_count + 1, reading->error))
		return -1;
	reading->outside[reading->outside_count + 1] = NULL;
	reading->outside[reading->outside_count] = as_text_format(reading->error, "%s", name);
	return reading->outside[reading->outside_count++] ? 0 : -1;
}

/* SPDX-License-Identifier: MIT */
/*
 * Reads the headers of an archive before anything is unpacked, because making and removing many
 * files takes long. Entries and folders that occur only in paths are counted as during unpacking:
 * each path once, by its hash in a table. The hash has a random start, so that names cannot be
 * chosen to collide. A collision counts too few, and unpacking counts again.
 */
#include "zip_entry.h"

#include <assay/base/archive.h>
#include <sys/random.h>

#define FIRST_SLOTS 1024 /* a power of 2, like all later sizes */

struct survey {
	struct zip_reading *reading;
	uint64_t seed;
	uint64_t *slots; /* hashes of paths; 0: free */
	size_t slot_count, used_count;
};

static void clear(struct survey *survey)
{
	free(survey->slots);
}

/* The slot of a hash, or the free slot for it. */
static uint64_t *find_slot(uint64_t *slots, size_t slot_count, uint64_t hash)
{
	size_t at = hash & (slot_count - 1);

	while (slots[at] && slots[at] != hash)
		at = (at + 1) & (slot_count - 1);
	return &slots[at];
}

static int grow(struct survey *survey)
{
	const size_t slot_count = survey->slots ? survey->slot_count * 2 : FIRST_SLOTS;
	uint64_t *slots = calloc(slot_count, sizeof *slots);

	if (!slots)
		return as_error_no_memory(survey->reading->error);
	for (size_t i = 0; i < survey->slot_count; i++)
		if (survey->slots[i])
			*find_slot(slots, slot_count, survey->slots[i]) = survey->slots[i];
	free(survey->slots);
	survey->slots = slots;
	survey->slot_count = slot_count;
	return 0;
}

static int count_path(struct survey *survey, uint64_t state)
{
	uint64_t hash = (state ^ state >> 32) * 0xd6e8feb86659fd93;
	hash = (hash ^ hash >> 32) | 1;

	if (2 * survey->used_count >= survey->slot_count && grow(survey) < 0)
		return -1;
	uint64_t *slot = find_slot(survey->slots, survey->slot_count, hash);
	if (*slot)
		return 0;
	*slot = hash;
	survey->used_count++;
	return zip_count_entry(survey->reading);
}

/* Counts the path and the folders in it. */
static int count_paths(struct survey *survey, const char *path)
{
	uint64_t state = survey->seed;

	for (const char *at = path; *at; at++) {
		if (*at == '/' && count_path(survey, state) < 0)
			return -1;
		state = (state ^ (unsigned char)*at) * 0x9e3779b97f4a7c15;
		state ^= state >> 29;
	}
	return *path ? count_path(survey, state) : 0;
}

static int survey_entry(
	void *context, struct archive *archive, struct archive_entry *entry, const char *path)
{
	struct survey *survey = context;
	const la_int64_t size = archive_entry_size(entry);

	(void)archive;
	if (count_paths(survey, path) < 0)
		return -1;
	if (archive_entry_filetype(entry) != AE_IFREG || size <= 0)
		return 0;
	return zip_count_bytes(survey->reading, path, (uint64_t)size, (uint64_t)size);
}

int zip_survey(struct zip_reading *reading, int archive_fd)
{
	AS_AUTO(clear) struct survey survey = {.reading = reading};

	if (getrandom(&survey.seed, sizeof survey.seed, 0) != sizeof survey.seed)
		return as_error_set(reading->error, AS_ERROR_MACHINE, "no random numbers");
	const int status = zip_read(reading, archive_fd, survey_entry, &survey);
	reading->entries = 0;
	reading->bytes = 0;
	return status;
}

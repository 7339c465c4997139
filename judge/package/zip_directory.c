/* SPDX-License-Identifier: MIT */
/*
 * Finds the number of entries in an archive's directory, without unpacking anything. It is only a
 * claim: an archive with too many is refused at once, and all others are counted again while they
 * are unpacked.
 */
#include "zip.h"

#include <endian.h>
#include <string.h>
#include <sys/stat.h>

/* Source of the records: PKWARE's APPNOTE.TXT, sections 4.3.12 to 4.3.16. */
#define ENTRY_BYTES 46    /* of the fixed part of an entry */
#define END_BYTES 22      /* of the record at the end, without its comment */
#define LOCATOR_BYTES 20  /* before it, if there is a record of 64 bits */
#define END64_BYTES 56    /* of that record */
#define MAX_COMMENT 65535 /* after the end */

static uint64_t number_at(const char *data, size_t size)
{
	uint64_t number = 0;

	memcpy(&number, data, size);
	return le64toh(number);
}

static bool read_at(int fd, char *data, size_t size, uint64_t offset)
{
	return offset <= INT64_MAX && pread(fd, data, size, (off_t)offset) == (ssize_t)size;
}

struct directory {
	uint64_t count;  /* of entries */
	uint64_t offset; /* of the first one */
};

/* Reads the record of 64 bits, if there is one before the end record at `end`. */
static bool read_end64(int fd, uint64_t end, struct directory *directory)
{
	char locator[LOCATOR_BYTES], record[END64_BYTES];

	if (end < LOCATOR_BYTES || !read_at(fd, locator, LOCATOR_BYTES, end - LOCATOR_BYTES) ||
		memcmp(locator, "PK\6\7", 4) != 0 ||
		!read_at(fd, record, END64_BYTES, number_at(locator + 8, 8)) ||
		memcmp(record, "PK\6\6", 4) != 0)
		return false;
	directory->count = number_at(record + 32, 8);
	directory->offset = number_at(record + 48, 8);
	return true;
}

static bool find_directory(int fd, struct directory *directory)
{
	struct stat info;
	char tail[MAX_COMMENT + END_BYTES];

	if (fstat(fd, &info) < 0 || info.st_size < END_BYTES)
		return false;
	const uint64_t file_bytes = (uint64_t)info.st_size;
	const size_t size = file_bytes < sizeof tail ? (size_t)file_bytes : sizeof tail;
	if (!read_at(fd, tail, size, file_bytes - size))
		return false;
	for (size_t at = size - END_BYTES + 1; at-- > 0;) {
		if (memcmp(tail + at, "PK\5\6", 4) != 0)
			continue;
		directory->count = number_at(tail + at + 10, 2);
		directory->offset = number_at(tail + at + 16, 4);
		return (directory->count < UINT16_MAX && directory->offset < UINT32_MAX) ||
		       read_end64(fd, file_bytes - size + at, directory);
	}
	return false;
}

uint64_t zip_count_listed(int archive_fd)
{
	struct directory directory;

	return find_directory(archive_fd, &directory) ? directory.count : 0;
}

/* Byte 5 is the system that made the entry: 3 is Unix, 19 is macOS. Both keep the mode in the upper
 * half of the external attributes. A library that packs texts gives all entries the same mode,
 * without a file type: such a mode means nothing. */
static bool has_mode(const char entry[ENTRY_BYTES])
{
	const mode_t mode = (mode_t)number_at(entry + 40, 2);

	if ((entry[5] != 3 && entry[5] != 19) || S_ISDIR(mode))
		return false;
	return (mode & S_IFMT) || (mode & (S_IXUSR | S_IXGRP | S_IXOTH));
}

bool zip_has_no_modes(int archive_fd)
{
	char entry[ENTRY_BYTES];
	struct directory directory;

	if (!find_directory(archive_fd, &directory))
		return false;
	for (uint64_t at = directory.offset, i = 0; i < directory.count; i++) {
		if (!read_at(archive_fd, entry, sizeof entry, at) ||
			memcmp(entry, "PK\1\2", 4) != 0 || has_mode(entry))
			return false;
		at += sizeof entry + number_at(entry + 28, 2) + number_at(entry + 30, 2) +
		      number_at(entry + 32, 2);
	}
	return true;
}

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

/* Source of the records: PKWARE's APPNOTE.TXT, sections 4.3.14 to 4.3.16. */
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

/* Reads the record of 64 bits, if there is one before the end record at `end`. */
static bool read_end64(int fd, uint64_t end, uint64_t *count)
{
	char locator[LOCATOR_BYTES], record[END64_BYTES];

	if (end < LOCATOR_BYTES || !read_at(fd, locator, LOCATOR_BYTES, end - LOCATOR_BYTES) ||
		memcmp(locator, "PK\6\7", 4) != 0 ||
		!read_at(fd, record, END64_BYTES, number_at(locator + 8, 8)) ||
		memcmp(record, "PK\6\6", 4) != 0)
		return false;
	*count = number_at(record + 32, 8);
	return true;
}

static bool find_count(int fd, uint64_t *count)
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
		*count = number_at(tail + at + 10, 2);
		return *count < UINT16_MAX || read_end64(fd, file_bytes - size + at, count);
	}
	return false;
}

uint64_t zip_count_listed(int archive_fd)
{
	uint64_t count = 0;

	return find_count(archive_fd, &count) ? count : 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Every number in the file is checked against a bound before it is used. The file is read in small
 * pieces, so that a false size allocates no memory.
 */
#include "object.h"

#include <limits.h>
#include <link.h>
#include <string.h>

#define MAX_SEGMENTS 256
#define MAX_DYNAMIC 4096 /* entries of the dynamic section */
#define MAX_NEEDED 512

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OWN_ORDER ELFDATA2LSB
#else
#define OWN_ORDER ELFDATA2MSB
#endif
#define OWN_CLASS (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32)

struct reading {
	int fd;
	ElfW(Phdr) segments[MAX_SEGMENTS];
	size_t segment_count;
	ElfW(Dyn) dynamic[MAX_DYNAMIC];
	size_t dynamic_count;
	uint64_t names_offset; /* of the string table in the file */
	uint64_t names_bytes;
};

static bool read_exactly(int fd, void *data, size_t size, uint64_t offset)
{
	for (size_t done = 0; done < size;) {
		if (offset > (uint64_t)INT64_MAX - size)
			return false;
		ssize_t count = pread(fd, (char *)data + done, size - done, (off_t)(offset + done));
		if (count <= 0)
			return false;
		done += (size_t)count;
	}
	return true;
}

static bool read_segments(struct reading *reading)
{
	ElfW(Ehdr) header;

	if (!read_exactly(reading->fd, &header, sizeof(header), 0) ||
		memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
		header.e_ident[EI_CLASS] != OWN_CLASS || header.e_ident[EI_DATA] != OWN_ORDER ||
		header.e_phentsize != sizeof(ElfW(Phdr)) || header.e_phnum > MAX_SEGMENTS)
		return false;
	reading->segment_count = header.e_phnum;
	return read_exactly(reading->fd, reading->segments,
		header.e_phnum * sizeof(*reading->segments), header.e_phoff);
}

static const ElfW(Phdr) * find_segment(const struct reading *reading, uint32_t type)
{
	for (size_t i = 0; i < reading->segment_count; i++)
		if (reading->segments[i].p_type == type)
			return &reading->segments[i];
	return NULL;
}

/* The offset in the file of an address of the loaded program; UINT64_MAX: none. */
static uint64_t offset_of(const struct reading *reading, uint64_t address)
{
	for (size_t i = 0; i < reading->segment_count; i++) {
		const ElfW(Phdr) *segment = &reading->segments[i];
		if (segment->p_type == PT_LOAD && address >= segment->p_vaddr &&
			address - segment->p_vaddr < segment->p_filesz &&
			segment->p_offset <= UINT64_MAX - segment->p_filesz)
			return segment->p_offset + (address - segment->p_vaddr);
	}
	return UINT64_MAX;
}

/* False if the file is not dynamic or damaged. */
static bool read_dynamic(struct reading *reading)
{
	const ElfW(Phdr) *segment = find_segment(reading, PT_DYNAMIC);
	uint64_t address = 0;

	if (!segment)
		return false;
	reading->dynamic_count = segment->p_filesz / sizeof(*reading->dynamic);
	if (reading->dynamic_count > MAX_DYNAMIC ||
		!read_exactly(reading->fd, reading->dynamic,
			reading->dynamic_count * sizeof(*reading->dynamic), segment->p_offset))
		return false;
	for (size_t i = 0; i < reading->dynamic_count; i++) {
		if (reading->dynamic[i].d_tag == DT_NULL)
			reading->dynamic_count = i;
		else if (reading->dynamic[i].d_tag == DT_STRTAB)
			address = reading->dynamic[i].d_un.d_ptr;
		else if (reading->dynamic[i].d_tag == DT_STRSZ)
			reading->names_bytes = reading->dynamic[i].d_un.d_val;
	}
	reading->names_offset = offset_of(reading, address);
	return reading->names_offset != UINT64_MAX;
}

/* A text of at most PATH_MAX bytes that ends before `max` bytes, on the heap; NULL if there is
 * none. */
static char *read_text(int fd, uint64_t offset, uint64_t max)
{
	char text[PATH_MAX];
	ssize_t count;

	if (offset > INT64_MAX)
		return NULL;
	count = pread(fd, text, max < sizeof(text) ? (size_t)max : sizeof(text), (off_t)offset);
	if (count <= 0 || text[0] == '\0' || !memchr(text, '\0', (size_t)count))
		return NULL;
	return strdup(text);
}

static char *read_name(const struct reading *reading, uint64_t at)
{
	if (at >= reading->names_bytes || at > UINT64_MAX - reading->names_offset)
		return NULL;
	return read_text(reading->fd, reading->names_offset + at, reading->names_bytes - at);
}

static char *read_loader(const struct reading *reading)
{
	const ElfW(Phdr) *segment = find_segment(reading, PT_INTERP);

	return segment ? read_text(reading->fd, segment->p_offset, segment->p_filesz) : NULL;
}

static int read_names(const struct reading *reading, struct as_elf *elf, struct as_error *error)
{
	size_t count = 0;

	elf->needed = calloc(MAX_NEEDED + 1, sizeof(*elf->needed));
	if (!elf->needed)
		return as_error_no_memory(error);
	for (size_t i = 0; i < reading->dynamic_count; i++) {
		const ElfW(Dyn) *entry = &reading->dynamic[i];
		if (entry->d_tag == DT_NEEDED && count < MAX_NEEDED) {
			elf->needed[count] = read_name(reading, entry->d_un.d_val);
			count += elf->needed[count] != NULL;
		} else if (entry->d_tag == DT_RUNPATH ||
			   (entry->d_tag == DT_RPATH && !elf->search)) {
			/* The loader ignores an RPATH if there is a RUNPATH. */
			free(elf->search);
			elf->search = read_name(reading, entry->d_un.d_val);
		}
	}
	return 0;
}

int as_elf_read(int fd, struct as_elf *elf, struct as_error *error)
{
	AS_AUTO_FREE struct reading *reading = calloc(1, sizeof(*reading));

	*elf = (struct as_elf){0};
	if (!reading)
		return as_error_no_memory(error);
	reading->fd = fd;
	if (!read_segments(reading))
		return 0;
	elf->loader = read_loader(reading);
	if (read_dynamic(reading) && read_names(reading, elf, error)) {
		as_elf_clear(elf);
		return -1;
	}
	return 1;
}

void as_elf_clear(struct as_elf *elf)
{
	free(as_steal(elf->loader));
	free(as_steal(elf->search));
	as_names_free(as_steal(elf->needed));
}

/* SPDX-License-Identifier: MIT */
/* object: the names that the loader will look for when it loads an ELF file. The file is read,
 * never run, and never trusted. */
#ifndef ASSAY_PROGRAM_OBJECT_H
#define ASSAY_PROGRAM_OBJECT_H

#include <assay/base.h>

struct as_elf {
	char *loader;  /* the program interpreter, or NULL */
	char *search;  /* RUNPATH, else RPATH, or NULL: folders, separated by ':' */
	char **needed; /* names of libraries, NULL-terminated; NULL: none */
};
#define AS_AUTO_ELF AS_AUTO(as_elf_clear)

/*
 * Reads an open file. 1: an ELF file of this machine's class and byte order, `elf` is filled. 0:
 * another file, a damaged one, or one beyond the bounds below; `elf` is empty. -1: no memory.
 */
int as_elf_read(int fd, struct as_elf *elf, struct as_error *error) AS_MUST_USE AS_NONNULL(2);
void as_elf_clear(struct as_elf *elf);

#endif

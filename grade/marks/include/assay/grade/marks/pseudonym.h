/* SPDX-License-Identifier: MIT */
/**
 * pseudonym: names that replace those of people in blind marking: in pages, files and documents.
 * Part of marks.h.
 *
 * A pseudonym is derived from the id and a secret of the class' folder, the file blind.key, which
 * only its owner can read. The same person always gets the same pseudonym in a folder, and another
 * one in another folder. Without the file the pseudonym does not reveal the id.
 */
#ifndef ASSAY_GRADE_MARKS_PSEUDONYM_H
#define ASSAY_GRADE_MARKS_PSEUDONYM_H

#include <assay/base.h>

/** The secret; set by as_pseudonyms_find or as_pseudonyms_invent. */
struct as_pseudonyms {
	unsigned char secret[32];
	bool is_new; /**< it is not stored */
};

/** Reads the secret from blind.key beneath `dir_fd`. 1: found; 0: there is no file. AS_ERROR_INPUT:
 * the file is not a secret; AS_ERROR_USAGE: it cannot be read, or others can read it. */
int as_pseudonyms_find(struct as_pseudonyms *pseudonyms, int dir_fd,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Sets a random secret that is not stored. */
void as_pseudonyms_invent(struct as_pseudonyms *pseudonyms) AS_NONNULL(1);
/** Makes blind.key if the secret is new. AS_ERROR_USAGE: it cannot be written. */
int as_pseudonyms_keep(struct as_pseudonyms *pseudonyms, int dir_fd,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** Large enough for every pseudonym. */
#define AS_PSEUDONYM_SIZE 16
/** Writes the pseudonym of an id, "person-k7fq2m9x": small letters, digits and '-', safe in file
 * names, HTML and CSV. Returns `text`. Two people of a class of 1,000 get the same one with a
 * probability of 1 in 2,000,000; as_pages_enter refuses the second. */
char *as_pseudonym(const struct as_pseudonyms *pseudonyms, const char *id,
	char text[AS_PSEUDONYM_SIZE]) AS_NONNULL(1, 2, 3);

#endif

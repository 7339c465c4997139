/* SPDX-License-Identifier: MIT */
/* gradescope: the metadata of a Gradescope export, submission_metadata.yml. */
#ifndef ASSAY_GRADE_GRADESCOPE_H
#define ASSAY_GRADE_GRADESCOPE_H

#include "draft.h"

#define GRADESCOPE_METADATA "submission_metadata.yml"

struct metadata {
	struct as_document document;
	bool exists;
};

/* Reads the metadata at the top of the class, if it exists. */
int metadata_read(struct metadata *metadata, struct work *work) AS_MUST_USE;
void metadata_clear(struct metadata *metadata);
/* Adds the claims and the time of a draft, whose key is the name of its folder. 1: done; 0: the
 * metadata does not contain the folder. */
int metadata_claim(
	const struct metadata *metadata, struct work *work, struct draft *draft) AS_MUST_USE;
/* Completes claims that have an id or an address by the other claims: a student whose SID was
 * entered later has submissions without it. Call this function before the owners are searched. */
int metadata_link(struct work *work) AS_MUST_USE;
/* Doubts each person with several submissions that contain the name but no id or email address,
 * because a name does not identify a person. Call this function when the owners are known. */
int metadata_doubt_names(struct work *work) AS_MUST_USE;

#endif

/* SPDX-License-Identifier: MIT */
/* Private header: clarifications of contest.yaml, and lists of texts (desk.c). */
#ifndef CONTEST_FOLDER_DESK_H
#define CONTEST_FOLDER_DESK_H

#include "reading.h"

folder_reader folder_clarifications; /* struct as_contest_desk */
/* A list of texts, which `read` reads one by one. */
int folder_texts(struct folder *folder, const struct as_node *node, folder_reader *read,
	char ***list, struct as_error *error) AS_MUST_USE;

#endif

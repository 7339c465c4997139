/* SPDX-License-Identifier: MIT */
/* How the changes of each kind are made. */
#ifndef ASSAY_SHRINK_CHANGE_KIND_H
#define ASSAY_SHRINK_CHANGE_KIND_H

#include "model.h"

enum as_change_of { AS_CHANGE_OF_TEXT, AS_CHANGE_OF_LINE, AS_CHANGE_OF_TOKEN, AS_CHANGE_OF_BYTE };

struct as_change_place {
	const struct as_model *model;
	size_t index; /* of the line or token, or the offset of the byte */
};

struct as_change_method {
	const char *name, *text;
	enum as_change_of of;
	bool (*fits)(const struct as_change_place *place); /* NULL: all */
	/* One of them is set: the first for lines and tokens. It fills in `word` (clear it) if the
	 * token has a new text. */
	void (*edit)(
		const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word);
	void (*write)(const struct as_change_place *place, FILE *file);
};
extern const struct as_change_method as_change_methods[AS_CHANGE_KIND_COUNT];

#endif

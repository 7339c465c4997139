/* SPDX-License-Identifier: MIT */
/* Collections whose objects are numbered. */
#ifndef ASSAY_CONTEST_API_COLLECTIONS_H
#define ASSAY_CONTEST_API_COLLECTIONS_H

#include "view.h"

#define AS_API_IDS_MAX 3
/* Objects that the reader may not see are skipped. */
struct as_api_collection {
	const char *name;
	size_t (*count)(const struct as_api_view *view);
	bool (*sees)(const struct as_api_view *view, size_t i);
	json_t *(*make)(const struct as_api_view *view, size_t i);
	/* The object with an id: an index, or AS_CONTEST_NONE. NULL: search all objects. */
	size_t (*find)(const struct as_api_view *view, const char *id);
	/* Properties of type ID, which can be used as filters; ended by NULL. */
	const char *ids[AS_API_IDS_MAX + 1];
};
/* The collection with a name, or NULL. */
const struct as_api_collection *as_api_collection(const char *name);

#endif

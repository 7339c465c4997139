/* SPDX-License-Identifier: MIT */
/* Collections whose objects are numbered. */
#ifndef ASSAY_CONTEST_API_COLLECTIONS_H
#define ASSAY_CONTEST_API_COLLECTIONS_H

#include "view.h"

#define AS_API_IDS_MAX 3
/* Objects that the reader does not see are skipped. */
struct as_api_collection {
	const char *name;
	size_t (*count)(const struct as_api_view *view);
	bool (*sees)(const struct as_api_view *view, size_t i);
	json_t *(*make)(const struct as_api_view *view, size_t i);
	/* The object with an id: an index, or AS_CONTEST_NONE. NULL: look at all objects. */
	size_t (*find)(const struct as_api_view *view, const char *id);
	/* The properties of type ID, which can be filtered by; NULL ends them. */
	const char *ids[AS_API_IDS_MAX + 1];
};
/* NULL: there is none with the name. */
const struct as_api_collection *as_api_collection(const char *name);

#endif

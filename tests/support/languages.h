/* SPDX-License-Identifier: MIT */
/* The languages of this machine, as reported by the command. */
#ifndef ASSAY_TESTS_LANGUAGES_H
#define ASSAY_TESTS_LANGUAGES_H

#include "command.h"

static inline bool language_is_installed(const char *id)
{
	AUTO_OUTCOME outcome = ASSAY("languages", "--json");
	AS_AUTO_JSON json_t *document = json_loads(outcome.out.data, 0, NULL);
	size_t index;
	json_t *language;
	json_array_foreach(json_object_get(document, "languages"), index, language)
	{
		if (strcmp(json_string_value(json_object_get(language, "id")), id) == 0)
			return json_is_true(json_object_get(language, "available"));
	}
	cr_assert(false, "the table has no %s", id);
	return false;
}

#endif

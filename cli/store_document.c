/* SPDX-License-Identifier: MIT */
/* assay store --json: one document for each action (docs/store.schema.json). */
#include "store.h"

#include <string.h>

json_t *store_json_text(const char *text)
{
	char shown[4 * PATH_MAX];

	return text ? json_string(as_text_printable(text, strlen(text), shown, sizeof(shown)))
		    : json_null();
}

int store_print_document(
	const struct store_options *options, json_t *members, struct as_error *error)
{
	AS_AUTO_JSON json_t *more = members;
	AS_AUTO_JSON json_t *document = json_pack("{s:s, s:{s:s}, s:s}", "schema", CLI_STORE_SCHEMA,
		"assay", "version", ASSAY_VERSION, "action", options->action->name);

	if (!more || !document || json_object_update(document, more))
		return as_error_no_memory(error);
	cli_print_json(document, JSON_INDENT(2));
	return 0;
}

/* SPDX-License-Identifier: MIT */
/* A form of any bytes: its first line is the type, the rest the body. Fields are inside the
 * body. */
#include "multipart.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct http_form *form, const char *body, size_t size)
{
	for (size_t i = 0; i < form->count; i++) {
		const struct as_http_field *field = &form->fields[i];
		if (field->data < body || field->data + field->size >= body + size ||
			field->data[field->size])
			abort();
		if (!field->name || !as_text_is_utf8(field->name, strlen(field->name)) ||
			(field->file && !as_text_is_utf8(field->file, strlen(field->file))))
			abort();
		if (!field->file && strlen(field->data) != field->size)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *line = memchr(data, '\n', size);
	const size_t type_size = line ? (size_t)(line - data) : size;
	AS_AUTO_FREE char *type = strndup((const char *)data, type_size);
	const size_t body_size = line ? size - type_size - 1 : 0;
	AS_AUTO_FREE char *body = malloc(body_size + 1);
	struct as_error error = {0};
	struct http_form form;

	if (!type || !body)
		abort();
	memcpy(body, data + size - body_size, body_size);
	body[body_size] = '\0';
	if (http_multipart_parse(&form, type, body, body_size, &error) == 0) {
		check(&form, body, body_size);
		http_form_clear(&form);
	} else if (error.kind != AS_ERROR_INPUT || form.fields) {
		abort();
	}
	return 0;
}

/* SPDX-License-Identifier: MIT */
/* An explanation as JSON, for the verdict document and the cache. */
#include "explain_private.h"

#include <string.h>

void as_explanation_clear(struct as_explanation *explanation)
{
	as_bytes_clear(&explanation->input);
	as_bytes_clear(&explanation->answer);
	as_bytes_clear(&explanation->output);
	free(explanation->reason);
	free(explanation->feedback);
	free(explanation->solved);
	free(explanation->replayed);
	*explanation = (struct as_explanation){0};
}

/* JSON null if the text is absent or not UTF-8. */
static json_t *text_of(const char *text, size_t size)
{
	if (!text || memchr(text, '\0', size) || !as_text_is_utf8(text, size))
		return json_null();
	return json_stringn(text, size);
}

static json_t *string_of(const char *text)
{
	return text_of(text, text ? strlen(text) : 0);
}

json_t *as_explanation_json(const struct as_explanation *explanation)
{
	const struct as_bytes *input = &explanation->input;

	if (!explanation->is_found)
		return NULL;
	json_t *text = text_of(input->data, input->size);
	if (!text || json_is_null(text)) {
		json_decref(text);
		return NULL;
	}
	return json_pack("{s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o}", "input", text, "expected",
		text_of(explanation->answer.data, explanation->answer.size), "actual",
		text_of(explanation->output.data, explanation->output.size), "verdict",
		as_verdict_name(explanation->verdict), "reason", string_of(explanation->reason),
		"feedback", string_of(explanation->feedback), "solved",
		string_of(explanation->solved), "replayed", string_of(explanation->replayed));
}

static int read_bytes(const json_t *document, const char *key, struct as_bytes *bytes)
{
	const json_t *text = json_object_get(document, key);

	if (!json_is_string(text))
		return 0;
	bytes->size = json_string_length(text);
	bytes->data = malloc(bytes->size + 1);
	if (!bytes->data)
		return -1;
	memcpy(bytes->data, json_string_value(text), bytes->size + 1);
	return 0;
}

static int read_text(const json_t *document, const char *key, char **text)
{
	struct as_bytes bytes = {0};

	if (read_bytes(document, key, &bytes))
		return -1;
	*text = bytes.data;
	return 0;
}

int as_explanation_read(const json_t *document, struct as_explanation *explanation)
{
	const char *verdict = json_string_value(json_object_get(document, "verdict"));

	*explanation = (struct as_explanation){.is_found = true};
	if (read_bytes(document, "input", &explanation->input) || !explanation->input.data ||
		read_bytes(document, "expected", &explanation->answer) ||
		read_bytes(document, "actual", &explanation->output) ||
		read_text(document, "reason", &explanation->reason) ||
		read_text(document, "feedback", &explanation->feedback) ||
		read_text(document, "solved", &explanation->solved) ||
		read_text(document, "replayed", &explanation->replayed) || !verdict ||
		as_verdict_parse(verdict, &explanation->verdict)) {
		as_explanation_clear(explanation);
		return -1;
	}
	return 0;
}

/* SPDX-License-Identifier: MIT */
#include "transfer.h"

#include <string.h>

#define COLUMN(name, kind, may_be_missing)                                                         \
	{                                                                                          \
		name, AS_COLUMN_##kind, may_be_missing                                             \
	}
#define NUMBER(name) COLUMN(name, NUMBER, false)
#define TEXT(name) COLUMN(name, TEXT, false)
#define BYTES(name) COLUMN(name, BYTES, false)
#define NEW_NUMBER(name) COLUMN(name, NUMBER, true)
#define NEW_TEXT(name) COLUMN(name, TEXT, true)
#define NEW_BYTES(name) COLUMN(name, BYTES, true)
#define END COLUMN(NULL, NUMBER, false)
#define COLUMNS(...) ((const struct as_column[]){__VA_ARGS__, END})

const struct as_table as_tables[AS_TABLE_COUNT] = {
	[AS_TABLE_SPACE] = {"space", COLUMNS(NUMBER("id"), TEXT("name"))},
	[AS_TABLE_SETTING] = {"setting", COLUMNS(NUMBER("space"), TEXT("name"), TEXT("value"))},
	[AS_TABLE_PACKAGE] = {"package",
		COLUMNS(TEXT("digest"), TEXT("name"), TEXT("blob"), TEXT("fault"), NUMBER("faults"),
			TEXT("held"), NUMBER("held_at"))},
	[AS_TABLE_SESSION] = {"session", COLUMNS(NUMBER("id"), TEXT("name"), NUMBER("opened"))},
	[AS_TABLE_SUBMISSION] = {"submission",
		COLUMNS(NUMBER("id"), NUMBER("space"), TEXT("owner"), TEXT("path"),
			TEXT("language"), TEXT("entry_point"), TEXT("files"), NUMBER("received"))},
	[AS_TABLE_JOB] = {"job",
		COLUMNS(NUMBER("id"), NUMBER("space"), TEXT("key"), TEXT("package"),
			NUMBER("submission"), BYTES("options"), NUMBER("class"), NUMBER("priority"),
			TEXT("owner"), TEXT("lane"), NUMBER("tag"), NUMBER("state"),
			NUMBER("attempt"), NUMBER("deaths"), NUMBER("cause_kind"),
			NUMBER("cause_errno"), TEXT("cause"), NEW_NUMBER("claimed"))},
	[AS_TABLE_RESULT] = {"result",
		COLUMNS(NUMBER("id"), NUMBER("job"), NUMBER("attempt"), NUMBER("session"),
			NUMBER("verdict"), TEXT("bytes"), NUMBER("recorded"), NEW_NUMBER("score"),
			NEW_TEXT("group_scores"), NEW_TEXT("runs"))},
	[AS_TABLE_VALID] = {"valid", COLUMNS(NUMBER("job"), NUMBER("result"))},
	[AS_TABLE_SHARE] = {"share", COLUMNS(NUMBER("class"), TEXT("owner"), NUMBER("next"))},
	[AS_TABLE_CLOCK] = {"clock", COLUMNS(NUMBER("class"), NUMBER("tag"))},
	[AS_TABLE_EVENT] = {"event",
		COLUMNS(NUMBER("number"), NUMBER("space"), NUMBER("job"), NUMBER("kind"),
			NUMBER("time"), NEW_BYTES("body"), NEW_TEXT("blob"))},
};

/* ---- values ---- */

json_t *as_transfer_bytes(const void *data, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *bytes = data;
	AS_AUTO_FREE char *hex = malloc(2 * size + 1);

	if (!hex)
		return NULL;
	for (size_t i = 0; i < size; i++) {
		hex[2 * i] = digits[bytes[i] >> 4];
		hex[2 * i + 1] = digits[bytes[i] & 15];
	}
	hex[2 * size] = '\0';
	return json_pack("{s:s}", "hex", hex);
}

json_t *as_transfer_text(const char *text)
{
	const size_t size = strlen(text);

	return as_text_is_utf8(text, size) ? json_stringn(text, size)
					   : as_transfer_bytes(text, size);
}

static int digit_of(char letter)
{
	return letter >= '0' && letter <= '9'   ? letter - '0'
	       : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
						: -1;
}

static int read_hex(const char *hex, size_t length, struct as_bytes *bytes)
{
	if (length % 2)
		return -1;
	bytes->data = malloc(length / 2 + 1);
	if (!bytes->data)
		return -1;
	for (; bytes->size < length / 2; bytes->size++) {
		const int high = digit_of(hex[2 * bytes->size]);
		const int low = digit_of(hex[2 * bytes->size + 1]);
		if (high < 0 || low < 0)
			return -1;
		bytes->data[bytes->size] = (char)(high << 4 | low);
	}
	bytes->data[bytes->size] = '\0';
	return 0;
}

int as_transfer_read(const json_t *value, struct as_bytes *bytes)
{
	const json_t *hex = json_object_get(value, "hex");

	*bytes = (struct as_bytes){0};
	if (json_is_string(value)) {
		bytes->data = strdup(json_string_value(value));
		bytes->size = bytes->data ? strlen(bytes->data) : 0;
		return bytes->data ? 0 : -1;
	}
	if (!json_is_string(hex))
		return -1;
	if (read_hex(json_string_value(hex), json_string_length(hex), bytes) == 0)
		return 0;
	as_bytes_clear(bytes);
	return -1;
}

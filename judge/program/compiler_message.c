/* SPDX-License-Identifier: MIT */
/* The message of a compiler, as people read it. */
#include "workshop.h"

#include <string.h>

#define MESSAGE_BYTES 16384

/* The message as valid UTF-8 of limited size, with the sandbox's folder removed from file names. */
static char *clean(const char *data, size_t size, struct as_error *error)
{
	static const char folder[] = "/program/";
	char *text = malloc(4 * MESSAGE_BYTES + 8);
	size_t out = 0;

	if (!text) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < size && out < MESSAGE_BYTES;) {
		if (size - i >= sizeof(folder) - 1 &&
			memcmp(data + i, folder, sizeof(folder) - 1) == 0) {
			i += sizeof(folder) - 1;
			continue;
		}
		size_t length = 1;
		while (length < 4 && i + length < size &&
			((unsigned char)data[i + length] & 0xc0) == 0x80)
			length++;
		bool plain = (unsigned char)data[i] >= 0x20 || data[i] == '\n' || data[i] == '\t';
		if (plain && as_text_is_utf8(data + i, length)) {
			memcpy(text + out, data + i, length);
			out += length;
			i += length;
		} else {
			out += (size_t)snprintf(text + out, 5, "\\x%02X", (unsigned char)data[i]);
			i++;
		}
	}
	text[out] = '\0';
	return text;
}

/* Such lines are about the sandbox, not about the source. */
static void drop_noise(const char *const *noise, char *text)
{
	char *to = text;

	for (const char *at = text; *at;) {
		const size_t length = strcspn(at, "\n"), all = length + (at[length] == '\n');
		bool is_noise = false;
		for (const char *const *one = noise; *one; one++)
			is_noise |= strncmp(at, *one, strlen(*one)) == 0;
		if (!is_noise) {
			memmove(to, at, all);
			to += all;
		}
		at += all;
	}
	*to = '\0';
}

char *as_compiler_message(
	const struct as_language *language, const struct as_bytes *message, struct as_error *error)
{
	char *text = clean(message->data, message->size, error);

	if (text)
		drop_noise(language->messages.compile_noise, text);
	return text;
}

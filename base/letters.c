/* SPDX-License-Identifier: MIT */
#include <assay/base/letters.h>

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

size_t as_letter_size(const char *text, bool is_first)
{
	utf8proc_int32_t code;
	const utf8proc_ssize_t size = utf8proc_iterate(
		(const utf8proc_uint8_t *)text, (utf8proc_ssize_t)strnlen(text, 4), &code);

	/* Fillers, joiners and variation selectors are letters or marks that nobody sees. */
	if (size <= 0 || utf8proc_get_property(code)->ignorable)
		return 0;
	const utf8proc_category_t category = utf8proc_category(code);
	const bool is_mark = category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
	const bool is_letter =
		category == UTF8PROC_CATEGORY_ND ||
		(category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO);
	return is_letter || (is_mark && !is_first) ? (size_t)size : 0;
}

void as_letters_compose(char *text)
{
	utf8proc_uint8_t *composed = utf8proc_NFC((const utf8proc_uint8_t *)text);
	const size_t size = composed ? strlen((const char *)composed) + 1 : 0;

	if (size && size <= strlen(text) + 1)
		memcpy(text, composed, size);
	free(composed);
}

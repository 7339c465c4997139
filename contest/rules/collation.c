/* SPDX-License-Identifier: MIT */
#include <assay/contest/rules.h>

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

struct as_collation {
	UCollator *collator;
	USpoofChecker *spoof; /* of as_collation_open_alike */
};

#define REPLACEMENT 0xFFFD

struct as_collation *as_collation_open(struct as_error *error)
{
	UErrorCode status = U_ZERO_ERROR;
	struct as_collation *collation = calloc(1, sizeof(*collation));

	if (!collation) {
		as_error_no_memory(error);
		return NULL;
	}
	collation->collator = ucol_open("en_US", &status);
	/* Team 2 comes before Team 10. */
	ucol_setAttribute(collation->collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &status);
	if (U_SUCCESS(status))
		return collation;
	if (status == U_MEMORY_ALLOCATION_ERROR)
		as_error_no_memory(error);
	else
		as_error_set(error, AS_ERROR_MACHINE,
			"names cannot be ordered: ICU says %s; install its data again",
			u_errorName(status));
	as_collation_close(collation);
	return NULL;
}

struct as_collation *as_collation_open_loose(struct as_error *error)
{
	struct as_collation *collation = as_collation_open(error);
	UErrorCode status = U_ZERO_ERROR;

	if (!collation)
		return NULL;
	ucol_setStrength(collation->collator, UCOL_PRIMARY);
	ucol_setAttribute(collation->collator, UCOL_NUMERIC_COLLATION, UCOL_OFF, &status);
	ucol_setAttribute(collation->collator, UCOL_ALTERNATE_HANDLING, UCOL_SHIFTED, &status);
	return collation;
}

struct as_collation *as_collation_open_alike(struct as_error *error)
{
	struct as_collation *collation = as_collation_open(error);
	UErrorCode status = U_ZERO_ERROR;

	if (!collation)
		return NULL;
	ucol_setStrength(collation->collator, UCOL_SECONDARY);
	/* "Team 1" and "Team 01" look different. */
	ucol_setAttribute(collation->collator, UCOL_NUMERIC_COLLATION, UCOL_OFF, &status);
	ucol_setAttribute(collation->collator, UCOL_ALTERNATE_HANDLING, UCOL_SHIFTED, &status);
	collation->spoof = uspoof_open(&status);
	if (U_SUCCESS(status))
		return collation;
	as_error_set(error, AS_ERROR_MACHINE, "names cannot be compared: ICU says %s",
		u_errorName(status));
	as_collation_close(collation);
	return NULL;
}

void as_collation_close(struct as_collation *collation)
{
	if (!collation)
		return;
	uspoof_close(collation->spoof);
	ucol_close(collation->collator);
	free(collation);
}

/* On the heap. UTF-16 needs at most one unit per byte of UTF-8. */
static UChar *to_utf16(const char *name, int32_t *length, struct as_error *error)
{
	UErrorCode status = U_ZERO_ERROR;
	const size_t size = strlen(name);

	if (size >= INT32_MAX / 8) {
		as_error_set(error, AS_ERROR_INPUT, "a name of %zu bytes is too long", size);
		return NULL;
	}
	UChar *text = calloc(size + 1, sizeof(*text));
	if (!text) {
		as_error_no_memory(error);
		return NULL;
	}
	u_strFromUTF8WithSub(
		text, (int32_t)size + 1, length, name, (int32_t)size, REPLACEMENT, NULL, &status);
	if (U_SUCCESS(status))
		return text;
	as_error_set(error, AS_ERROR_INTERNAL, "cannot order names: %s", u_errorName(status));
	free(text);
	return NULL;
}

int as_collation_key(struct as_collation *collation, const char *name, struct as_bytes *key,
	struct as_error *error)
{
	int32_t length = 0;
	AS_AUTO_FREE UChar *text = to_utf16(name, &length, error);

	*key = (struct as_bytes){0};
	if (!text)
		return -1;
	const int32_t size = ucol_getSortKey(collation->collator, text, length, NULL, 0);
	/* Keeps the final NUL, which is the only 0 byte of a key. */
	uint8_t *bytes = size > 0 ? malloc((size_t)size) : NULL;
	if (!bytes)
		return as_error_no_memory(error);
	ucol_getSortKey(collation->collator, text, length, bytes, size);
	*key = (struct as_bytes){.data = (char *)bytes, .size = (size_t)size - 1};
	return 0;
}

/* ---- names that look alike ---- */

/* The text with its case folded, on the heap; NULL: out of memory. */
static UChar *fold_case(const UChar *text, int32_t length, int32_t *folded_length)
{
	const int32_t size = 3 * length + 1; /* the longest folding of a unit */
	UErrorCode status = U_ZERO_ERROR;
	UChar *folded = calloc((size_t)size, sizeof(*folded));

	if (folded)
		*folded_length =
			u_strFoldCase(folded, size, text, length, U_FOLD_CASE_DEFAULT, &status);
	if (U_SUCCESS(status))
		return folded;
	free(folded);
	return NULL;
}

/* The skeleton of UTS #39, on the heap: equal for texts that look alike. NULL: out of memory. */
static UChar *skeleton_of(
	const struct as_collation *collation, const UChar *text, int32_t length, int32_t *size)
{
	UErrorCode status = U_ZERO_ERROR;

	*size = uspoof_getSkeleton(collation->spoof, 0, text, length, NULL, 0, &status);
	if (status != U_BUFFER_OVERFLOW_ERROR && U_FAILURE(status))
		return NULL;
	status = U_ZERO_ERROR;
	UChar *skeleton = calloc((size_t)*size + 1, sizeof(*skeleton));
	if (skeleton)
		uspoof_getSkeleton(collation->spoof, 0, text, length, skeleton, *size + 1, &status);
	if (U_SUCCESS(status))
		return skeleton;
	free(skeleton);
	return NULL;
}

/* A sort key on the heap, after a character for its kind; NULL: out of memory. Keys contain no 0
 * byte, and are equal if and only if the texts are equal. */
static char *look_of(
	const struct as_collation *collation, char kind, const UChar *text, int32_t length)
{
	const int32_t size = ucol_getSortKey(collation->collator, text, length, NULL, 0);
	char *look = size > 0 ? malloc((size_t)size + 1) : NULL;

	if (!look)
		return NULL;
	look[0] = kind;
	ucol_getSortKey(collation->collator, text, length, (uint8_t *)look + 1, size);
	return look;
}

static char *look_of_skeleton(
	const struct as_collation *collation, char kind, const UChar *text, int32_t length)
{
	int32_t size = 0;
	AS_AUTO_FREE UChar *skeleton = text ? skeleton_of(collation, text, length, &size) : NULL;

	return skeleton ? look_of(collation, kind, skeleton, size) : NULL;
}

/* Characters without a shape: fillers, joiners, and the blank of Braille. */
static bool is_invisible(UChar32 character)
{
	return character == 0x2800 ||
	       u_hasBinaryProperty(character, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

static void drop_invisible(UChar *text, int32_t *length)
{
	int32_t kept = 0;

	for (int32_t at = 0; at < *length;) {
		const int32_t begin = at;
		UChar32 character;
		U16_NEXT(text, at, *length, character);
		if (is_invisible(character))
			continue;
		memmove(text + kept, text + begin, (size_t)(at - begin) * sizeof(*text));
		kept += at - begin;
	}
	*length = kept;
	text[kept] = 0;
}

static bool has_letters(const struct as_collation *collation, const UChar *text, int32_t length)
{
	return ucol_strcoll(collation->collator, text, length, text, 0) != UCOL_EQUAL;
}

/* Skeletons are made of the name as it is written, and with its case folded: H and its small letter
 * look like letters of different scripts. */
int as_collation_looks(struct as_collation *collation, const char *name,
	char *looks[AS_COLLATION_LOOKS], struct as_error *error)
{
	int32_t length = 0, folded_length = 0;
	AS_AUTO_FREE UChar *text = to_utf16(name, &length, error);

	memset(looks, 0, AS_COLLATION_LOOKS * sizeof(*looks));
	if (!text)
		return -1;
	drop_invisible(text, &length);
	if (!has_letters(collation, text, length))
		return 0;
	AS_AUTO_FREE UChar *folded = fold_case(text, length, &folded_length);
	looks[0] = look_of(collation, 'n', text, length);
	looks[1] = look_of_skeleton(collation, 's', text, length);
	looks[2] = look_of_skeleton(collation, 'f', folded, folded_length);
	if (looks[0] && looks[1] && looks[2])
		return 0;
	for (size_t i = 0; i < AS_COLLATION_LOOKS; i++) {
		free(looks[i]);
		looks[i] = NULL;
	}
	return as_error_no_memory(error);
}

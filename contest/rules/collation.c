/* SPDX-License-Identifier: MIT */
#include <assay/contest/rules.h>

#include <string.h>
#include <unicode/ucol.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

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

struct as_collation *as_collation_open_alike(struct as_error *error)
{
	struct as_collation *collation = as_collation_open(error);
	UErrorCode status = U_ZERO_ERROR;

	if (!collation)
		return NULL;
	ucol_setStrength(collation->collator, UCOL_SECONDARY);
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

/* The skeletons of a name as it is written, and with its case folded: H and its small letter look
 * like letters of different scripts. */
struct looks {
	UChar *as_is, *folded;
	int32_t as_is_length, folded_length;
};

static void clear_looks(struct looks *looks)
{
	free(looks->as_is);
	free(looks->folded);
}

static bool find_looks(const struct as_collation *collation, const char *name, struct looks *looks)
{
	int32_t length = 0, folded_length = 0;
	AS_AUTO_FREE UChar *text = to_utf16(name, &length, NULL);
	AS_AUTO_FREE UChar *folded = text ? fold_case(text, length, &folded_length) : NULL;

	if (!folded)
		return false;
	looks->as_is = skeleton_of(collation, text, length, &looks->as_is_length);
	looks->folded = skeleton_of(collation, folded, folded_length, &looks->folded_length);
	return looks->as_is && looks->folded;
}

/* If the skeleton of a name cannot be computed, the name is refused. */
static bool looks_alike(const struct as_collation *collation, const char *a, const char *b)
{
	AS_AUTO(clear_looks) struct looks one = {0};
	AS_AUTO(clear_looks) struct looks other = {0};

	if (!find_looks(collation, a, &one) || !find_looks(collation, b, &other))
		return true;
	return ucol_strcoll(collation->collator, one.as_is, one.as_is_length, other.as_is,
		       other.as_is_length) == UCOL_EQUAL ||
	       ucol_strcoll(collation->collator, one.folded, one.folded_length, other.folded,
		       other.folded_length) == UCOL_EQUAL;
}

bool as_collation_is_alike(const struct as_collation *collation, const char *a, const char *b)
{
	UErrorCode status = U_ZERO_ERROR;

	return ucol_strcollUTF8(collation->collator, a, -1, b, -1, &status) == UCOL_EQUAL ||
	       (*a && *b && looks_alike(collation, a, b));
}

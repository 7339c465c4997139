/* SPDX-License-Identifier: MIT */
/* Codes of countries (ISO 3166-1 alpha-3), from codes and English names that people write. */
#include "roster.h"

#include <string.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>

#define NAME_UNITS 128
#define NAME_SIZE (3 * NAME_UNITS)

/* Names that people write but ICU does not know. */
static const char *const others[][2] = {
	{"UK", "GBR"},
	{"England", "GBR"},
	{"Great Britain", "GBR"},
	{"United States of America", "USA"},
	{"US", "USA"},
	{"Korea", "KOR"},
	{"Republic of Korea", "KOR"},
	{"Russian Federation", "RUS"},
	{"Czech Republic", "CZE"},
	{"Holland", "NLD"},
	{"The Netherlands", "NLD"},
	{"Turkey", "TUR"},
	{"Viet Nam", "VNM"},
	{"Myanmar", "MMR"},
	{"Hong Kong", "HKG"},
	{"Macau", "MAC"},
	{"Palestine", "PSE"},
	{"Islamic Republic of Iran", "IRN"},
	{"Macedonia", "MKD"},
	{"Ivory Coast", "CIV"},
};

static const char *code3_of(const char *code2)
{
	char locale[16];

	snprintf(locale, sizeof(locale), "und_%s", code2);
	return uloc_getISO3Country(locale);
}

static bool has_name(struct as_collation *collation, const char *code2, const char *wanted)
{
	UChar units[NAME_UNITS];
	char name[NAME_SIZE], locale[16];
	UErrorCode status = U_ZERO_ERROR;

	snprintf(locale, sizeof(locale), "und_%s", code2);
	uloc_getDisplayCountry(locale, "en", units, NAME_UNITS, &status);
	u_strToUTF8(name, NAME_SIZE, NULL, units, -1, &status);
	AS_AUTO_FREE char *fold = U_SUCCESS(status) ? roster_fold(collation, name, NULL) : NULL;
	return fold && strcmp(fold, wanted) == 0;
}

static const char *find_country(struct as_collation *collation, const char *text)
{
	AS_AUTO_FREE char *wanted = roster_fold(collation, text, NULL);

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (strcasecmp(others[i][0], text) == 0)
			return others[i][1];
	for (const char *const *code2 = uloc_getISOCountries(); wanted && *code2; code2++)
		if (strcasecmp(*code2, text) == 0 || strcasecmp(code3_of(*code2), text) == 0 ||
			has_name(collation, *code2, wanted))
			return code3_of(*code2);
	return "";
}

const char *roster_country(struct roster *roster, const char *text)
{
	const json_t *known = json_object_get(roster->countries, text);

	if (!known) {
		json_object_set_new_nocheck(roster->countries, text,
			json_string(find_country(roster->collation, text)));
		known = json_object_get(roster->countries, text);
	}
	return json_string_value(known);
}

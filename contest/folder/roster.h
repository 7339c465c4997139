/* SPDX-License-Identifier: MIT */
/* roster: teams with universities, accounts and pictures from a table, as spreadsheets write it. */
#ifndef ASSAY_CONTEST_FOLDER_ROSTER_H
#define ASSAY_CONTEST_FOLDER_ROSTER_H

#include "changing.h"
#include "reading.h"

#include <assay/contest/folder/roster.h>
#include <assay/contest/folder/stage.h>
#include <assay/csv.h>

enum roster_column {
	ROSTER_TEAM,
	ROSTER_LABEL,
	ROSTER_ICPC_ID,
	ROSTER_ORGANIZATION,
	ROSTER_SHORT,
	ROSTER_COUNTRY,
	ROSTER_GROUP,
	ROSTER_PLACE,
	ROSTER_USERNAME,
	ROSTER_PASSWORD,
	ROSTER_MEMBERS,
	ROSTER_COACH,
	ROSTER_COLUMN_COUNT
};

struct roster_row {
	unsigned line;
	char *cells[ROSTER_COLUMN_COUNT]; /* without blanks around them; "": empty */
	json_t *members;                  /* names of people */
};
struct roster_table {
	const char *file;
	struct as_csv csv;
	size_t places[ROSTER_COLUMN_COUNT]; /* SIZE_MAX: there is no such column */
	struct roster_row *rows;
	size_t count;
};

/* The whole import. */
struct roster {
	const struct as_contest_roster_config *config;
	struct as_contest_roster_done *done;
	struct as_findings *notes;
	struct as_collation *collation; /* ignores case, accents, blanks and punctuation */
	struct roster_table table;
	struct folder_own lists[FOLDER_PART_COUNT];
	json_t *lines[FOLDER_PART_COUNT]; /* of added items, in the table */
	/* Maps from "KIND TEXT" to an index; -1: several items have this name. */
	json_t *index;
	json_t *numbers;   /* the last number used with a base of ids, by "KIND BASE" */
	json_t *seen;      /* ids of the teams of the table */
	size_t number;     /* of the last team without a label: team1, team2 ... */
	json_t *countries; /* codes, by the texts of the table */
};

/* roster_table.c: reads the table. Mistakes of cells are error findings. */
int roster_table_read(struct roster *roster, struct as_error *error) AS_MUST_USE;
void roster_table_clear(struct roster_table *table);
/* Adds a finding about a cell. */
int roster_note(struct roster *roster, enum as_finding_level level, const struct roster_row *row,
	enum roster_column column, struct as_error *error, const char *format, ...)
	AS_PRINTF(6, 7) AS_MUST_USE;

/* roster_merge.c: merges the rows into the lists. */
int roster_merge(struct roster *roster, struct as_error *error) AS_MUST_USE;

/* roster_index.c: names of items. */
/* A key that is equal for texts that differ in case, accents, blanks and punctuation only; on the
 * heap. A text without letters and digits is its own key. */
char *roster_fold(struct as_collation *collation, const char *text, struct as_error *error);
/* Adds the items that the folder has. */
int roster_index_all(struct roster *roster, struct as_error *error) AS_MUST_USE;
/* Adds the names of one item. */
int roster_index_item(struct roster *roster, enum folder_part part, size_t at,
	struct as_error *error) AS_MUST_USE;
/* Adds the name of a team among those of its organization. */
int roster_index_team(struct roster *roster, size_t at, struct as_error *error) AS_MUST_USE;
/* Adds a name of an item; a text that is NULL or "" is skipped. With `is_exact`, the text itself is
 * the key. */
int roster_index_add(struct roster *roster, const char *kind, const char *text, bool is_exact,
	size_t item, struct as_error *error) AS_MUST_USE;
/* The index of the item, AS_CONTEST_NONE, or ROSTER_SEVERAL. */
#define ROSTER_SEVERAL (SIZE_MAX - 1)
size_t roster_index_find(
	const struct roster *roster, const char *kind, const char *text, bool is_exact);

/* An item of a list. */
json_t *roster_item(const struct roster *roster, enum folder_part part, size_t at);
/* Sets a key of an item. Takes the value. */
int roster_set(struct roster *roster, enum folder_part part, size_t at, const char *key,
	json_t *value, struct as_error *error) AS_MUST_USE;
/* "" changes nothing. */
int roster_set_text(struct roster *roster, enum folder_part part, size_t at, const char *key,
	const char *text, struct as_error *error) AS_MUST_USE;
/* Appends an item with an id, which the caller completes and then indexes. */
int roster_add(struct roster *roster, enum folder_part part, const struct roster_row *row,
	const char *id, size_t *at, struct as_error *error) AS_MUST_USE;
/* An id that is not used: of the name, with a number if needed. On the heap. */
char *roster_choose_id(struct roster *roster, const char *kind, const char *name, const char *other,
	struct as_error *error);

/* roster_groups.c: AS_CONTEST_NONE: the row has no university. */
int roster_merge_organization(struct roster *roster, const struct roster_row *row, size_t *at,
	struct as_error *error) AS_MUST_USE;
/* Several groups are separated by semicolons. A new team without a group is in the only one. */
int roster_merge_groups(struct roster *roster, const struct roster_row *row, size_t team,
	bool is_new, struct as_error *error) AS_MUST_USE;
/* roster_people.c */
int roster_merge_people(struct roster *roster, const struct roster_row *row, const char *team,
	struct as_error *error) AS_MUST_USE;
int roster_merge_account(struct roster *roster, const struct roster_row *row, const char *team,
	struct as_error *error) AS_MUST_USE;

/* roster_alike.c: warns about new organizations whose names are similar to others. */
int roster_warn_alike(struct roster *roster, struct as_error *error) AS_MUST_USE;

/* roster_pictures.c: copies pictures into the stage, by the names of teams and organizations. */
int roster_pictures(struct roster *roster, const struct as_contest_draft *stage,
	struct as_error *error) AS_MUST_USE;

/* country.c: the code of ISO 3166-1 alpha-3 for a code or an English name; "": unknown; NULL: out
 * of memory. */
const char *roster_country(struct roster *roster, const char *text);

static inline const char *roster_text(const json_t *item, const char *key)
{
	const char *text = json_string_value(json_object_get(item, key));

	return text ? text : "";
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * draft: the data between the stages of as_submissions_open. The entries of an export become
 * drafts, one for each submission, with claims about their owners. Reading the files and finding
 * the persons converts the drafts to the result.
 */
#ifndef ASSAY_GRADE_DRAFT_H
#define ASSAY_GRADE_DRAFT_H

#include "arrival.h"
#include "clock.h"
#include "lookup.h"

/* The export's description of an owner; at least one member is set. On the heap. */
struct claim {
	char *id;     /* of a person: the name of a folder or file, or Gradescope's sid */
	char *name;   /* as people write it; squashed in Canvas' export: "lovelaceada" */
	char *number; /* the platform's */
	char *login;  /* on GitHub */
	char *mail;
	bool is_typed; /* by the teacher, who may have written the id in another case */
};

/* A file of a draft. */
struct part {
	size_t entry;
	char *name;         /* its path in the submission */
	size_t own;         /* the offset in the entry's path of `name`, with its archive */
	bool is_of_archive; /* in the submission, which the path does not name */
};

struct draft {
	char *key; /* equal for all entries of a submission */
	struct claim *claims;
	size_t claim_count; /* several: they handed in together */
	struct part *parts;
	size_t part_count;
	uint64_t read_bytes;  /* of the files that were read so far */
	unsigned last_number; /* the last number that was added to its name; below 10: any */
	bool is_claimed;
	bool is_dropped;     /* it was no submission after all */
	bool is_by_stem;     /* a file beside others, which may be any file */
	bool is_anonymous;   /* Canvas named it by an anonymous id */
	bool is_of_team;     /* Moodle made such a folder for each member of the team */
	bool has_other_name; /* Canvas' name is not that of the member whose number it has */
	bool shares_number;  /* Canvas' number is also that of a draft with another name */
	struct as_received received;
};

/* The texts by which persons are found. */
struct person_key {
	char *id;     /* folded */
	char *words;  /* of the name, folded; "" without a name */
	char *sorted; /* the same, sorted */
	bool has_id;  /* its id is that of a list, a folder or the platform, not made here */
	/* The export's id, address or number of the submitter found by the name; or NULL. */
	char *claimed;
};

struct work {
	const struct as_submissions_order *order;
	struct as_submissions *out;
	struct as_arrival *arrival; /* of `out` */
	struct clock *clock;
	const char *top;  /* the path of an entry in the only folder, which stands for the class; or
			     NULL */
	size_t top_bytes; /* of it, with its slash; 0: NULL */
	const char *prefix;      /* before the id in the name of each folder; or NULL */
	size_t prefix_bytes;     /* of it */
	bool has_logins;         /* the list has GitHub logins, the ids in such names */
	struct person_key *keys; /* one for each person of `out` */
	struct lookup by_text;   /* persons, by the texts that they are found by */
	size_t group_count;      /* of persons with a group */
	bool ids_agree;          /* ids of the export are those of the roster or sheet */
	bool mails_agree;        /* the same for addresses */
	struct draft *drafts;
	size_t draft_count;
	size_t sheet_name;    /* the sheet's column of names; SIZE_MAX: none */
	struct lookup by_key; /* drafts */
	struct bulk *bulk;    /* folders that tools filled */
	struct as_error *error;
};

/* holdings.c: the drafts of each person that are not dropped, in their order. */
enum holding {
	HOLDING_OWN, /* that the person handed in */
	HOLDING_ANY, /* that give marks to the person */
};
struct holdings {
	size_t *first; /* for each person, the first in `drafts`; one more at the end */
	size_t *drafts;
};
/* Clear it in any case. */
int holdings_find(
	struct holdings *holdings, const struct work *work, enum holding kind) AS_MUST_USE;
void holdings_clear(struct holdings *holdings);
#define AUTO_HOLDINGS AS_AUTO(holdings_clear)
size_t holdings_count(const struct holdings *holdings, size_t person);

void claim_clear(struct claim *claim);
/* Moves a claim to the draft, and makes its texts printable; clears it on failure. */
int draft_claim(struct work *work, struct draft *draft, struct claim *claim) AS_MUST_USE;
/* Finds the draft with this key or makes it; `path` is its path in the export. NULL: out of
 * memory. */
struct draft *draft_find(struct work *work, const char *key, const char *path) AS_MUST_USE;
/* Adds an entry, or leaves it out if there are too many; `name` is copied. */
int draft_put(struct work *work, struct draft *draft, size_t entry, const char *name) AS_MUST_USE;
void draft_drop_part(struct draft *draft, size_t index);
/* Lists a file that is left out; `draft` may be NULL. */
int draft_leave(struct work *work, const struct draft *draft, const char *path,
	enum as_left_reason reason, const char *text) AS_MUST_USE;
/* report.c: adds a finding; draft_report adds a finding about a draft (NULL: about the export).
 * "%s" is hidden in blind marking, "%-s" is not. */
int submissions_report(struct as_submissions *out, const struct as_finding_fact *fact,
	enum as_finding_level level, const char *where, struct as_error *error, const char *format,
	va_list arguments) AS_PRINTF(6, 0) AS_MUST_USE;
int draft_report(struct work *work, const struct draft *draft, enum as_finding_kind kind,
	enum as_finding_level level, const char *format, ...) AS_PRINTF(5, 6) AS_MUST_USE;
#define draft_find_fault(work, draft, level, ...)                                                  \
	draft_report(work, draft, AS_FINDING_OTHER, level, __VA_ARGS__)
/* Once the persons of all drafts are known. */
void facts_name_persons(struct work *work);
void facts_free(struct as_submissions *submissions);
void drafts_free(struct work *work);
/* True if the submission gives marks to the person. */
bool received_has(const struct as_received *received, size_t person);
/* A source that comes later in the enum replaces the time. If a source has several times, the
 * earliest counts: a team handed in when its first member did. */
void received_set_time(struct as_received *received, enum as_time_source source, int64_t time_s);
void received_clear(struct as_received *received);
void received_file_clear(struct as_received_file *file);

/* ---- the stages, in their order ---- */

/* people.c: the persons of the roster, or of the sheet. */
int people_read(struct work *work) AS_MUST_USE;
/* layout.c: sets work->out->layout, work->top, work->top_bytes and work->prefix. */
int layout_find(struct work *work) AS_MUST_USE;
/* bulk.c: folders with thousands of files that tools made: packages, build folders and Python
 * environments. */
struct bulk;
/* Lists the environments and build folders among the entries from `first` on. */
int bulk_find(struct work *work, size_t first) AS_MUST_USE;
/* The length of a path's beginning that such a folder is, or a part of it; 0: none. `skip`: the
 * part before the submission's own path. */
size_t bulk_length(const struct work *work, const char *path, size_t skip);
void bulk_free(struct bulk *bulk);
/* collect.c: from entries to drafts; archives are unpacked. */
int collect_drafts(struct work *work) AS_MUST_USE;
/* match_sheet.c: the person of each row of the sheet. */
int match_sheet(struct work *work) AS_MUST_USE;
/* match.c: the persons of each draft. */
int match_drafts(struct work *work) AS_MUST_USE;
/* match_ilias.c: finds the student of a folder of ILIAS, "Lovelace_Ada_ada1_345" (name, login and a
 * number), by the login; SIZE_MAX: there is none. */
int match_ilias(const struct work *work, const char *name, size_t *person) AS_MUST_USE;
/* anonymous.c: an export without names cannot be matched with a list of names. */
int anonymous_check(struct work *work) AS_MUST_USE;
int match_groups(struct work *work) AS_MUST_USE; /* once the files are read */
/* content.c: reads the files of each draft. */
int content_read(struct work *work) AS_MUST_USE;
/* status.c: extensions in Moodle's sheet, and states about which the teacher decides. */
int status_read(struct work *work) AS_MUST_USE;
/* 1: the sheet says that the person submitted nothing; 0: it does not. SIZE_MAX is nobody. */
int status_is_none(struct work *work, size_t person) AS_MUST_USE;
/* timing.c: the time of each draft. */
int timing_read(struct work *work) AS_MUST_USE;

#endif

/* SPDX-License-Identifier: MIT */
/* Private header of contest/folder: reads the files of a folder, and reports every mistake as a
 * finding. */
#ifndef ASSAY_CONTEST_FOLDER_READING_H
#define ASSAY_CONTEST_FOLDER_READING_H

#include <assay/base/node.h>
#include <assay/contest/folder.h>

/* The files that a folder may have, each as NAME.yaml or NAME.json. */
enum folder_part {
	FOLDER_CONTEST,
	FOLDER_LANGUAGES,
	FOLDER_GROUPS,
	FOLDER_ORGANIZATIONS,
	FOLDER_TEAMS,
	FOLDER_PERSONS,
	FOLDER_ACCOUNTS,
	FOLDER_PROBLEMS,
	FOLDER_PART_COUNT,
};
extern const char *const folder_part_names[FOLDER_PART_COUNT]; /* words.c */

struct folder_origins; /* origin.c */
struct folder_list;

/* A contest while it is being read. */
struct folder {
	struct as_contest *contest;
	const struct as_contest_options *options;
	const atomic_bool *cancel;
	const struct folder_list *const *lists; /* folder_lists, by part */
	void (*clear_item)(const struct folder_list *list, void *item);
	/* Parts whose file cannot be parsed: references to them are not checked. */
	bool is_broken[FOLDER_PART_COUNT];
	const char *files_dir; /* for FILE references of the current object; NULL: unknown */
	struct as_document
		contest_document; /* contest.yaml, because other parts look up its keys */
	const char *stage;        /* a folder with newer files; NULL: none */
	const struct folder_origins *origins; /* of added objects; NULL: none were added */
	json_t *seen; /* "KEY VALUE" -> line, in the current part; for folder_unique */
	struct folder_shared *shared; /* shared.h */
};

/* ---- findings (report.c) ---- */

/* Adds a finding at a place; `where` may be "". */
int folder_add(struct folder *folder, enum as_finding_level level, const char *where,
	struct as_error *error, const char *format, ...) AS_PRINTF(5, 6) AS_MUST_USE;
/* Adds an error of the input as a finding at its own place. Errors of another kind are returned
 * (-1). */
int folder_report(struct folder *folder, enum as_finding_level level, const struct as_error *why,
	struct as_error *error) AS_MUST_USE;
/* Adds a finding at a node. */
int folder_note(struct folder *folder, enum as_finding_level level, const struct as_node *node,
	struct as_error *error, const char *format, ...) AS_PRINTF(5, 6) AS_MUST_USE;

/* The reason why as_tree_find did not follow a link of the folder. */
const char *folder_link_text(const struct as_error *why);
/* Adds a finding if an earlier object of the part has the same value of the node's key. */
int folder_unique(struct folder *folder, const struct as_node *node, const char *value,
	struct as_error *error) AS_MUST_USE;

/* ---- documents (document.c) ---- */

/* Like as_document_load. Empty texts are null then, and numbers are texts where a text is wanted.
 */
int folder_load(struct as_document *document, int dir_fd, const char *real, const char *name,
	struct as_error *error) AS_MUST_USE;
/* Likewise for a parsed document. */
int folder_normalize(struct as_document *document, struct as_error *error) AS_MUST_USE;

/* ---- mappings (reading.c) ---- */

/* True if a mapping has no value for a key, or null. */
bool folder_is_absent(const struct as_node *node, const char *key);

/* FOLDER_TEXT: the member is a text on the heap; it need not be said of folder_line. */
enum { FOLDER_REQUIRED = 1, FOLDER_TEXT = 2 };
/* A key, its reader, and the member that the reader fills. */
struct folder_key {
	const char *name;
	int (*read)(struct folder *folder, const struct as_node *node, void *member,
		struct as_error *error);
	size_t offset;
	unsigned flags;
};
/* The keys that objects of a part can have. */
struct folder_keys {
	const struct folder_key *items;
	size_t count;
};
/* Reads a mapping, in the order of the table; null is an absent value, as in the Contest API. -1
 * only for errors other than input errors. */
int folder_read(struct folder *folder, const struct as_node *node, const struct folder_key *keys,
	size_t count, void *object, struct as_error *error) AS_MUST_USE;

/* A part that is a list of objects with ids. Each struct begins with `char *id`. */
struct folder_list {
	enum folder_part part;
	const char *noun; /* "team" */
	size_t item_bytes;
	size_t items, count; /* of struct as_contest: the offsets of the array and of its length */
	struct folder_keys keys;
	/* For an object without an id: may set one. Called before the keys are read. May be NULL.
	 */
	int (*name)(struct folder *folder, const struct as_node *node, void *item,
		struct as_error *error);
	/* The offset of a text that is the id if its key is absent, so that readers of the text
	 * need no check; 0: none. */
	size_t named;
	/* Checks conditions that concern several keys. May be NULL. */
	int (*check)(struct folder *folder, const struct as_node *node, void *item,
		struct as_error *error);
	/* Frees what the keys do not show. May be NULL. */
	void (*clear)(void *item);
	bool keeps_order;
};
/* keys.c: the list of each part; NULL: the part is not a list. */
extern const struct folder_list *const folder_lists[FOLDER_PART_COUNT];
void folder_part_clear(struct as_contest *contest, enum folder_part part);
void folder_item_clear(const struct folder_list *list, void *item);
extern const struct folder_list folder_language_list, folder_group_list, folder_organization_list,
	folder_team_list, folder_person_list, folder_account_list, folder_problem_list;
extern const struct folder_keys folder_contest_keys;
/* Parses the list into an array from as_array_grow. */
int folder_list_read(struct folder *folder, const struct folder_list *list,
	const struct as_node *root, void *items, size_t *count, struct as_error *error) AS_MUST_USE;
/* Loads the file of a part. 1: loaded; 0: there is no file, or a finding was added. */
int folder_document(struct folder *folder, enum folder_part part, struct as_document *document,
	struct as_error *error) AS_MUST_USE;
/* Loads the file and parses the list. A missing file is an empty list. */
int folder_list_load(struct folder *folder, const struct folder_list *list, void *items,
	size_t *count, struct as_error *error) AS_MUST_USE;
/* The same into the array of the contest. */
int folder_part_read(
	struct folder *folder, enum folder_part part, struct as_error *error) AS_MUST_USE;
/* find.c: the order of ids: numbers in them are compared as numbers, so that 2 is before 10. Equal
 * only if the texts are. */
int folder_compare_ids(const char *left, const char *right);
/* find.c: the index of an item in a list that is sorted by id. */
size_t folder_find(const void *items, size_t count, size_t item_bytes, const char *id);
/* find.c: the array of a part's objects, and its length. */
const void *folder_items(
	const struct as_contest *contest, const struct folder_list *list, size_t *count);

/* ---- values: readers of keys (values.c) ---- */

typedef int folder_reader(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error);
/* Copies a value into a text that is NULL; NULL stays. */
int folder_default(char **text, const char *value, struct as_error *error) AS_MUST_USE;
/* A text without control characters other than line feeds and tabs; borrowed. */
int folder_lines(const struct as_node *node, const char **text, struct as_error *error) AS_MUST_USE;
folder_reader folder_line;      /* char *: a text without control characters */
folder_reader folder_id;        /* char * */
folder_reader folder_ids;       /* char **: sorted, without duplicates; an empty list is NULL */
folder_reader folder_bool;      /* bool */
folder_reader folder_time;      /* int64_t */
folder_reader folder_span;      /* int64_t: a RELTIME that is not negative */
folder_reader folder_count;     /* uint64_t: 1 or more, or `unlimited` */
folder_reader folder_more;      /* json_t *: any mapping, under the key */
folder_reader folder_more_line; /* json_t *: a text, under the key */
folder_reader folder_unused;    /* ignores the value */
/* The index of a word in a NULL-terminated list of names. */
int folder_word(const struct as_node *node, const char *const *names, size_t *index,
	struct as_error *error) AS_MUST_USE;
/* Define a reader of a word into an enum, and one of a reference to a part. */
#define FOLDER_WORD(name, type, names)                                                             \
	static int name(struct folder *folder, const struct as_node *node, void *member,           \
		struct as_error *error)                                                            \
	{                                                                                          \
		size_t index;                                                                      \
                                                                                                   \
		(void)folder;                                                                      \
		if (folder_word(node, names, &index, error))                                       \
			return -1;                                                                 \
		*(type *)member = (type)index;                                                     \
		return 0;                                                                          \
	}
#define FOLDER_REFERENCE(name, part)                                                               \
	static int name(struct folder *folder, const struct as_node *node, void *member,           \
		struct as_error *error)                                                            \
	{                                                                                          \
		return folder_reference(folder, node, part, member, error);                        \
	}
/* The index of a referenced object; AS_CONTEST_NONE: it does not exist, and a finding was added. */
int folder_reference(struct folder *folder, const struct as_node *node, enum folder_part part,
	size_t *index, struct as_error *error) AS_MUST_USE;
/* The indices of a list of references, ascending, without duplicates. */
int folder_references(struct folder *folder, const struct as_node *node, enum folder_part part,
	size_t **indices, size_t *count, struct as_error *error) AS_MUST_USE;

/* ---- FILE references (files.c) ---- */

folder_reader folder_files; /* struct as_contest_files */
void folder_files_clear(struct as_contest_files *files);
void folder_file_clear(struct as_contest_file *file);
/* Moves a file to the end of a list. */
int folder_file_keep(const char *property, struct as_contest_files *files,
	struct as_contest_file *file, struct as_error *error) AS_MUST_USE;
/* image.c: reads the size of a PNG, JPEG or SVG, unless it is set. */
void folder_file_measure(const struct folder *folder, struct as_contest_file *file);
/* image.c: true if the content of a file is that of a picture of the type. */
bool folder_is_picture(int fd, const char *mime);
/* True for properties that are images in the Contest API. */
bool folder_is_for_images(const char *property);
/* The type by the file's ending; NULL: unknown. */
const char *folder_mime_of(const char *filename);
/* default_files.c: adds files that no key names, by the pattern of their names. */
int folder_default_files_read(struct folder *folder, struct as_error *error) AS_MUST_USE;
/* Adds findings for unknown languages. */
int folder_check_languages(struct folder *folder, const struct as_node *node, char *const *ids,
	struct as_error *error) AS_MUST_USE;
folder_reader folder_languages; /* char **, NULL-terminated */
folder_reader folder_feedback;  /* enum as_contest_feedback */

/* ---- parts ---- */

int folder_settings_read(struct folder *folder, struct as_error *error) AS_MUST_USE;
/* Completes settings that depend on other parts. */
int folder_settings_bind(struct folder *folder, struct as_error *error) AS_MUST_USE;
void folder_settings_clear(struct as_contest_settings *settings);
/* rules.c: values of `rules`, `limits` and `registration`, without the group. */
folder_reader folder_rules;        /* struct as_contest_rules */
folder_reader folder_limits;       /* struct as_contest_limits */
folder_reader folder_registration; /* struct as_contest_registration */
folder_reader folder_hosts;        /* char **, NULL-terminated */
folder_reader folder_balloons;     /* hall.c: struct as_contest_hall */
folder_reader folder_print;        /* likewise */
folder_reader folder_map;          /* likewise */
folder_reader folder_virtual;      /* participation.c: struct as_contest_participation */
/* Checks `time_per_team` and `virtual` against the times of the contest. */
int folder_check_participation(struct folder *folder, const struct as_node *root,
	const struct as_contest_settings *settings, struct as_error *error) AS_MUST_USE;

/* languages.json of a Contest Package: its ids, unless contest.yaml has languages. */
int folder_languages_read(struct folder *folder, struct as_error *error) AS_MUST_USE;
int folder_accounts_read(struct folder *folder, struct as_error *error) AS_MUST_USE;
int folder_problems_read(struct folder *folder, struct as_error *error) AS_MUST_USE;
/* package.c: finds and opens the package of a problem. `node`: the reference to the package, or the
 * problem itself. */
int folder_package_open(struct folder *folder, const struct as_node *node,
	struct as_contest_problem *problem, struct as_error *error) AS_MUST_USE;

/* words.c; NULL-terminated, indexed by the enum. */
extern const char *const folder_scoreboard_names[];
extern const char *const folder_role_names[];

#endif

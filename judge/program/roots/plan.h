/* SPDX-License-Identifier: MIT */
/*
 * plan: the files of the machine that a run of a language sees. The folders of its run-time system
 * are shown whole, with a mount each. Single files (programs, system libraries, settings) are
 * copied into a tree, each at its own path, with the links that lead to it.
 *
 * Life cycle: as_root_plan_make, any number of the others, as_root_plan_clear. One thread at a
 * time.
 */
#ifndef ASSAY_PROGRAM_ROOT_PLAN_H
#define ASSAY_PROGRAM_ROOT_PLAN_H

#include <assay/program/language.h>

#include <limits.h>
#include <sys/stat.h>

enum as_root_kind {
	AS_ROOT_FOLDER, /* made */
	AS_ROOT_LINK,   /* made, with the same target */
	AS_ROOT_FILE,   /* copied */
	AS_ROOT_WHOLE,  /* a folder that is shown whole: made empty, as a mount point */
	AS_ROOT_HIDDEN, /* a file or folder in such a folder that is covered */
};

struct as_root_entry {
	char *path; /* on the machine and in the sandbox: absolute, without links */
	enum as_root_kind kind;
	char *target; /* of a link */
	bool runs;    /* a program or a loader, which may be executed */
	struct stat status;
};

struct as_root_names {
	char **items;
	size_t count;
};

struct as_root_plan {
	const char *machine; /* "", or a folder used in place of the machine's root (tests) */
	struct as_root_entry *entries; /* sorted by the bytes of the path */
	size_t count;
	uint64_t copied_bytes;
	struct as_root_names hidden;    /* paths that are not followed */
	struct as_root_names objects;   /* files whose libraries must be found */
	struct as_root_names libraries; /* folders that the loader searches */
	struct as_root_names sought;    /* names already searched there */
	char beside[PATH_MAX];          /* the folder of the first program */
};
#define AS_AUTO_ROOT_PLAN AS_AUTO(as_root_plan_clear)

/* The target of a path of the machine. */
struct as_root_place {
	char path[PATH_MAX];
	struct stat status;
};

/* Fills a plan for the roots of a language and modules (NULL-terminated, or NULL). AS_ERROR_MACHINE
 * if the first program is missing, or there are too many roots or too large ones. */
int as_root_plan_make(struct as_root_plan *plan, const char *machine,
	const struct as_language_roots *roots, const char *const *modules,
	struct as_error *error) AS_MUST_USE;
void as_root_plan_clear(struct as_root_plan *plan);
/* A digest of everything that determines the plan's tree on this machine. */
void as_root_plan_digest(const struct as_root_plan *plan, char hex[AS_DIGEST_HEX_SIZE]);

/* ---- between plan.c, gather.c and closure.c ---- */

/* The path of a file of the machine as this process opens it. False if it is too long. */
bool as_root_plan_host(const struct as_root_plan *plan, const char *path, char host[PATH_MAX]);
/* The entry of a path, added if it is new. */
struct as_root_entry *as_root_plan_put(struct as_root_plan *plan, const char *path,
	enum as_root_kind kind, struct as_error *error) AS_MUST_USE;
/* True for a path in or beneath a folder that is shown whole. */
bool as_root_plan_shows(const struct as_root_plan *plan, const char *path);
/*
 * Follows a path, and adds the folders and links on its way. 1: `place` is filled; 0: nothing is
 * there; -1: failure.
 */
int as_root_plan_follow(struct as_root_plan *plan, const char *path, struct as_root_place *place,
	struct as_error *error) AS_MUST_USE;
/* Adds a file that as_root_plan_follow found. */
int as_root_plan_take(struct as_root_plan *plan, const struct as_root_place *place, bool runs,
	struct as_error *error) AS_MUST_USE;
int as_root_names_add(
	struct as_root_names *names, const char *name, struct as_error *error) AS_MUST_USE;
bool as_root_names_have(const struct as_root_names *names, const char *name);

/* closure.c: adds the libraries of every object of the plan, and the libraries that these need. */
int as_root_plan_close_over(struct as_root_plan *plan, struct as_error *error) AS_MUST_USE;

#endif

/* SPDX-License-Identifier: MIT */
/**
 * Helper processes whose programs are embedded in a library, and one of them: the keeper, which
 * removes the leftovers of a killed process.
 *
 * Life cycle: open one keeper per process, before anything is made that it must remove. Hold each
 * path before it is created, drop it after it is removed, and close the keeper last.
 */
#ifndef ASSAY_BASE_KEEPER_H
#define ASSAY_BASE_KEEPER_H

#include <assay/base.h>
#include <limits.h>

/* ---- helper processes ---- */

/** The first descriptor that is passed to a helper; its descriptors 0 to 2 are /dev/null. */
#define AS_HELPER_FD 3
#define AS_HELPER_FDS 2

/** A statically linked program, embedded by AS_EMBED. */
struct as_image {
	const char *name; /**< its argv[0], as ps shows it */
	const char *begin, *end;
};

/* NOLINTBEGIN(bugprone-macro-parentheses): strings that are joined */
/** Embeds a file of the build in the library: declares `symbol` and `symbol`_end. */
#define AS_EMBED(symbol, path)                                                                     \
	__asm__(".section .rodata\n"                                                               \
		".global " #symbol "\n"                                                            \
		".global " #symbol "_end\n"                                                        \
		".balign 16\n" #symbol ":\n"                                                       \
		".incbin \"" path "\"\n" #symbol "_end:\n"                                         \
		".byte 0\n"                                                                        \
		".previous\n");                                                                    \
	extern const char symbol[], symbol##_end[]
/* NOLINTEND(bugprone-macro-parentheses) */

/**
 * Starts a helper from a sealed memory file, in a session of its own, with the default action for
 * every signal, an empty environment, and the given descriptors (borrowed) from AS_HELPER_FD on.
 * The helper must close other descriptors that are not close-on-exec.
 */
int as_helper_start(const struct as_image *image, const int *fds, size_t fd_count, pid_t *pid,
	struct as_error *error) AS_MUST_USE;

/*
 * If the caller ignores SIGCHLD, or reaps every child, the pid of a dead helper can be reused by
 * another process. Therefore a helper is referred to, and waited for, by a pidfd.
 */

/** Call it just after the start. Returns a pidfd that the caller owns, or -1 with errno. ESRCH: the
 * child is dead and reaped already, and *pid is set to -1. */
int as_child_hold(pid_t *pid);
/** Waits for the child's end and reaps it, unless it was reaped elsewhere. `pid` -1: no child.
 * Without a pidfd (-1) the child must be certain to end by itself. */
void as_child_reap(pid_t pid, int pidfd);

/* ---- the keeper ---- */

/**
 * Held paths belong to the process that opened the keeper, and are removed when that process ends,
 * whatever its children do. If the keeper itself is killed, its paths remain until a later process
 * of this user finds them by their names (as_owner_is_dead).
 */
struct as_keeper;
/** Opens a keeper of folders. */
struct as_keeper *as_keeper_open(struct as_error *error) AS_MUST_USE;
/** Opens a keeper that removes more than folders; the main of `image` calls as_keeper_main. */
struct as_keeper *as_keeper_open_image(
	const struct as_image *image, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Waits until all paths that are still held are removed. */
void as_keeper_close(struct as_keeper *keeper);
/**
 * Holds an absolute path, which is copied. Call it before the path is created, and as_keeper_drop
 * after it was removed or could not be created. Several threads may call both. With a NULL keeper
 * both do nothing.
 */
int as_keeper_hold(struct as_keeper *keeper, const char *path, struct as_error *error) AS_MUST_USE
	AS_NONNULL(2);
void as_keeper_drop(struct as_keeper *keeper, const char *path) AS_NONNULL(2);

/* ---- leftovers of killed processes ------------------------------------------------------- */

#define AS_OWNER_NAME_SIZE 64
/** Writes "assay-BOOT-PIDNS-PID", the prefix of the names of everything that this process must
 * remove. A "-" follows. BOOT identifies the machine and its start. */
char *as_owner_name(char buffer[AS_OWNER_NAME_SIZE]) AS_NONNULL(1);
/** True if the name, which is a part of an entry's name in the folder `dirfd`, belongs to a dead
 * process of this PID namespace and boot. Processes of another boot, perhaps of another machine,
 * cannot be checked: then true if the entry has not been changed for a month. */
bool as_owner_is_dead(int dirfd, const char *entry, const char *name) AS_NONNULL(2, 3);
/** Removes the entries of this user whose names begin with `prefix` and then name a dead process,
 * with their contents. Failures are ignored. If `dirfd` is -1, does nothing. */
void as_owner_remove_dead(int dirfd, const char *prefix) AS_NONNULL(2);

/* ---- temporary folders ---- */

/**
 * Makes a folder of mode 0700 from which programs may be run, named after its owner (as_owner_name)
 * and held by the keeper. Folders that killed commands left behind there are removed first. On
 * failure `path` is empty.
 */
int as_temp_make(struct as_keeper *keeper, char path[PATH_MAX], struct as_error *error) AS_MUST_USE
	AS_NONNULL(2);
/** Removes it; the keeper retries what cannot be removed now. An empty path has no effect. */
void as_temp_remove(struct as_keeper *keeper, const char *path) AS_NONNULL(2);

/* ---- inside a keeper's program ---- */

struct as_held {
	struct as_held *next;
	bool is_done; /**< nothing is left to remove */
	char path[];
};
/**
 * The whole main function of a keeper: records held and dropped paths until its caller has ended,
 * calls `before` (may be NULL) with the paths that are still held, and then removes the folders
 * that are not done. Returns the exit status.
 */
int as_keeper_main(void (*before)(struct as_held *all));

#endif

/* SPDX-License-Identifier: MIT */
/* sandbox: the options of `assay sandbox`, the files of a run, and its document. */
#ifndef ASSAY_CLI_SANDBOX_H
#define ASSAY_CLI_SANDBOX_H

#include <assay/sandbox.h>

#define SANDBOX_MAX_FILES 64
#define SANDBOX_MAX_ENV 256

/** A file of the working folder; all texts are borrowed from the command line. */
struct sandbox_file {
	const char *name; /**< in the working folder */
	const char *path; /**< on the host, or NULL: in the document */
};
struct sandbox_files {
	struct sandbox_file items[SANDBOX_MAX_FILES];
	size_t count;
};

struct sandbox_options {
	struct as_limits limits;
	enum as_profile profile;
	const char *stdin_path;  /**< "-": the command's own; NULL: empty */
	const char *stdout_path; /**< NULL: in the document; so is the next */
	const char *stderr_path;
	struct sandbox_files in, out;
	const char *env[SANDBOX_MAX_ENV + 1]; /**< NULL-terminated */
	size_t env_count;
	bool writable;
	enum as_weakness weak;
	char **command;
};

/** A folder of the host with the initial files of the box. `{0}` is none. */
struct sandbox_box {
	struct as_keeper *keeper;
	char temp_dir[PATH_MAX];
	char work_dir[PATH_MAX]; /**< its entry "box" is the folder of the files */
	uint64_t bytes;          /**< their size, in whole pages */
};
/** Copies the files of --in. Call sandbox_box_clear also if that fails. */
int sandbox_box_fill(struct sandbox_box *box, const struct sandbox_options *options,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
void sandbox_box_clear(struct sandbox_box *box);

/** Returns 0 if each file of the host that is to be written can be opened. */
int sandbox_check_targets(const struct sandbox_options *options, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** Writes those files, and prints the document. */
int sandbox_report(const struct sandbox_options *options, const struct as_sandbox *sandbox,
	const struct as_run_result *result, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif

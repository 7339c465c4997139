/* SPDX-License-Identifier: MIT */
/* The message and the product of a compiler. */
#include "entry.h"
#include "workshop.h"

#include <fcntl.h>
#include <string.h>

#define NO_PROGRAM "the sources make no program; add the file with the main program"
#define NO_MAIN_CLASS                                                                              \
	"no class has a main method that java starts: %s; write public static void main(String[] " \
	"args)"

/* ---- the compiler's message ---- */

int as_build_read_message(
	struct as_program *program, const struct as_run_result *result, struct as_error *error)
{
	program->output = as_compiler_message(program->language, &result->stderr_head, error);
	/* Some compilers complain on standard output. */
	if (program->output && !*program->output) {
		AS_AUTO_BYTES struct as_bytes output = {0};
		AS_AUTO_FREE char *empty = as_steal(program->output);
		if (as_fd_read(result->stdout_fd, AS_BUILD_OUTPUT_BYTES, &output, error))
			return -1;
		program->output = as_compiler_message(program->language, &output, error);
	}
	if (program->output && result->hits & AS_HIT_SYSCALL) {
		AS_AUTO_FREE char *printed = program->output;
		program->output =
			as_text_format(error, "the compiler made the forbidden system call %s\n%s",
				result->syscall, printed);
	}
	return program->output ? 0 : -1;
}

/* The submission determined the compiler's product, so neither the package nor the judge is at
 * fault. */
static int refuse_product(
	struct as_program *program, const struct as_error *why, struct as_error *error)
{
	program->verdict = AS_VERDICT_CE;
	snprintf(program->reason, sizeof(program->reason), "output");
	free(program->output);
	program->output = as_text_format(error, "the compiled program is rejected: %s", why->text);
	as_dir_remove(program->workshop->work_fd, program->folder, NULL);
	program->folder[0] = '\0';
	return program->output ? 0 : -1;
}

/* For example, a Go package other than main makes an archive. */
static bool can_start(int folder, const char *name)
{
	char head[4] = "";
	AS_AUTO_FD int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);

	return fd >= 0 && read(fd, head, sizeof(head)) >= 2 &&
	       (memcmp(head,
			"\x7f"
			"ELF",
			4) == 0 ||
		       memcmp(head, "#!", 2) == 0);
}

/* True if its command names a file ("/program/program") that is missing, or is not a program. */
static bool lacks_program(const struct as_program *program, int folder)
{
	static const char own[] = "/program/";
	const char *const *words = program->language->run.words;

	for (size_t i = 0; words[i]; i++) {
		if (strncmp(words[i], own, strlen(own)) != 0 || strchr(words[i], '{'))
			continue;
		const char *name = words[i] + strlen(own);
		if (i == 0 ? !can_start(folder, name) : faccessat(folder, name, F_OK, 0) != 0)
			return true;
	}
	return false;
}

/* A compiler accepts a library, or a package other than main. */
static int refuse_missing(
	struct as_program *program, const char *reason, const char *text, struct as_error *error)
{
	AS_AUTO_FREE char *output = as_steal(program->output);

	program->verdict = AS_VERDICT_CE;
	snprintf(program->reason, sizeof(program->reason), "%s", reason);
	program->output = as_text_format(error, "error: %s\n%s", text, output ? output : "");
	as_dir_remove(program->workshop->work_fd, program->folder, NULL);
	program->folder[0] = '\0';
	return program->output ? 0 : -1;
}

/* Names the classes, or the method whose name is only almost right. */
static int refuse_no_main(
	struct as_program *program, const struct as_sources *sources, struct as_error *error)
{
	struct as_entry entry = AS_ENTRY_INIT;
	char names[sizeof(entry.misspelt) + 16];

	for (size_t i = 0; i < sources->count; i++)
		if (as_language_is_source(program->language, sources->files[i].name))
			as_entry_scan_java(&entry, sources->files[i].name,
				program->language->start.main, &sources->files[i].data);
	snprintf(names, sizeof(names), "%s%s", *entry.misspelt ? entry.misspelt : entry.types,
		*entry.misspelt ? " is not main" : "");
	AS_AUTO_FREE char *text = as_text_format(error, NO_MAIN_CLASS, *names ? names : "no class");

	return text ? refuse_missing(program, "entry-point", text, error) : -1;
}

/* A check of sources may write what they mean to the hidden file .code of its folder. */
static void digest_code(struct as_program *program, int box_fd)
{
	struct as_digest digest;
	AS_AUTO_FD int fd = as_file_open(box_fd, ".code", NULL);

	as_digest_init(&digest);
	if (fd >= 0 && as_digest_add_fd(&digest, fd, NULL, NULL) == 0)
		as_digest_end(&digest, program->digests.code);
}

int as_build_take_product(struct as_workshop *workshop, struct as_program *program,
	const struct as_sources *sources, const struct as_run_result *result,
	struct as_error *error)
{
	struct as_error why = {0};
	uint64_t budget_bytes = AS_BUILD_BOX_BYTES;
	AS_AUTO_FD int folder = as_workshop_new_folder(workshop, program->folder, error);

	if (folder < 0)
		return -1;
	if (program->language->needs.keep_sources) {
		if (as_sources_write(sources, folder, error))
			return -1;
		digest_code(program, result->box_fd);
	}
	if (as_box_copy(result->box_fd, folder, &budget_bytes, &why) == 0) {
		if (program->lacks_main)
			return refuse_no_main(program, sources, error);
		return lacks_program(program, folder)
			       ? refuse_missing(program, "compiler", NO_PROGRAM, error)
			       : 0;
	}
	if (why.kind == AS_ERROR_INPUT)
		return refuse_product(program, &why, error);
	if (error)
		*error = why;
	return -1;
}

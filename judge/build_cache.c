/* SPDX-License-Identifier: MIT */
/*
 * The compile cache. An entry is a folder named by the digest of all that the result depends on. It
 * is made under another name and renamed, so several judges at once see whole entries or none;
 * whoever comes second drops his own. Only what the compiler decided is kept, never a compilation
 * that ran into a limit.
 */
#include "workshop.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define ENTRY_BYTES (UINT64_C(512) << 20)

static int open_entry(const struct as_workshop *workshop, const char *digest)
{
	char path[128];

	snprintf(path, sizeof(path), "compiled/%s", digest);
	return as_dir_open(workshop->cache_fd, path, NULL);
}

static int read_result(int entry, struct as_program *program)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	const char *verdict, *reason, *output;
	json_int_t cpu, wall;

	if (as_document_load(&document, entry, "result.json", "result.json", NULL) ||
		json_unpack(document.root, "{s:s, s:s, s:s, s:I, s:I}", "verdict", &verdict,
			"reason", &reason, "output", &output, "cpu_time_ns", &cpu, "wall_time_ns",
			&wall) ||
		as_verdict_parse(verdict, &program->verdict))
		return -1;
	program->output = strdup(output);
	snprintf(program->reason, sizeof(program->reason), "%s", reason);
	program->cpu_time_ns = cpu;
	program->wall_time_ns = wall;
	return program->output ? 0 : -1;
}

static int copy_program(struct as_workshop *workshop, struct as_program *program, int entry)
{
	uint64_t room = ENTRY_BYTES;
	AS_AUTO_FD int from = as_dir_open(entry, "program", NULL);
	AS_AUTO_FD int to = from < 0 ? -1 : as_workshop_new_folder(workshop, program->folder, NULL);

	return to < 0 ? -1 : as_box_copy(from, to, &room, NULL);
}

int as_build_cache_load(struct as_workshop *workshop, struct as_program *program)
{
	AS_AUTO_FD int entry = workshop->cache_fd < 0 ? -1 : open_entry(workshop, program->digest);

	if (entry < 0)
		return 0;
	if (read_result(entry, program) ||
		(program->verdict == AS_VERDICT_AC && copy_program(workshop, program, entry))) {
		/* A damaged entry is as good as none. */
		free(as_steal(program->output));
		program->folder[0] = program->reason[0] = '\0';
		program->verdict = AS_VERDICT_NONE;
		return 0;
	}
	program->cached = true;
	return 1;
}

static int write_entry(
	const struct as_workshop *workshop, const struct as_program *program, int entry)
{
	uint64_t room = ENTRY_BYTES;
	AS_AUTO_JSON json_t *result = json_pack("{s:s, s:s, s:s, s:I, s:I}", "verdict",
		as_verdict_name(program->verdict), "reason", program->reason, "output",
		program->output, "cpu_time_ns", (json_int_t)program->cpu_time_ns, "wall_time_ns",
		(json_int_t)program->wall_time_ns);
	AS_AUTO_FREE char *text = result ? json_dumps(result, JSON_COMPACT) : NULL;

	if (!text)
		return -1;
	if (program->verdict == AS_VERDICT_AC) {
		AS_AUTO_FD int from = as_dir_open(workshop->work_fd, program->folder, NULL);
		AS_AUTO_FD int to = as_dir_make(entry, "program", 0755, NULL)
					    ? -1
					    : as_dir_open(entry, "program", NULL);
		if (from < 0 || to < 0 || as_box_copy(from, to, &room, NULL))
			return -1;
	}
	return as_file_write(entry, "result.json", text, strlen(text), 0644, NULL);
}

void as_build_cache_store(struct as_workshop *workshop, const struct as_program *program)
{
	char making[160], made[128];

	if (workshop->cache_fd < 0 ||
		(program->verdict == AS_VERDICT_CE && strcmp(program->reason, "compiler") != 0))
		return;
	const char *own = strrchr(workshop->temp_dir, '/') + 1;
	snprintf(making, sizeof(making), "compiled/new-%.60s-%.60s", own, program->digest);
	snprintf(made, sizeof(made), "compiled/%s", program->digest);
	if (as_dir_make(workshop->cache_fd, making, 0755, NULL))
		return;
	AS_AUTO_FD int entry = as_dir_open(workshop->cache_fd, making, NULL);
	int failed = entry < 0 || write_entry(workshop, program, entry);
	if (!failed && renameat(workshop->cache_fd, making, workshop->cache_fd, made) == 0)
		return;
	/* With --fresh the entry is usually there already; what is there was made of the same
	 * things. */
	as_dir_remove(workshop->cache_fd, making, NULL);
}

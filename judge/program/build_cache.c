/* SPDX-License-Identifier: MIT */
/*
 * The compile cache. An entry is a folder named by the digest of all that the result depends on.
 * Only results of the compiler are kept, never a compilation that reached a limit. result.json has
 * a digest of program/, which is checked when the entry is used: after a power failure, a disk
 * error or a manual edit, an empty program must not be judged.
 */
#include "cache.h"
#include "workshop.h"

#include <string.h>
#include <sys/stat.h>

/* A larger program is compiled each time. */
#define ENTRY_BYTES (UINT64_C(64) << 20)
/* With more entries, the least recently used entries are removed, several at once so that this
 * happens rarely. All bytes are counted only after a large program is stored: MAX_ENTRIES smaller
 * programs have at most 8 GB. */
#define MAX_ENTRIES 2000
#define DROPPED_ENTRIES 500
#define MAX_BYTES (UINT64_C(2) << 30)
#define LARGE_BYTES (UINT64_C(4) << 20)
/* Change it when the same sources, language and compiler give another result. */
#define RULES "7"

int as_build_cache_key(struct as_program *program, struct as_error *error)
{
	AS_AUTO_FREE char *fingerprint = as_language_fingerprint(program->language, error);
	struct as_digest digest;

	if (!fingerprint)
		return -1;
	as_digest_init(&digest);
	as_digest_add_text(&digest, ASSAY_VERSION);
	as_digest_add_text(&digest, RULES);
	as_digest_add_text(&digest, as_weakness_name(program->workshop->config.weak_sandbox));
	as_digest_add_text(&digest, program->digests.whole);
	as_digest_add_text(&digest, fingerprint);
	as_digest_end(&digest, program->digests.cache_key);
	return 0;
}

/* ---- loading ---- */

static int open_entry(const struct as_workshop *workshop, const char *key)
{
	char path[128];

	snprintf(path, sizeof(path), "compiled/%s", key);
	return as_dir_open(workshop->cache_fd, path, NULL);
}

/* `seal` is set to the digest of program/, or "". */
static int read_result(int entry, struct as_program *program, char seal[AS_DIGEST_HEX_SIZE])
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	const char *key, *verdict, *reason, *output, *sealed, *code;
	json_int_t cpu, wall;

	if (as_document_load(&document, entry, "result.json", "result.json", NULL) ||
		json_unpack(document.root, "{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:I}", "key", &key,
			"verdict", &verdict, "reason", &reason, "output", &output, "program",
			&sealed, "code", &code, "cpu_time_ns", &cpu, "wall_time_ns", &wall) ||
		strcmp(key, program->digests.cache_key) != 0 ||
		as_verdict_parse(verdict, &program->verdict))
		return -1;
	/* Only such entries are stored, so another program wrote this one. */
	bool accepted = program->verdict == AS_VERDICT_AC && !*reason;
	bool refused = program->verdict == AS_VERDICT_CE && strcmp(reason, "compiler") == 0;
	if (!accepted && !refused)
		return -1;
	program->output = strdup(output);
	snprintf(program->reason, sizeof(program->reason), "%s", reason);
	snprintf(seal, AS_DIGEST_HEX_SIZE, "%s", sealed);
	snprintf(program->digests.code, AS_DIGEST_HEX_SIZE, "%s", code);
	program->cpu_time_ns = cpu;
	program->wall_time_ns = wall;
	return program->output ? 0 : -1;
}

/* Checks the copy, not the entry, which another judge may replace at any time. */
static int copy_program(
	struct as_workshop *workshop, struct as_program *program, int entry, const char *expected)
{
	uint64_t budget_bytes = ENTRY_BYTES;
	char seal[AS_DIGEST_HEX_SIZE];
	AS_AUTO_FD int from = as_dir_open(entry, "program", NULL);
	AS_AUTO_FD int to = from < 0 ? -1 : as_workshop_new_folder(workshop, program->folder, NULL);

	if (to < 0 || as_box_copy(from, to, &budget_bytes, NULL) || as_cache_seal(to, false, seal))
		return -1;
	return strcmp(seal, expected) == 0 ? 0 : -1;
}

static void forget(struct as_workshop *workshop, struct as_program *program)
{
	if (program->folder[0])
		as_dir_remove(workshop->work_fd, program->folder, NULL);
	free(as_steal(program->output));
	program->folder[0] = program->reason[0] = program->digests.code[0] = '\0';
	program->verdict = AS_VERDICT_NONE;
}

int as_build_cache_load(struct as_workshop *workshop, struct as_program *program)
{
	AS_AUTO_FD int entry =
		workshop->cache_fd < 0 ? -1 : open_entry(workshop, program->digests.cache_key);
	char seal[AS_DIGEST_HEX_SIZE];

	if (entry < 0)
		return 0;
	if (read_result(entry, program, seal) ||
		(program->verdict == AS_VERDICT_AC &&
			copy_program(workshop, program, entry, seal))) {
		/* A damaged entry counts as missing. */
		forget(workshop, program);
		return 0;
	}
	futimens(entry, NULL);
	program->cached = true;
	return 1;
}

/* ---- storing ---- */

static int write_program(const struct as_workshop *workshop, const struct as_program *program,
	int entry, char seal[AS_DIGEST_HEX_SIZE], uint64_t *size_bytes)
{
	uint64_t budget_bytes = ENTRY_BYTES;
	AS_AUTO_FD int from = as_dir_open(workshop->work_fd, program->folder, NULL);
	AS_AUTO_FD int to = as_dir_make(entry, "program", 0755, NULL)
				    ? -1
				    : as_dir_open(entry, "program", NULL);

	if (from < 0 || to < 0 || as_box_copy(from, to, &budget_bytes, NULL))
		return -1;
	*size_bytes = ENTRY_BYTES - budget_bytes;
	return as_cache_seal(to, true, seal);
}

static int write_entry(const struct as_workshop *workshop, const struct as_program *program,
	int entry, uint64_t *size_bytes)
{
	char seal[AS_DIGEST_HEX_SIZE] = "";

	if (program->verdict == AS_VERDICT_AC &&
		write_program(workshop, program, entry, seal, size_bytes))
		return -1;
	AS_AUTO_JSON json_t *result = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:I}", "key",
		program->digests.cache_key, "verdict", as_verdict_name(program->verdict), "reason",
		program->reason, "output", program->output, "program", seal, "code",
		program->digests.code, "cpu_time_ns", (json_int_t)program->cpu_time_ns,
		"wall_time_ns", (json_int_t)program->wall_time_ns);
	AS_AUTO_FREE char *text = result ? json_dumps(result, JSON_COMPACT) : NULL;
	if (!text || as_file_write(entry, "result.json", text, strlen(text), 0644, NULL))
		return -1;
	return fsync(entry);
}

/* True if a refusal depends on the source only, not on a limit or on the machine. */
static bool is_lasting(const struct as_program *program)
{
	static const char *const passing[] = {"internal compiler error", "annot allocate memory",
		"memory exhausted", "out of memory", "No space left", "Killed signal",
		"OutOfMemoryError", "insufficient memory", "Cannot allocate"};

	if (strcmp(program->reason, "compiler") != 0)
		return false;
	for (size_t i = 0; i < sizeof(passing) / sizeof(*passing); i++)
		if (strstr(program->output, passing[i]))
			return false;
	return true;
}

void as_build_cache_store(struct as_workshop *workshop, const struct as_program *program)
{
	AUTO_CACHE_DRAFT struct as_cache_draft draft = {.fd = -1};
	struct as_aged_limits limits = {.count = MAX_ENTRIES, .dropped = DROPPED_ENTRIES};
	uint64_t size_bytes = 0;
	char name[128];

	if (workshop->cache_fd < 0 || (program->verdict == AS_VERDICT_CE && !is_lasting(program)))
		return;
	snprintf(name, sizeof(name), "compiled/%s", program->digests.cache_key);
	/* An existing entry is damaged, or --fresh ignores it. */
	if (as_cache_draft_begin(&draft, workshop, workshop->cache_fd, name, NULL) ||
		write_entry(workshop, program, draft.fd, &size_bytes) ||
		as_cache_draft_publish(&draft))
		return;
	if (size_bytes > LARGE_BYTES)
		limits.bytes = MAX_BYTES;
	as_cache_trim(workshop->cache_fd, "compiled", &limits);
}

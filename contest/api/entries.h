/* SPDX-License-Identifier: MIT */
/*
 * Entries of the feed. A cursor makes the lines from them.
 *
 * An entry refers to values that never change (a submission's language, an ended judgement's
 * verdict), or contains them: the stage of a judgement, and the clock of its contest times. The few
 * objects that can change in other ways are stored as text.
 */
#ifndef ASSAY_CONTEST_API_ENTRIES_H
#define ASSAY_CONTEST_API_ENTRIES_H

#include <assay/contest/log.h>

/* The audiences of a line. The first three are the jury. OWNER is the team of the entry, OTHERS are
 * all other teams and the public. */
enum as_api_audience {
	AS_API_ADMIN,
	AS_API_ANALYST,
	AS_API_JUDGE,
	AS_API_OWNER,
	AS_API_OTHERS,
};
#define AS_API_AUDIENCES 5
#define AS_API_BIT(audience) (1u << (audience))
#define AS_API_JURY                                                                                \
	(AS_API_BIT(AS_API_ADMIN) | AS_API_BIT(AS_API_ANALYST) | AS_API_BIT(AS_API_JUDGE))

enum as_api_entry_kind {
	AS_API_TEXT,
	AS_API_SUBMISSION,
	AS_API_JUDGEMENT,
	AS_API_RUNS, /* one line per run of a range of runs, optionally after a line for their
			judgement */
	AS_API_CLARIFICATION,
};
struct as_api_entry {
	uint8_t kind;
	uint8_t audiences; /* a bit per audience */
	bool is_deleted : 1;
	bool ended : 1, is_current : 1; /* of a judgement */
	bool with_problem : 1;          /* of a clarification */
	bool with_begin : 1; /* of runs: the first line is the judgement before it ended */
	uint32_t line_count; /* not 0 */
	uint32_t team;       /* the owner; UINT32_MAX: none */
	uint32_t clock;      /* index */
	uint32_t index;      /* of the object, or of the text */
	uint32_t first_run;  /* of the range of runs */
};

/* A version of an object that is stored as text. */
struct as_api_text {
	const char *type; /* static */
	char *id;         /* NULL: null */
	char *data;       /* JSON; NULL: deleted */
};
/* Such an object: the last text for each audience; UINT32_MAX: none. */
struct as_api_slot {
	const char *type; /* static */
	uint32_t team;    /* the owner; UINT32_MAX: none */
	uint32_t shown[AS_API_AUDIENCES];
};
/* The last state of each object in the feed: for the jury, its team, and all others. */
struct as_api_shown {
	uint8_t *submissions;
	size_t submission_count;
	uint16_t *judgements;
	size_t judgement_count;
	uint32_t *runs; /* of each judgement: the number of its runs then */
	size_t run_count;
	uint8_t *clarifications;
	size_t clarification_count;
	size_t team_count; /* teams that were shown the clarifications from before they registered
			    */
	uint32_t *firsts;  /* two per problem: the team that was first, for the jury and for all
			      others */
};
/* Numbers of lines per audience. */
struct as_api_line_counts {
	uint64_t lines[AS_API_AUDIENCES];
	int64_t *team_lines; /* by team: difference to OTHERS */
	size_t team_count;
	int64_t jury_wall_ms, public_wall_ms; /* of the last event that added a line for them */
};

/* The arrays grow by as_array_grow. */
struct as_api_feed {
	struct as_api_entry *entries;
	size_t entry_count;
	struct as_api_text *texts;
	size_t text_count;
	struct as_api_slot *slots;
	size_t slot_count;
	json_t *slot_places; /* "TYPE/ID" -> index of a slot */
	/* Clocks for contest times; each owns its `removed`. */
	struct as_contest_clock *clocks;
	size_t clock_count;
	struct as_api_shown shown;
	struct as_api_line_counts line_counts;
	int64_t wall_ms;                 /* of the current event */
	bool is_closed;                  /* state.end_of_updates was the last line */
	bool failed;                     /* out of memory */
	char digest[AS_DIGEST_HEX_SIZE]; /* of the lines that the folder implies */
};

#endif

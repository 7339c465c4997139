/* SPDX-License-Identifier: MIT */
/* language: the language table: names of languages, and how to recognise, compile and run them. */
#ifndef ASSAY_PROGRAM_LANGUAGE_H
#define ASSAY_PROGRAM_LANGUAGE_H

#include <assay/base.h>
#include <assay/program/sources.h>
#include <assay/sandbox.h>

/*
 * The table owns all texts and lists. A list is NULL-terminated, and empty if the table does not
 * have it.
 */

/* A command of the table. */
struct as_language_command {
	const char *const *words; /* with placeholders: as_language_expand */
	const char *const *env;   /* "NAME=VALUE" */
	const char *const *views; /* files and folders of the machine that are visible to it */
	enum as_profile profile;
	/* Of a run: what it may execute besides its first program (programs that it sees; files of
	 * its own folders; memory), and the enum as_restriction that follows from it. */
	const char *const *executes;
	unsigned restrictions;
	/* Names of programs that its standard library tries to start but does not need: starting
	 * one fails as if it did not exist, and the run continues. */
	const char *const *absent;
};

/* How a file is recognised. */
struct as_language_files {
	const char *const *extensions;    /* endings of sources that determine the language */
	const char *const *also;          /* other endings of sources, which do not */
	const char *const *companions;    /* endings of headers and the like, or whole names */
	const char *const *interpreters;  /* names after "#!" in the first line that determine it */
	const char *const *content_lines; /* beginnings of lines that do, in a file of `also` */
};

/* Where a program starts. */
struct as_language_start {
	const char *main;          /* the entry file's default name, or NULL */
	const char *rename_ending; /* of a single file named by its public type; or NULL */
	const char *const *run;    /* the command for a given entry point; empty: the default */
	/* The command for an entry file in an inner folder. The file is run as a module if a line
	 * of its code, without blanks before it, begins with one of module_lines. */
	const char *const *run_folder;
	const char *const *module_lines;
	/* Beginnings of lines, without blanks before them: main_lines are found only in the
	 * program, library_lines never in it. load_words load the files whose names follow them.
	 * Case is ignored. */
	const char *const *main_lines;
	const char *const *library_lines;
	const char *const *load_words;
	bool finds_class; /* the entry class is looked for in the sources, as in Java */
	bool takes_class; /* an entry point names a class, not a file */
	bool takes_file;  /* a command names the entry file */
};

struct as_language_precompile {
	const char *header;         /* its name in an #include; NULL: no precompiling */
	const char *const *command; /* makes /box/NAME.gch of /program/NAME */
};

/* A class-data archive: the classes of a compiler that runs in the JVM, in the form in which the
 * JVM has them in memory, so that it need not load and verify them in each compilation. */
struct as_language_class_archive {
	const char *source;       /* the name of a small program; NULL: no archive */
	const char *const *lines; /* its text */
	const char *const *make;  /* {options} of its compilation, which make /box/archive */
	const char *const *use;   /* {options} of other compilations, which see it as /archive */
};

/*
 * The files of the machine that a run sees besides its views: those of its run-time system. A path
 * is absolute, or relative to the folder of the first program; it may be a pattern (glob(7)). The
 * links that lead to a file and the libraries that it needs are added. A missing file is left out,
 * except the first program.
 */
struct as_language_roots {
	/* Empty: there are no roots. "PATH=PROGRAM" shows a program under another name, too. */
	const char *const *programs;
	const char *const *folders; /* shown whole, a mount each */
	const char *const *files;   /* files, and folders of few files, that are copied */
	const char *const *hidden;  /* parts of the folders that are not shown */
	const char *const *modules; /* folders of modules, which are shown if a caller adds them */
};

/* The needs of a run beyond the limits of a package. */
struct as_language_needs {
	uint32_t processes;
	uint64_t extra_memory_bytes; /* of the run-time system, on top of a package's limit */
	uint64_t stack_most_bytes;   /* 0: as much as the memory limit */
	bool keep_sources;           /* next to the compiled files */
	bool utf8;                   /* its compiler refuses a source that is not UTF-8 */
	bool utf16;                  /* its compiler reads UTF-16 with a byte-order mark */
	bool reserves_addresses; /* reserves far more addresses than it uses: bears no RLIMIT_AS */
	bool writes_box; /* its run-time system must write files, even if the package forbids it */
};

/* Known messages of a run on standard error. */
struct as_language_messages {
	const char *const *out_of_memory; /* parts of its messages when memory is exhausted */
	const char *const *noise;         /* beginnings of lines that do not name an error */
	const char *const *compile_noise; /* beginnings of lines of the compiler's message that are
					     about the sandbox */
	const char *const *end_of_input;  /* parts of its messages when it reads past the end of its
					     input */
};

struct as_language {
	const char *id;
	const char *name;
	const char *
		family; /* the id that a package's list of languages may name instead; or its own */
	const struct as_language *head; /* of its family, whose file endings it has; or itself */
	const char *package;            /* what to install */
	const char *refused;            /* why submissions in it are refused, or NULL */
	bool is_hidden;                 /* not for submissions (build and run scripts) */
	const char *const *tools;       /* files of the machine that it needs */
	const char *const *version;     /* the command that prints the compiler's version */
	struct as_language_files files;
	struct as_language_start start;
	struct as_language_command compile;
	struct as_language_command run;
	struct as_language_roots roots;
	struct as_language_precompile precompile;
	struct as_language_class_archive class_archive;
	struct as_language_needs needs;
	struct as_language_messages messages;
	/* The whole entry in a canonical form, for digests. */
	const char *canonical;
};

#define AS_LANGUAGE_MAX_VIEWS 30 /* of one command */

struct as_languages {
	struct as_language *items;
	size_t count;
	void **blocks; /* memory that the items point into, as into `root` */
	size_t block_count;
	json_t *root;
};

/** Reads the language table (NULL: the one built in, which is the repository's
 * judge/program/languages.json). */
struct as_languages *as_languages_open(const char *path, struct as_error *error) AS_MUST_USE;
void as_languages_close(struct as_languages *languages);
/** A language on this machine. const members are borrowed from the table. */
struct as_language_state {
	const char *id;
	const char *name;
	const char *package; /**< what to install */
	const char *profile;
	const char *const *extensions; /**< NULL-terminated, as the commands with placeholders */
	const char *const *compile;
	const char *const *run;
	char *version; /**< of its compiler; NULL: not available */
	char *trouble; /**< why the version is not available; NULL: there was no failure */
};
/**
 * The state of each language of submissions on this machine, in the table's order; an entry with
 * the id NULL ends the list. Free with as_language_states_free.
 */
struct as_language_state *as_languages_inspect(const struct as_languages *languages,
	const char *cache_dir, enum as_weakness weak_sandbox, struct as_error *error)
	AS_NONNULL(1) AS_MUST_USE;
void as_language_states_free(struct as_language_state *states);

/** The words of a command from its compiler on, without the script of a shell that starts the
 * compiler. A script that has the compiler's name in its text: the first tool. The command must
 * have words. */
const char *const *as_language_tool_words(const struct as_language *language,
	const struct as_language_command *command) AS_NONNULL(1, 2);

/* By id; NULL if there is none. */
const struct as_language *as_languages_find(const struct as_languages *languages, const char *id);
/* What follows an unknown id in a message: as_text_suggestion of the languages of submissions.
 * Returns `text`. */
const char *as_languages_suggest(
	const struct as_languages *languages, const char *id, char text[AS_SUGGESTION_SIZE]);
/* Gives files the endings of the table: .PY becomes .py, and a script in a folder of files without
 * endings gets the ending of its interpreter. Call it before the functions below. */
void as_languages_tidy(const struct as_languages *languages, struct as_sources *sources);
/* True if a file determines a language, at the latest after as_languages_tidy. */
bool as_languages_know(const struct as_languages *languages, const struct as_sources *sources);
/* Detects the language of each file by its interpreter, its lines and its ending, in this order.
 * *language is the one that accepts most files, or NULL if no file determines one. */
int as_languages_detect(const struct as_languages *languages, const struct as_sources *sources,
	const struct as_language **language, struct as_error *error) AS_MUST_USE;
/* The languages of a folder, by the endings of its files. */
struct as_language_mix {
	size_t count;                    /* 1: all files can be parts of one program */
	const struct as_language *equal; /* another one with as many files, or NULL */
};
int as_languages_mix(const struct as_languages *languages, const struct as_language *language,
	const struct as_sources *sources, struct as_language_mix *mix,
	struct as_error *error) AS_MUST_USE;
/* True if a file is a source of the language (to compile), or a companion (a header). */
bool as_language_is_source(const struct as_language *language, const char *name);
bool as_language_is_companion(const struct as_language *language, const char *name);
/* Gives a single file the language's ending if it has none of its endings. */
int as_language_name_single(const struct as_language *language, struct as_sources *sources,
	struct as_error *error) AS_MUST_USE;
/* Drops byte order marks. If the language needs UTF-8, recodes other sources from Windows-1252,
 * with a note. Call it when all constants are filled in. */
int as_language_recode(const struct as_language *language, struct as_sources *sources,
	struct as_error *error) AS_MUST_USE;
/* Adds a note that names the files that as_language_narrow will remove although a source mentions
 * them. */
int as_language_note_mentioned(const struct as_language *language, struct as_sources *sources,
	struct as_error *error) AS_MUST_USE;
/* Adds a note that names a file whose name differs from an included one only by case. */
int as_language_note_cases(const struct as_language *language, struct as_sources *sources,
	struct as_error *error) AS_MUST_USE;
/*
 * Removes files of a folder that are neither sources nor companions, and refuses sources without a
 * source file ("language"), of more than max_bytes or with too large other files ("too-large"), or
 * of size 0 ("empty").
 */
void as_language_narrow(
	const struct as_language *language, struct as_sources *sources, uint64_t max_bytes);
/* The memory limit with the allowance of the language's run-time system. */
uint64_t as_language_memory(const struct as_language *language, uint64_t limit_bytes);
/* True if every tool is on this machine. */
bool as_language_is_here(const struct as_language *language);
/* The number of languages of which that is true: those that as_workshop_prepare prepares. */
size_t as_languages_count_here(const struct as_languages *languages);
/* The ids of all languages that this machine can judge: their tools are here, and they are not
 * refused. Hidden ones too; NULL-terminated, a list on the heap of ids that are the table's. NULL:
 * out of memory. */
const char **as_languages_here(
	const struct as_languages *languages, struct as_error *error) AS_MUST_USE;
/* AS_ERROR_MACHINE that names the package, with sys_errno ENOPKG, if a tool is missing. */
int as_language_require(const struct as_language *language, struct as_error *error) AS_MUST_USE;
/* A text of this machine that changes when a tool or any Debian package (a header, a library) is
 * replaced: paths, sizes, times. On the heap. */
char *as_language_fingerprint(
	const struct as_language *language, struct as_error *error) AS_MUST_USE;
/* True if the package's list (NULL: all) allows the language. */
bool as_language_is_allowed(const struct as_language *language, char *const *allowed);

/* The values of a command's placeholders; NULL: none. */
struct as_expansion {
	const char *main;   /* {main}: the entry file */
	const char *entry;  /* {entry}: the entry class, or the main file without its ending */
	const char *module; /* {module}: the entry file as a module: "folder.main"; else "" */
	const char *const *sources; /* {sources}: NULL-terminated */
	const char *const *folders; /* {folders:OPTION}: NULL-terminated */
	const char *const *options; /* {options}: NULL-terminated */
	uint64_t memory_bytes;      /* {memory_kib}, {memory_mib} */
	uint64_t stack_bytes;       /* {stack_kib}, {stack_mib} */
};
/* True for a placeholder that stands for words of the judge's own: {options} and {folders:OPTION}.
 */
bool as_language_adds_words(const char *word) AS_NONNULL(1);
/* Expands the words of a command of the table into a NULL-terminated array; free with
 * as_names_free. */
char **as_language_expand(const char *const *command, const struct as_expansion *expansion,
	struct as_error *error) AS_MUST_USE;

#endif

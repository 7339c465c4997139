/* SPDX-License-Identifier: MIT */
/** The contest itself: its times, rules, limits and registration. Included by folder.h. */
#ifndef ASSAY_CONTEST_FOLDER_SETTINGS_H
#define ASSAY_CONTEST_FOLDER_SETTINGS_H

#include <assay/contest/rules.h>

/** No object: no group, no team, ... */
#define AS_CONTEST_NONE SIZE_MAX
#define AS_CONTEST_UNLIMITED UINT64_MAX

/** The rule of the Contest API for an ID: 1 to 36 of a-z, A-Z, 0-9, '_', '.' and '-', the first
 * neither '-' nor '.', the last not '.'. */
bool as_contest_is_id(const char *text) AS_NONNULL(1);
#define AS_CONTEST_ID_MAX 36

/* ---- files ---- */

/** A FILE reference whose file is in the folder. */
struct as_contest_file {
	char *property; /**< "logo", "photo", "statement" */
	char *filename; /**< unique within the object */
	char *path;     /**< relative to the folder, without links: "organizations/kth/logo.png" */
	char *mime;     /**< "image/png" */
	char *hash;     /**< MD5, as written; NULL: none */
	char **tags;    /**< NULL-terminated; NULL: none */
	uint64_t width, height; /**< of an image, in pixels; 0: unknown, and not a PNG */
};
struct as_contest_files {
	struct as_contest_file *items; /**< as in the file */
	size_t count;
};

/* ---- rules ---- */

/** The details that a team sees of its submission: `feedback` of the contest or of a problem. Files
 * of a test are only shown if it is a sample or the package allows it. */
enum as_contest_feedback {
	AS_CONTEST_FEEDBACK_VERDICT,      /**< "verdict": only the verdict (and score); default */
	AS_CONTEST_FEEDBACK_FIRST_FAILED, /**< "first_failed": also the first test that failed, if
					     its files may be shown */
	AS_CONTEST_FEEDBACK_GROUPS,       /**< "groups": also the verdict of each group */
	AS_CONTEST_FEEDBACK_FULL,         /**< "full": also the verdict of each test */
};

/** "pass-fail", "score": scoreboard_type of the Contest API. */
const char *as_contest_scoreboard_name(enum as_scoreboard_type type);

/**
 * The keys of the folder for the rules of <assay/contest/rules.h>; the first value is the default:
 *
 * 	scoreboard_type: pass-fail, score       default: score if a package scores
 * 	penalty_time: RELTIME, or minutes       default: 20 minutes
 * 	rules:
 * 	  time_rounding: minute, second, millisecond      default of score contests: millisecond
 * 	  rounding_point: each, total
 * 	  total_time: sum, last
 * 	  compile_error_penalty: false, true
 * 	  score: groups, best, last
 * 	  score_ties: share, time
 * 	  medals: {gold: 4, silver: 4, bronze: 4}         default of score contests: 0 each
 * 	  finals: false, true
 */
struct as_contest_rules {
	struct as_rules scoring;
	struct as_award_rules awards;
};

/** Rate limits; AS_CONTEST_UNLIMITED is written as `unlimited`. */
struct as_contest_limits {
	uint64_t submissions_per_minute;    /**< of a team to a problem; default: 6 */
	uint64_t submissions_per_problem;   /**< of a team; default: unlimited */
	uint64_t clarifications_per_minute; /**< of a team; default: 6 */
};

/** Self-registration of teams. */
struct as_contest_registration {
	char *join_code;    /**< NULL: teams cannot register themselves */
	size_t group;       /**< of teams that register; AS_CONTEST_NONE: none */
	uint64_t max_teams; /**< maximum number of registrations; default: 500 */
};
#define AS_CONTEST_JOIN_CODE_MIN 6

/** When teams take part. */
struct as_contest_participation {
	/** A team starts when it likes during the contest, and then has this time; 0: all teams
	 * start with the contest. */
	int64_t time_per_team_ms;
	/** The range of virtual participation, UTC in milliseconds since 1970; AS_NEVER_MS: there
	 * is none. */
	int64_t virtual_from_wall_ms, virtual_to_wall_ms;
	bool practice; /**< teams may submit after the end, unranked; default: false */
};

/** Balloons, and prints for teams. */
struct as_contest_hall {
	/** While results of the freeze are hidden, a team gets balloons for them until it has this
	 * number of balloons; 0: none; AS_CONTEST_UNLIMITED: all. */
	uint64_t balloons_in_freeze;
	bool has_prints;          /**< teams may print; default: false */
	uint64_t print_pages;     /**< of one print; default: 10 */
	uint64_t prints_per_hour; /**< of a team; default: 10 */
	/** The program that prints, and its arguments; NULL: helpers print from the page. */
	char **print_command;
	struct as_contest_files map; /**< contest/map.png or map.jpg, of the room */
	double map_width; /**< of the picture, in the unit of `location` of teams; 0: pixels */
};
#define AS_CONTEST_BALLOONS_IN_FREEZE 3
#define AS_CONTEST_PRINT_PAGES 10
#define AS_CONTEST_PRINTS_PER_HOUR 10

/** Clarifications. */
struct as_contest_desk {
	/** The subjects of questions besides "General" and the problems; NULL-terminated. NULL:
	 * "Technical". */
	char **categories;
	char **answers; /**< texts for one click; NULL: "No comment." and another one */
};
#define AS_CONTEST_CATEGORY_MAX_BYTES 100
#define AS_CONTEST_ANSWER_MAX_BYTES 2000
#define AS_CONTEST_DESK_MAX 50 /* texts of a list */
/** The subject of a question without a category and a problem. */
#define AS_CONTEST_GENERAL "General"
/** The lists, with their defaults; NULL-terminated. */
const char *const *as_contest_desk_categories(const struct as_contest_desk *desk) AS_NONNULL(1);
/** True if a question may have the category; sets it (borrowed), to NULL for AS_CONTEST_GENERAL. */
bool as_contest_desk_has(const struct as_contest_desk *desk, const char *name,
	const char **category) AS_NONNULL(1, 2, 3);
const char *const *as_contest_desk_answers(const struct as_contest_desk *desk) AS_NONNULL(1);

/** What teams see of their submissions; the defaults of problems without their own. */
struct as_contest_insight {
	enum as_contest_feedback feedback;
	bool counterexample; /**< default: false */
};
/** The server's pages. */
struct as_contest_site {
	/** Names under which browsers reach the server, NULL-terminated; NULL: none. Only there,
	 * and at IP addresses, an account's `ip` replaces its password. */
	char **hosts;
	char *welcome; /**< a text for the home page; line feeds; NULL: none */
	char *contact; /**< whom to ask, likewise */
};
#define AS_CONTEST_SITE_TEXT_MAX_BYTES 20000

/** contest.yaml */
struct as_contest_settings {
	char *id;          /**< default: the folder's name, if that is an ID */
	char *name;        /**< default: the id */
	char *formal_name; /**< NULL: the name */
	/** UTC, in milliseconds since 1970; AS_NEVER_MS: an admin starts it. Read when the contest
	 * is served for the first time; later the log has the start time. */
	int64_t start_wall_ms;
	int64_t countdown_pause_ms; /**< -1: not paused; else start_wall_ms is AS_NEVER_MS */
	int64_t duration_ms;        /**< 1 s to AS_CONTEST_MAX_MS */
	int64_t freeze_duration_ms; /**< scoreboard_freeze_duration: 0 to duration_ms; default: 0 */
	int64_t thaw_wall_ms; /**< scoreboard_thaw_time, as start_wall_ms; AS_NEVER_MS: not set */
	size_t main_group;    /**< main_scoreboard_group_id; AS_CONTEST_NONE: all teams */
	struct as_contest_rules rules; /**< as_rules_check accepts them */
	struct as_contest_limits limits;
	struct as_contest_registration registration;
	struct as_contest_hall hall;
	struct as_contest_desk desk;
	struct as_contest_insight insight;
	char **languages; /**< allowed ids, sorted, NULL-terminated; NULL: all */
	struct as_contest_participation participation;
	struct as_contest_site site;
	struct as_contest_files files; /**< "banner", "logo" */
	json_t *more; /**< other properties, which are only exported, such as location; or NULL */
};

#endif

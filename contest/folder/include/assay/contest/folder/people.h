/* SPDX-License-Identifier: MIT */
/**
 * Groups, organizations, teams, persons and accounts of a contest. Included by folder.h.
 *
 * `more` is an object with properties of the Contest API that are only exported (location, url,
 * twitter_hashtag ...); NULL: none. Texts are UTF-8 without control characters, and otherwise
 * untrusted.
 */
#ifndef ASSAY_CONTEST_FOLDER_PEOPLE_H
#define ASSAY_CONTEST_FOLDER_PEOPLE_H

#include <assay/accounts.h>
#include <assay/contest/folder/settings.h>

struct as_contest_group {
	char *id;
	char *icpc_id; /**< or NULL */
	char *name;
	char *type;  /**< "site", "division"; or NULL */
	bool hidden; /**< its teams are only on the jury's boards */
	bool guest;  /**< its teams are seen, but not ranked */
	json_t *more;
};

struct as_contest_organization {
	char *id;
	char *icpc_id; /**< or NULL */
	char *name;
	char *formal_name;             /**< NULL: the name */
	char *country;                 /**< ISO 3166-1 alpha-3; or NULL */
	struct as_contest_files files; /**< "logo", "country_flag", "country_subdivision_flag" */
	json_t *more;
};

struct as_contest_team {
	char *id;
	char *icpc_id; /**< or NULL */
	char *name;
	char *label;         /**< default: the id */
	char *display_name;  /**< NULL: the name */
	char *place;         /**< in the hall, such as "Room 2, table 14"; NULL: unknown */
	size_t organization; /**< index; AS_CONTEST_NONE: none */
	size_t *groups;      /**< indices, ascending */
	size_t group_count;
	bool hidden;                   /**< the team itself; see also as_contest_team_is_hidden */
	bool guest;                    /**< the team itself is seen, but not ranked */
	struct as_contest_files files; /**< "photo", "video" ... */
	json_t *more;
};
/** display_name, else name. */
const char *as_contest_team_display_name(const struct as_contest_team *team) AS_NONNULL(1);

struct as_contest_person {
	char *id;
	char *icpc_id; /**< or NULL */
	char *name;
	char *role;    /**< "contestant", "coach", "staff" or "other" */
	size_t *teams; /**< indices, ascending; not empty for a contestant or coach */
	size_t team_count;
	struct as_contest_files files; /**< "photo" */
	json_t *more;                  /**< title, email, sex */
};

enum as_contest_role {
	AS_CONTEST_ADMIN,
	AS_CONTEST_JUDGE,
	AS_CONTEST_ANALYST,
	AS_CONTEST_BALLOON,
	AS_CONTEST_STAFF,
	AS_CONTEST_TEAM,
};
/** "admin", "judge", "analyst", "balloon", "staff", "team": `type` of an account. */
const char *as_contest_role_name(enum as_contest_role role);

struct as_contest_account {
	char *id;              /**< default: the username, if that is an ID */
	char *username;        /**< unique; 1 to 64 characters, without ':' (RFC 7617) and blanks */
	char *password;        /**< plain, or its Argon2id hash (password_is_hash); NULL: none */
	bool password_is_hash; /**< "$argon2id$v=19$..." */
	char *name;            /**< or NULL */
	enum as_contest_role role;
	char *ip;    /**< IPv4 or IPv6 address from which it logs in without a password; or NULL */
	size_t team; /**< index; set if and only if the role is AS_CONTEST_TEAM */
	size_t person; /**< index; AS_CONTEST_NONE: none */
	/** The number of the account in the file of shared accounts, from 1, the same in all
	 * contests that were opened with this file; 0: an account of this contest only. */
	size_t shared;
	/** The time at which an admin reset the password while the contest ran; 0: never. */
	int64_t reset_wall_ms;
};
/** In characters; limited only at registration. */
#define AS_CONTEST_TEAM_NAME_MAX 100
/** The maximum size of a text of this many characters in UTF-8. */
#define AS_CONTEST_UTF8_BYTES(characters) (4 * (characters))

#endif

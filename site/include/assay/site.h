/* SPDX-License-Identifier: MIT */
/**
 * site: what each site of this program needs besides its own pages: log-in with passwords, limits
 * on guesses, sessions, tokens, forms that other sites cannot send, redirects, downloads, and
 * streams of texts that change, the frame of pages. The library does not know the subject of the
 * site, and keeps nothing on disk: the owner numbers the accounts, keeps sessions and tokens, and
 * answers questions by callbacks.
 *
 * Life cycle: fill a `struct as_site_config`; as_site_open; as_site_serve; the handlers of the
 * owner's routes call the functions of the headers in site/ beside this file; as_site_stop;
 * as_http_close; as_site_close.
 *
 * Threads: any number of threads may call the functions at the same time. Callbacks run in any
 * thread, without a lock of this library. Only callbacks may block; answers that need a hash of a
 * password come from a thread of this library, where they may block.
 */
#ifndef ASSAY_SITE_H
#define ASSAY_SITE_H

#include <assay/http.h>

struct as_site;
struct in6_addr;

/* ---- accounts ---------------------------------------------------------------------------- */

/** No account: there is no log-in, or no account was found. */
#define AS_SITE_NONE SIZE_MAX
/** The maximum length of a password. A character of UTF-8 has at most 4 bytes. */
#define AS_SITE_PASSWORD_MAX 128

/** What an account logs in with. */
struct as_site_secret {
	size_t account; /**< AS_SITE_NONE: none, or it has no secret */
	enum as_site_secret_kind {
		AS_SITE_PASSWORD, /**< as typed */
		AS_SITE_HASH,     /**< by crypto_pwhash_str of libsodium (Argon2id) */
		AS_SITE_ADDRESS,  /**< an IP address; there is no password */
	} kind;
	/** The number of an account that several sites share, from 1, the same in all of them; 0:
	 * an account of this site only. Wrong passwords are counted together (as_site_common). */
	size_t common;
	char text[4 * AS_SITE_PASSWORD_MAX + 1];
};

/** A session belongs to a browser, a token to a program. */
enum as_site_credential_kind { AS_SITE_SESSION, AS_SITE_TOKEN };

/** What the owner keeps of a session or token. */
struct as_site_credential {
	size_t account; /**< AS_SITE_NONE: there is none, or it has ended */
	/** A digest of the account's secret, keyed with the token, so that only a holder of the
	 * token can compare it; "": made by an older version of this program. */
	char seal[AS_DIGEST_HEX_SIZE];
};

/** A new session, for the owner to keep. Pointers are borrowed for the call. */
struct as_site_session {
	const char *hash, *seal;
	size_t account;
	int64_t lasts_ms;    /**< from now */
	const char *address; /**< of the browser */
};

/* ---- the site ---------------------------------------------------------------------------- */

/** The numbers of wrong passwords, for sites that have some accounts in common. Open it before the
 * sites, and close it after them. Takes NULL. */
struct as_site_common;
struct as_site_common *as_site_common_open(struct as_error *error) AS_MUST_USE;
void as_site_common_close(struct as_site_common *common);

/** Functions that return int: -1 with an error if nothing was stored. */
struct as_site_owner {
	/** Finds the account of a username, and fills in its secret. `*secret` is none before. */
	void (*find_name)(void *context, const char *username, struct as_site_secret *secret);
	/** Fills in the secret of an account. `*secret` is none before. */
	void (*find_secret)(void *context, size_t account, struct as_site_secret *secret);
	/** The account that logs in by that address without a password (as_site_is_address), or
	 * AS_SITE_NONE. */
	size_t (*find_address)(void *context, const struct in6_addr *address);
	/** Finds a session or token by the digest of its token. */
	struct as_site_credential (*find_credential)(
		void *context, enum as_site_credential_kind kind, const char *hash);
	int (*add_session)(
		void *context, const struct as_site_session *session, struct as_error *error);
	int (*end_session)(void *context, const char *hash, struct as_error *error);
	/** A wrong password for an account, or, for AS_SITE_NONE, for an unknown username; can be
	 * NULL. */
	void (*refused)(void *context, size_t account, const char *address);
	/** Logs a line. Must not wait. */
	void (*note)(void *context, const char *text);
	void *context;
};

/** Pointers are borrowed until as_site_close, except `id` and the list `hashes`: for the call. The
 * texts of that list are borrowed until as_site_close. */
struct as_site_config {
	/** Names the cookie: sites at ports of one host need different ids. Sites of one port whose
	 * owners find each other's sessions have the same id. */
	const char *id;
	const char *base; /**< "", or the path prefix of a proxy: "/spring" */
	bool has_tls;     /**< of its own, without a proxy */
	bool shares_host; /**< the port has other sites; `base` is not "" */
	/** Names of this site in Host, besides its IP addresses; NULL-terminated, or NULL: none */
	char *const *hosts;
	/** Hashes of passwords that the owner has now. A wrong password for a name without a hash
	 * is compared with one of them, so that it takes the same time. */
	const char *const *hashes;
	size_t hash_count;
	/** NULL: all accounts are of this site only. */
	struct as_site_common *common;
	bool adds_hashes; /**< accounts with hashes of as_site_hash can be added later */
	struct as_site_owner owner;
};

/** Starts the processes that hash passwords. NULL: out of memory, or they cannot start
 * (AS_ERROR_MACHINE, AS_ERROR_INTERNAL). */
struct as_site *as_site_open(
	const struct as_site_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** From now on no comparison or hash of a password begins: log-ins that wait end with
 * AS_SITE_LOGIN_BUSY.
 * Call it before as_http_close, which waits for all answers. */
void as_site_stop(struct as_site *site) AS_NONNULL(1);
/** Waits for all passwords that are being compared or hashed. Takes NULL. */
void as_site_close(struct as_site *site);
/** The number of log-ins and registrations that wait for a hashing process. */
size_t as_site_waiting(struct as_site *site) AS_NONNULL(1);

/** The public text for an error of the owner's store: its own may name hosts and users. */
#define AS_SITE_STORE_FAILED "the server cannot store anything at the moment: try again in a minute"

#include <assay/site/answer.h>
#include <assay/site/live.h>
#include <assay/site/login.h>
#include <assay/site/page.h>
#include <assay/site/serve.h>
#include <assay/site/session.h>
#include <assay/site/upload.h>

#endif

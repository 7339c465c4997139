/* SPDX-License-Identifier: MIT */
/**
 * accounts: the rules for usernames and passwords in files, and passwords for cards. Lengths are in
 * characters: code points of Unicode. Errors are of the kind AS_ERROR_INPUT, without a place; they
 * never show a password.
 */
#ifndef ASSAY_ACCOUNTS_H
#define ASSAY_ACCOUNTS_H

#include <assay/base.h>

#define AS_PASSWORD_MIN 8
/** Bounds the cost of hashing. */
#define AS_PASSWORD_MAX 128
#define AS_USERNAME_MAX 64

/** Makes a password that can be read from paper and typed: "k7mp-x2vd-hq9r", 59 random bits,
 * without letters and digits that look alike. Returns `password`. */
#define AS_PASSWORD_SIZE 15
char *as_password_make(char password[AS_PASSWORD_SIZE]) AS_NONNULL(1);
/** True for a hash of Argon2id, as libsodium writes it, in place of a password. */
bool as_password_is_hash(const char *password) AS_NONNULL(1);
/** Refuses a password or hash that is too short or too long. */
int as_password_check(const char *password, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Refuses a username that is too long, or that has blanks or ':' (RFC 7617). */
int as_username_check(const char *username, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** The number of characters of a text in UTF-8. */
size_t as_characters_count(const char *text) AS_NONNULL(1);

#endif

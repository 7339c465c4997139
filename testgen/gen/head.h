/**
 * gen.h: for the small programs inside a problem package: generators, input validators, output
 * validators and interactors. It is one file, C11 and C++17, and needs only the standard library.
 * All names begin with gen_ or GEN_; names that end in an underscore are private.
 *
 * ## Generators
 *
 * A generator prints one test input. The same command line gives the same bytes on every machine:
 * integers only, no clock, no address, no libm. All random draws come from the text of its option
 * --seed.
 *
 *	#include <assay/gen.h>
 *
 *	int main(int argc, char **argv)
 *	{
 *		gen_start(argc, argv);
 *		int64_t n = gen_option_int("n", 1, 100000);         // --n 5 or --n=5; required
 *		int64_t max = gen_option_int_or("max", 9, 0, 1000); // default 9
 *		gen_write_int(n);
 *		for (int64_t i = 0; i < n; i++) {
 *			i ? gen_space() : gen_newline();
 *			gen_write_int(gen_int(1, max));
 *		}
 *		gen_newline();
 *		return gen_end();
 *	}
 *
 * gen_end writes the rest of the buffer. It fails on a full disk, and if an option was given that
 * the program never read. Every error is one line on stderr and exit status 1. Do not mix these
 * writers with printf, since they have a buffer of their own.
 *
 * Options: gen_option_int, gen_option_text and gen_option_choice; with the suffix _or they are
 * optional. Writers: gen_write_int, gen_write_ints, gen_write_real, gen_write_edges,
 * gen_write_weighted_edges, gen_write_char, gen_text, gen_space and gen_newline. The comment above
 * each function is its contract.
 *
 * Random draws, all made of gen_draw:
 *
 * - numbers: gen_int, gen_chance, gen_int_skewed; gen_weighted by integer weights (gen_weights_new
 *   and gen_weights_draw for many draws); gen_ints, gen_sorted, gen_distinct (of any range),
 *   gen_permutation and gen_partition fill an array; gen_shuffle and gen_sort put one into order
 * - sequences: gen_sequence with a shape by name: random, distinct, ties, plateaus, equal, least,
 *   greatest, increasing, decreasing, strictly-increasing, mountain, valley, peaks, alternate,
 *   alternate-high, palindrome, giants, giant-first, giant-second, giant-middle, giant-last;
 *   gen_array allocates one
 * - strings: gen_string of an alphabet, gen_string_like a pattern, gen_distinct_words
 * - trees: gen_tree with a shape by name: path, star, caterpillar, binary, complete, broom, deep,
 *   random; gen_parents and gen_parents_within with bounds for the distance of parents. An edge is
 *   a struct gen_edge, from and to, of the vertices 1 to n; parents count from 0
 * - graphs: gen_graph (simple; GEN_CONNECTED, GEN_DAG), gen_bipartite, gen_relabel; gen_path
 *   between given vertices, and gen_graph_with_path: a graph or tree that contains it
 *
 * ## Input validators
 *
 * A validator reads every byte of one test input. It exits with 42 (accepted) or 43 (rejected, with
 * line, column and the expectation on stderr):
 *
 *	#include <assay/gen.h>
 *
 *	int main(void)
 *	{
 *		int64_t n = gen_read_int(1, 100000, "n");
 *		gen_read_newline();
 *		gen_read_ints(NULL, (size_t)n, 0, 1000, "a value");
 *		gen_read_newline();
 *		return gen_read_end();
 *	}
 *
 * Other readers: gen_read_space, gen_read_word, gen_read_word_like a pattern, gen_read_choice,
 * gen_read_line, gen_read_real (exact), gen_read_edges, gen_read_weighted_edges. gen_read_reject is
 * for all other rules, with the tests gen_is_distinct, gen_is_connected, gen_is_tree and
 * gen_is_simple.
 *
 * A validator that takes options calls gen_start first, as above. With --overview FILE (or
 * GEN_OVERVIEW=FILE in the environment) it then reports which bounds an accepted input reaches.
 * After the line "gen-overview 1" FILE has a line for each name given to a reader: the number of
 * values, the least and the greatest value, "lower" and "upper" if a value reached that bound (else
 * "-"), and the name.
 *
 * ## Output validators and interactors
 *
 * They read three files by tokens, whatever the white space: GEN_OUTPUT, the submission's output;
 * GEN_INPUT; and GEN_ANSWER, the judge's answer. They exit with 42, or with 43 and a line in
 * judgemessage.txt such as "token 3: expected a place, an integer from 1 to 5, got 'x'". An error
 * in the input or the judge's answer is exit status 1, a judging error.
 *
 *	#include <assay/gen.h>
 *
 *	int main(int argc, char **argv)
 *	{
 *		gen_check_start(argc, argv);
 *		int64_t n = gen_check_int(GEN_INPUT, 1, 100000, "n");
 *		int64_t best = gen_check_int(GEN_ANSWER, 1, n, "the best place");
 *		int64_t place = gen_check_int(GEN_OUTPUT, 1, n, "a place");
 *		if (place > best)
 *			gen_check_fault(GEN_OUTPUT, "%" PRId64 " is not the best place", place);
 *		if (place < best)
 *			gen_fail("%" PRId64 " is better than the judge's answer", place);
 *		return gen_check_accept();
 *	}
 *
 * Other functions: gen_check_ints, gen_check_token, gen_check_token_like a pattern,
 * gen_check_choice, gen_check_real (and gen_close), gen_check_line, gen_check_more; gen_check_wrong
 * if no single token is at fault; gen_check_tell_judge and gen_check_tell_team for the feedback
 * files; gen_check_accept_score, gen_check_accept_multiplier, gen_check_next_pass. gen_check_accept
 * rejects output that was not read.
 *
 * Memory is bounded whatever a submission prints, and its output is never used as a format.
 *
 * An interactor begins with gen_interact_start. The writers above then write to the submission.
 * Their text is sent before GEN_OUTPUT is read; reading waits for the end of one token. At the end
 * of the interaction gen_check_end sends the rest, ends the submission's input and rejects any
 * further output. Without it, gen_check_accept does not check for further output.
 *
 *	#include <assay/gen.h>
 *
 *	int main(int argc, char **argv)
 *	{
 *		gen_interact_start(argc, argv);
 *		int64_t secret = gen_check_int(GEN_INPUT, 1, 1000, "the number");
 *		for (int guesses = 0; guesses < 10; guesses++) {
 *			int64_t guess = gen_check_int(GEN_OUTPUT, 1, 1000, "a guess");
 *			gen_text(guess < secret ? "more\n" : guess > secret ? "less\n" : "right\n");
 *			if (guess == secret) {
 *				gen_check_end(GEN_OUTPUT);
 *				return gen_check_accept();
 *			}
 *		}
 *		gen_check_wrong("not found in 10 guesses");
 *	}
 *
 * ## Patterns
 *
 * A word can be matched with a pattern: a sequence of characters and classes, each with a number of
 * repetitions: "a", "[a-z]{1,100}", "-?[1-9][0-9]*". Repetitions are {n} {n,m} {n,} ? * +, and a
 * backslash quotes a special character. There are no alternatives and no groups.
 *
 * ## The choice tape
 *
 * With --tape-out FILE (or GEN_TAPE_OUT=FILE in the environment) a generator records every draw.
 * After the line "gen-tape 2" there is a line for each draw: the maximum choice, and the choice,
 * from 0 to the maximum. With --tape-in FILE (or GEN_TAPE_IN) it uses the second numbers of such a
 * file instead of drawing. A choice above the maximum becomes the maximum, and choices after the
 * end of the file are 0; after 2,000 of them they are drawn from a stream, so that a loop that
 * waits for another choice ends. So a tape can be edited freely: each tape gives an input that the
 * generator can make, and smaller choices give simpler inputs. A choice of gen_int is the index of
 * the number in the order 0, 1, -1, 2, -2, ... without those that are out of bounds.
 *
 * `assay stress` enumerates and shrinks the tapes of every generator that draws through this file.
 * Further lines of a tape help it:
 *
 * - "option n 1 100000 20": an option that was read as a number or a word's index, its bounds and
 *   its value. On replay, these values replace those of the command line. Every value is clamped to
 *   its bounds, which may depend on other options.
 * - "(" and ")": gen_part_begin and gen_part_end, which a generator calls around draws that belong
 *   together, such as one test case with its number of values. So a tool can leave one out.
 *   gen_sequence, gen_string, gen_tree, gen_graph and others do so.
 * - "rest SEED MAX": after the end choices are drawn from the stream of SEED, each at most MAX.
 * - "word TEXT", with a rest: one in four strings that are drawn after the end is such a word,
 *   cut or repeated, with other choices where its characters are not allowed. The line "words" in
 *   a record says that strings were drawn.
 *
 * A generator must end on any tape. A loop such as `do b = gen_int(1, n); while (b == a);` ends
 * late on a short tape, and never if n is 1; gen_distinct, or gen_int(1, n - 1) and a step over a,
 * needs no loop.
 *
 * An input shrinks best if the generator draws a count immediately before the elements, and draws
 * each element in the same way. Sizes should come from options or draws, not from constants.
 * "gen-tape 1", of older generators, contains only choices, and gen_int counts from its lower
 * bound.
 */

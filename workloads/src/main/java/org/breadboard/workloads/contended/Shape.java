// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import org.breadboard.workloads.parts.Hash64;

/**
 * What one of many contended workloads is like. All of it follows from a number.
 *
 * @param keys records that each table has room for, in all or, of the ordered table, per node
 * @param valueBytes size of a value
 * @param accesses the most records or ranges that a transaction names
 * @param rounds the most rounds in which it fetches them
 * @param exponent how skewed keys are: the exponent of a Zipf distribution
 * @param readOnlyPercent how many of 100 transactions write nothing
 * @param localPercent how many of 100 transactions keep to records whose primary is their own node
 * @param abortPercent how many of 100 transactions their own logic aborts
 * @param updatePercent how many of 100 accesses of a transaction that writes are updates
 * @param churnPercent how many of these are inserts or deletes, where there are any
 * @param rangePercent how many of the accesses to an ordered table are ranges, minima or maxima
 */
record Shape(
        int keys,
        int valueBytes,
        int accesses,
        int rounds,
        double exponent,
        int readOnlyPercent,
        int localPercent,
        int abortPercent,
        int updatePercent,
        int churnPercent,
        int rangePercent) {
    /** More would not fit into the input of a transaction, with what stands before them. */
    static final int MOST_ACCESSES = 12;

    private static final int[] VALUE_BYTES = {16, 40, 104, 200};
    private static final double[] EXPONENTS = {0, 0, 0.99};
    private static final int[] LOCAL = {0, 0, 50, 100};
    private static final int[] CHURN = {10, 30, 60};

    /** The shape of a number. */
    static Shape of(long number) {
        int accesses = 2 + draw(number, 1, 7);
        return new Shape(
                4 << draw(number, 2, 5),
                VALUE_BYTES[draw(number, 3, VALUE_BYTES.length)],
                accesses,
                1 + draw(number, 4, Math.min(accesses, 3)),
                EXPONENTS[draw(number, 5, EXPONENTS.length)],
                10 * draw(number, 6, 6),
                LOCAL[draw(number, 7, LOCAL.length)],
                5 * draw(number, 8, 3),
                20 + 10 * draw(number, 9, 8),
                CHURN[draw(number, 10, CHURN.length)],
                10 * (1 + draw(number, 11, 7)));
    }

    /** This shape with some of it chosen; 0 leaves it as it is. */
    Shape with(int chosenKeys, int chosenValueBytes, int chosenAccesses, int chosenRounds) {
        int most = chosenAccesses > 0 ? chosenAccesses : accesses;
        return new Shape(
                chosenKeys > 0 ? chosenKeys : keys,
                chosenValueBytes > 0 ? chosenValueBytes : valueBytes,
                most,
                chosenRounds > 0 ? chosenRounds : Math.min(rounds, most),
                exponent,
                readOnlyPercent,
                localPercent,
                abortPercent,
                updatePercent,
                churnPercent,
                rangePercent);
    }

    private static int draw(long number, int which, int bound) {
        return Hash64.below(bound, Hash64.of(number, which));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.packet;

/**
 * Numbers of requests: above 12 bits that count what a switch turned round since the store last answered this client,
 * 20 bits that count those answers. Both wrap, so that numbers are compared by their difference.
 *
 * <p>NOCC numbers requests one by one. But a packet that is duplicated, or sent again after a time-out, can be turned
 * round by the switch while its twin commits at the store, and a client that then goes on with a new number would run
 * its transaction twice. Two requests that agree in the upper bits are attempts at the same thing, of which a store
 * executes one: to a later one it answers what became of that (our refinement; the paper leaves losses open).
 */
public final class RequestId {
    private static final int ATTEMPT_BITS = 12;
    /** The last attempt of a kind; a client that gets so far asks the store for values instead. */
    public static final int LAST_ATTEMPT = (1 << ATTEMPT_BITS) - 1;

    private RequestId() {}

    /** Which attempt it is, counted from 0. */
    public static int attempt(int request) {
        return request & LAST_ATTEMPT;
    }

    /** The number of the first attempt at what a number is an attempt at. */
    public static int firstAttempt(int request) {
        return request & ~LAST_ATTEMPT;
    }

    /** The number that follows an answer of the store. */
    public static int afterStore(int request) {
        return (request | LAST_ATTEMPT) + 1;
    }

    /** Whether two requests are attempts at the same thing. */
    public static boolean sameTurn(int a, int b) {
        return (a ^ b) >>> ATTEMPT_BITS == 0;
    }

    /** Whether {@code a} was made before {@code b}, if they are less than half of all numbers apart. */
    public static boolean isBefore(int a, int b) {
        return a - b < 0;
    }
}

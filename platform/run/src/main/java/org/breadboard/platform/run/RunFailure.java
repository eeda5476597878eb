// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

/**
 * Why a run failed before, or beside, what its checks found.
 *
 * @param kind by which programs decide
 * @param dropped whether devices dropped packets that nobody may have sent again
 * @param sentence for people: one or two sentences
 */
public record RunFailure(Kind kind, boolean dropped, String sentence) {
    /** What a failure is of. */
    public enum Kind {
        /** A plug-in, or Breadboard, threw or hung. */
        FAULT,
        /** A part had no room for what the run came to, in a size that the mix sets. */
        OUT_OF_ROOM,
        /** Transactions had no answer when nothing went wrong any more. */
        NEVER_ANSWERED,
        /** A protocol that recovers left transactions of which nobody knows whether they committed. */
        UNKNOWN_OUTCOME,
        /** Transactions were tried again and again when nothing went wrong any more, and did not commit. */
        NEVER_COMMITTED,
        /** The history could not be written to its file. */
        NOT_WRITTEN;

        /** Whether something went on without an end, instead of ending wrongly. */
        public boolean isUnended() {
            return this == NEVER_ANSWERED || this == UNKNOWN_OUTCOME || this == NEVER_COMMITTED;
        }
    }

    /** A failure without dropped packets. */
    public RunFailure(Kind kind, String sentence) {
        this(kind, false, sentence);
    }

    /** The same if there is a sentence; else null, for there is no failure. */
    public static RunFailure orNull(Kind kind, String sentence) {
        return sentence == null ? null : new RunFailure(kind, sentence);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.nemesis;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One fault at one instant of a run in virtual time. Immutable; any thread.
 *
 * @param kind a machine, its NIC, its queue pairs, all machines or a switch that fails
 * @param moment of which instants it is one
 * @param number which of them, from 1; 0 strikes at none
 * @param lostStores how many of the last stores of the step under way are lost, each of a word of memory that survives
 */
public record FaultAt(Faults.Kind kind, Moment moment, long number, int lostStores) {
    /** What can strike at an instant. */
    public static final List<Faults.Kind> KINDS = List.of(
            Faults.Kind.CRASH,
            Faults.Kind.POWER_LOSS,
            Faults.Kind.NIC_CRASH,
            Faults.Kind.QP_ERROR,
            Faults.Kind.SWITCH_CRASH);

    private static final Pattern TEXT = Pattern.compile("([a-z-]+)@([a-z]+):(\\d{1,15})(?:-(\\d{1,9}))?");

    /** The instants of a run. */
    public enum Moment {
        /**
         * The boundary of two steps of a stage: a step has been done, and nothing has left that it sends; or all of
         * that has left, and the next one has not begun.
         */
        STEP,
        /** Before a message, or a completion of what a device does for another part, arrives. */
        ARRIVAL,
        /** In a step of a stage, or of a device at an arrival, after some of its stores to memory that survives. */
        STORE;

        /** As users write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * The moment of a word.
         *
         * @throws IllegalArgumentException if it is none; the message says which there are, and lacks its subject
         */
        public static Moment of(String word) {
            return Arrays.stream(values())
                    .filter(each -> each.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("knows no '" + word + "'; it takes "
                            + Arrays.stream(values()).map(Moment::word).collect(Collectors.joining(", ")) + "."));
        }
    }

    /**
     * Reads {@code crash@arrival:17}, or {@code power-loss@store:17-3} for the last three stores of it lost.
     *
     * @return null if it is empty
     * @throws IllegalArgumentException if it is neither; the message lacks its subject
     */
    public static FaultAt parse(String text) {
        if (text.isBlank()) {
            return null;
        }
        Matcher parts = TEXT.matcher(text.strip());
        boolean known =
                parts.matches() && KINDS.stream().anyMatch(kind -> kind.word().equals(parts.group(1)));
        if (!known) {
            throw new IllegalArgumentException("is no '" + text.strip() + "'; it is one of "
                    + KINDS.stream().map(Faults.Kind::word).collect(Collectors.joining(", "))
                    + " at the step, arrival or store of a number, such as crash@arrival:17.");
        }
        Moment moment = Moment.of(parts.group(2));
        int lost = parts.group(4) == null ? 0 : Integer.parseInt(parts.group(4));
        if (lost > 0 && moment != Moment.STORE) {
            throw new IllegalArgumentException("says that stores are lost, which is for store:NUMBER-LOST alone.");
        }
        return new FaultAt(Faults.parse(parts.group(1)).get(0), moment, Long.parseLong(parts.group(3)), lost);
    }

    /** As {@link #parse} reads it. */
    public String text() {
        return kind.word() + "@" + moment.word() + ":" + number + (lostStores == 0 ? "" : "-" + lostStores);
    }
}

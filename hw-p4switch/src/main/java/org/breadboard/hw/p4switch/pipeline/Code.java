// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

import java.util.Arrays;

/** The words that a pipeline interprets, as they are written one after another, and what they mean. One thread. */
public final class Code {
    // Rules: kind, the conditions that are not in the stage's rows, and what their class writes.
    /** A match and its actions. */
    public static final int MATCH = 0;
    /** An access to a register. */
    public static final int ACCESS = 1;

    // Conditions: kind, field, number or field.
    /** The field is the number. */
    public static final int IS = 0;
    /** The field is not the number. */
    public static final int IS_NOT = 1;
    /** The field is below the number, both without sign. */
    public static final int BELOW = 2;
    /** The field is as the other field. */
    public static final int IS_FIELD = 3;
    /** The field is not as the other field. */
    public static final int IS_NOT_FIELD = 4;
    /** The field is below the other field, both without sign. */
    public static final int BELOW_FIELD = 5;

    // Actions: kind, target, number or field. The first three are writes of cells, too.
    /** Sets the target to a number. */
    public static final int SET = 0;
    /** Sets the target to a field. */
    public static final int COPY = 1;
    /** Adds a number to the target. */
    public static final int ADD = 2;
    /** Sets the target to the hash of a field. */
    public static final int HASH = 3;
    /** Counts; the target is a counter. */
    public static final int COUNT = 4;
    /** Says what becomes of the packet; the target is the ordinal of a {@link org.breadboard.api.pipeline.Fate}. */
    public static final int THEN = 5;

    // What a write of a cell depends on.
    /** Nothing. */
    public static final int ALWAYS = 0;
    /** The cell is a number. */
    public static final int IF_IS = 1;
    /** The cell is as a field. */
    public static final int IF_IS_FIELD = 2;
    /** The cell is below a number, both without sign. */
    public static final int IF_BELOW = 3;
    /** The cell is below a field, both without sign. */
    public static final int IF_BELOW_FIELD = 4;

    /** No write of a cell, or no field. */
    public static final int NONE = -1;

    private int[] words = new int[16];
    private int size;

    /** Writes a word. */
    public void add(int word) {
        if (size == words.length) {
            words = Arrays.copyOf(words, size * 2);
        }
        words[size++] = word;
    }

    /** Writes these words. */
    public void addAll(int... more) {
        for (int word : more) {
            add(word);
        }
    }

    /** Writes what another one has. */
    public void addAll(Code other) {
        for (int i = 0; i < other.size; i++) {
            add(other.words[i]);
        }
    }

    /** How many words there are. */
    public int size() {
        return size;
    }

    int[] toArray() {
        return Arrays.copyOf(words, size);
    }
}

package org.breadboard.hw.p4switch.pipeline;

import java.util.Arrays;

/** Words that a pipeline is loaded with, as they are written one after another. */
final class Code {
    private int[] words = new int[256];
    private int size;

    void add(int word) {
        if (size == words.length) {
            words = Arrays.copyOf(words, size * 2);
        }
        words[size++] = word;
    }

    /** Leaves room for a word that is known later. */
    int reserve() {
        add(0);
        return size - 1;
    }

    void set(int at, int word) {
        words[at] = word;
    }

    int size() {
        return size;
    }

    int[] toArray() {
        return Arrays.copyOf(words, size);
    }
}

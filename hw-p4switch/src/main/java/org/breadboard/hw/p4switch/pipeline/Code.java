package org.breadboard.hw.p4switch.pipeline;

import java.util.Arrays;

/** Words that a pipeline is loaded with, as they are written one after another. */
final class Code {
    private int[] words = new int[16];
    private int size;

    void add(int word) {
        if (size == words.length) {
            words = Arrays.copyOf(words, size * 2);
        }
        words[size++] = word;
    }

    void addAll(Code other) {
        for (int i = 0; i < other.size; i++) {
            add(other.words[i]);
        }
    }

    int size() {
        return size;
    }

    int[] toArray() {
        return Arrays.copyOf(words, size);
    }
}

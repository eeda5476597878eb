package org.breadboard.hw.htmbloom.node;

import java.util.Arrays;

/** Numbers of lines, each once or more. One thread; grows, and is used again without allocation. */
final class LineList {
    private long[] lines = new long[16];
    private int size;

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    long get(int index) {
        return lines[index];
    }

    void add(long line) {
        if (size == lines.length) {
            lines = Arrays.copyOf(lines, 2 * size);
        }
        lines[size++] = line;
    }

    void addRange(long first, long last) {
        for (long line = first; line <= last; line++) {
            add(line);
        }
    }

    boolean contains(long line) {
        for (int i = 0; i < size; i++) {
            if (lines[i] == line) {
                return true;
            }
        }
        return false;
    }
}

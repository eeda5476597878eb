// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

import java.util.Arrays;

/** Numbers of lines, each once or more. One thread; grows, and is used again without allocation. */
public final class LineList {
    private long[] lines = new long[16];
    private int size;

    /** Forgets all of them. */
    public void clear() {
        size = 0;
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    /** The line at a place, from 0 on. */
    public long get(int index) {
        return lines[index];
    }

    /** Adds a line. */
    public void add(long line) {
        if (size == lines.length) {
            lines = Arrays.copyOf(lines, 2 * size);
        }
        lines[size++] = line;
    }

    /** Adds lines in a row, the last one included. */
    public void addRange(long first, long last) {
        for (long line = first; line <= last; line++) {
            add(line);
        }
    }

    /** Takes one line out that is among them, once. */
    public void remove(long line) {
        for (int i = 0; i < size; i++) {
            if (lines[i] == line) {
                lines[i] = lines[--size];
                return;
            }
        }
        throw new IllegalStateException("line " + line + " is taken out, and is not there");
    }

    /** Whether a line is among them. */
    public boolean contains(long line) {
        for (int i = 0; i < size; i++) {
            if (lines[i] == line) {
                return true;
            }
        }
        return false;
    }
}

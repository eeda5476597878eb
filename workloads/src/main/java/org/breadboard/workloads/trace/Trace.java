// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.breadboard.api.RefusedException;

/**
 * The operations of a file. Keys, which may be any words without blanks, quotes, semicolons and bars, are numbered as
 * they appear: with one of these a file has other separators than commas, or fields in quotes. Immutable; any thread.
 */
final class Trace {
    private static final int MOST_LINES = 2_000_000;
    private static final Pattern KEY = Pattern.compile("[^\\s\\p{Cntrl},;|\"']+");
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final List<String> HEADERS = List.of("operation,key", "key");

    private final String file;
    private final int keys;
    /** Each a key's number twice, and one more for an update. */
    private final int[] operations;

    private Trace(String file, int keys, int[] operations) {
        this.file = file;
        this.keys = keys;
        this.operations = operations;
    }

    /**
     * Reads a file.
     *
     * @throws RefusedException if it cannot be read, or is no trace; the sentence names the line
     */
    static Trace read(Path file) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        int[] operations = new int[1024];
        int count = 0;
        int number = 0;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                boolean marked = number == 1 && line.startsWith(BYTE_ORDER_MARK);
                String text = (marked ? line.substring(1) : line).strip();
                if (text.isEmpty() || text.startsWith("#") || count == 0 && isHeading(text)) {
                    continue;
                }
                int comma = text.indexOf(',');
                String operation = comma < 0 ? "read" : text.substring(0, comma).strip();
                String key = text.substring(comma + 1).strip();
                boolean updates = operation.equals("update");
                if (!KEY.matcher(key).matches() || !updates && !operation.equals("read")) {
                    throw new RefusedException(file + ":" + number
                            + ": a line of a trace is a key, or read,KEY or update,KEY, and a key has no blank and none of , ; | \" ', not '"
                            + text
                            + "'.");
                }
                if (count == MOST_LINES) {
                    throw new RefusedException(file + " has more than " + MOST_LINES + " lines; take a part of it.");
                }
                if (count == operations.length) {
                    operations = Arrays.copyOf(operations, 2 * count);
                }
                Integer known = numbers.putIfAbsent(key, numbers.size());
                operations[count++] = 2 * (known == null ? numbers.size() - 1 : known) + (updates ? 1 : 0);
            }
        } catch (CharacterCodingException binary) {
            throw new RefusedException(file + " is not UTF-8 text, so that it is no trace.");
        } catch (IOException failed) {
            throw new RefusedException(file + " cannot be read: " + failed.getMessage() + ".");
        }
        if (count == 0) {
            throw new RefusedException(file + " has no line with a key.");
        }
        return new Trace(file.getFileName().toString(), numbers.size(), Arrays.copyOf(operations, count));
    }

    private static boolean isHeading(String text) {
        return HEADERS.contains(text.toLowerCase(Locale.ROOT).replaceAll("\\s", ""));
    }

    /** The file's name. */
    String file() {
        return file;
    }

    /** How many different keys it has. */
    int keys() {
        return keys;
    }

    /** How many operations it has. */
    int length() {
        return operations.length;
    }

    /** The number of an operation's key. */
    int key(int at) {
        return operations[at] >>> 1;
    }

    /** Whether an operation updates. */
    boolean updates(int at) {
        return (operations[at] & 1) != 0;
    }
}

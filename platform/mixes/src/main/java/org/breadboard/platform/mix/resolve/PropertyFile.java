// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.breadboard.platform.yaml.SettingText;
import org.breadboard.platform.yaml.Where;

/** Reads a file of Java properties, such as YCSB's, with the place of each. */
final class PropertyFile {
    private static final long MAX_BYTES = 1 << 20;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private PropertyFile() {}

    /**
     * The properties, in the order of the file. Places call the file what the mix calls it.
     *
     * @throws org.breadboard.api.RefusedException if it cannot be read, or says something twice
     */
    static Map<String, Layers.Entry> read(String key, Layers.Entry named) {
        Path path = SettingText.file(key, named.text(), named.where());
        Map<String, Layers.Entry> entries = new LinkedHashMap<>();
        try {
            if (Files.size(path) > MAX_BYTES) {
                throw named.where().refuse(path + " is larger than 1 MB, which no property file needs.");
            }
            List<String> lines = lines(path);
            if (!lines.isEmpty() && lines.get(0).startsWith(BYTE_ORDER_MARK)) {
                lines.set(0, lines.get(0).substring(1));
            }
            StringBuilder logical = new StringBuilder();
            for (int i = 0; i < lines.size(); i++) {
                logical.append(lines.get(i)).append('\n');
                Properties one = new Properties();
                if (lines.get(i).endsWith("\\") && i + 1 < lines.size()) {
                    continue; // the line goes on
                }
                one.load(new StringReader(logical.toString()));
                logical.setLength(0);
                Where where = new Where(named.text(), i + 1, path.getParent());
                one.stringPropertyNames().forEach(name -> {
                    if (name.equals("id") || name.equals(MixKeys.PROPERTIES)) {
                        throw where.refuse("'" + name + "' is no setting of a workload: the mix says it.");
                    }
                    String value = where.printable(one.getProperty(where.printable(name)));
                    Layers.Entry before = entries.put(name, new Layers.Entry(value, where));
                    if (before != null) {
                        throw where.refuse("'" + name + "' is already given at line "
                                + before.where().line() + "; keep one of the two.");
                    }
                });
            }
        } catch (IOException | IllegalArgumentException failed) {
            throw named.where().refuse(path + " is no property file: " + failed.getMessage() + ".");
        }
        return entries;
    }

    /** By the JDK's documentation such files are Latin-1; most are UTF-8 today. */
    private static List<String> lines(Path path) throws IOException {
        try {
            return new ArrayList<>(Files.readAllLines(path, StandardCharsets.UTF_8));
        } catch (MalformedInputException other) {
            return new ArrayList<>(Files.readAllLines(path, StandardCharsets.ISO_8859_1));
        }
    }
}

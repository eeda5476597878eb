// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.yaml;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A value in a YAML file. What is not of the expected shape is refused with its place. Immutable. */
public sealed interface YamlValue {
    /** Where it begins. */
    Where where();

    /** Refuses what is not a map. */
    default YamlMap map(String what) {
        if (this instanceof YamlMap map) {
            return map;
        }
        throw where().refuse(what + " takes keys and values, one per line.");
    }

    /** Refuses what is not a single value. */
    default YamlScalar scalar(String what) {
        if (this instanceof YamlScalar scalar) {
            return scalar;
        }
        throw where().refuse(what + " takes a single value.");
    }

    /** A single value as it is written, or those of a list with commas between them: what a key of a mix takes. */
    default String setting(String what) {
        return items().stream().map(one -> one.scalar(what).text()).collect(Collectors.joining(", "));
    }

    /** The items of a list, or the value itself as the only item. */
    default List<YamlValue> items() {
        return List.of(this);
    }

    /**
     * Keys and values, in the order of the file.
     *
     * @param keys where each key stands
     */
    record YamlMap(Map<String, YamlValue> entries, Map<String, Where> keys, Where where) implements YamlValue {
        /** The value of a key, or null. */
        public YamlValue get(String key) {
            return entries.get(key);
        }
    }

    /** A list. */
    record YamlList(List<YamlValue> values, Where where) implements YamlValue {
        @Override
        public List<YamlValue> items() {
            return values;
        }
    }

    /** A single value as it is written; {@code ""} for an empty one. */
    record YamlScalar(String text, Where where) implements YamlValue {}
}

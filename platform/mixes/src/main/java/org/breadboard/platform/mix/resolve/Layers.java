// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.breadboard.platform.yaml.Where;
import org.breadboard.platform.yaml.YamlValue;
import org.breadboard.platform.yaml.YamlValue.YamlMap;

/**
 * Values by dotted key, in layers: a key's value is that of the highest layer that has one. Values are taken raw:
 * nothing in them is ever interpolated.
 */
final class Layers {
    /** Prefixes that are keys themselves: {@code protocol: x} and {@code protocol: {id: x}} say the same. */
    private static final List<String> CHOICES =
            List.of(MixKeys.HARDWARE, MixKeys.PROTOCOL, MixKeys.WORKLOAD, MixKeys.SWITCH);

    private static final Pattern TENANT = Pattern.compile("(workload|protocol)\\.[^.]+");

    private static final Pattern PROPERTIES = Pattern.compile("workload\\.([^.]+\\.)?" + MixKeys.PROPERTIES);

    private final List<Configuration> layers = new ArrayList<>();
    /** The property file that counts, as it was named, by the prefix of the keys that it gives. */
    private final Map<String, String> propertyFiles = new HashMap<>();

    /** A value as it is written, with its place. */
    record Entry(String text, Where where) {}

    /** Puts a file over what is there. Keys in {@code skipped} are for the reader of the file itself. */
    void add(YamlMap file, List<String> skipped) {
        BaseConfiguration values = new BaseConfiguration();
        for (Map.Entry<String, YamlValue> entry : file.entries().entrySet()) {
            if (!skipped.contains(entry.getKey())) {
                flatten(values, entry.getKey(), entry.getValue(), file.keys().get(entry.getKey()));
            }
        }
        expand(values);
        layers.add(values);
    }

    /** Puts single values over what is there. */
    void add(Map<String, Entry> entries) {
        BaseConfiguration values = new BaseConfiguration();
        entries.forEach((key, entry) -> put(values, key, entry));
        expand(values);
        layers.add(values);
    }

    /**
     * Puts the settings of a workload's property file in the place of its name. What a layer says itself goes above
     * what its file says, and the file replaces that of a lower layer, of which nothing is left.
     */
    private void expand(BaseConfiguration values) {
        for (String key : keys(values)) {
            if (!namesProperties(key)) {
                continue;
            }
            Entry file = (Entry) values.getProperty(key);
            values.clearProperty(key);
            String group = key.substring(0, key.lastIndexOf('.') + 1);
            String before = propertyFiles.put(group, file.text());
            if (before != null) {
                layers.forEach(layer -> keys(layer).stream()
                        .filter(old -> old.startsWith(group)
                                && ((Entry) layer.getProperty(old))
                                        .where()
                                        .file()
                                        .equals(before))
                        .forEach(layer::clearProperty));
            }
            PropertyFile.read(key, file).forEach((name, entry) -> {
                if (!values.containsKey(group + name)) {
                    put(values, group + name, entry);
                }
            });
        }
    }

    /** Whether a key names a property file. */
    static boolean namesProperties(String key) {
        return PROPERTIES.matcher(key).matches();
    }

    private static List<String> keys(Configuration layer) {
        List<String> keys = new ArrayList<>();
        layer.getKeys().forEachRemaining(keys::add);
        return keys;
    }

    private static void flatten(BaseConfiguration values, String key, YamlValue value, Where at) {
        if (value instanceof YamlMap map) {
            for (Map.Entry<String, YamlValue> entry : map.entries().entrySet()) {
                flatten(
                        values,
                        key + "." + entry.getKey(),
                        entry.getValue(),
                        map.keys().get(entry.getKey()));
            }
            return;
        }
        put(values, key, new Entry(value.setting("'" + key + "'"), at));
    }

    /** The one form of a key that can be said in two: {@code protocol.id} is {@code protocol}, and so is a tenant's. */
    static String plain(String key) {
        String choice = key.endsWith(".id") ? key.substring(0, key.length() - ".id".length()) : key;
        return CHOICES.contains(choice) || TENANT.matcher(choice).matches() ? choice : key;
    }

    private static void put(BaseConfiguration values, String key, Entry entry) {
        String plain = plain(key);
        if (values.getProperty(plain) instanceof Entry before) {
            throw entry.where()
                    .refuse("'" + plain + "' is already given at " + before.where() + "; keep one of the two.");
        }
        values.addProperty(plain, entry);
    }

    /** The value that counts, or null. */
    Entry get(String key) {
        return get(key, 0);
    }

    /** The value that counts among the layers from {@code lowest} up, or null. */
    Entry get(String key, int lowest) {
        for (int i = layers.size() - 1; i >= lowest; i--) {
            if (layers.get(i).getProperty(key) instanceof Entry entry) {
                return entry;
            }
        }
        return null;
    }

    /** All keys from layer {@code lowest} up, sorted. */
    List<String> keys(int lowest) {
        TreeSet<String> keys = new TreeSet<>();
        layers.subList(lowest, layers.size()).forEach(layer -> keys.addAll(keys(layer)));
        return List.copyOf(keys);
    }

    /**
     * The lowest layer whose settings belong to what {@code key} finally chooses: the one that chose it for good, or 0
     * if no layer ever chose anything else.
     */
    int chosenAt(String key) {
        Entry chosen = get(key);
        int lowest = 0;
        for (int i = layers.size() - 1; i >= 0 && chosen != null; i--) {
            if (layers.get(i).getProperty(key) instanceof Entry entry) {
                if (!entry.text().equals(chosen.text())) {
                    return lowest;
                }
                lowest = i;
            }
        }
        return 0;
    }

    /** The lowest layer from which on nobody says anything else than what {@code key} finally says; it must be said. */
    int saidFrom(String key) {
        Entry said = get(key);
        int lowest = layers.size();
        for (int i = layers.size() - 1; i >= 0; i--) {
            if (layers.get(i).getProperty(key) instanceof Entry entry) {
                if (!entry.text().equals(said.text())) {
                    break;
                }
                lowest = i;
            }
        }
        return lowest;
    }
}

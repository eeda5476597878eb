package org.breadboard.hw.smartnic;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.api.Settings;
import org.yaml.snakeyaml.Yaml;

/** Data sheets as settings, for tests. */
final class Sheets {
    private Sheets() {}

    static SmartNicHardware type(String profile) {
        return profile.equals("liquidio3") ? SmartNicHardware.ON_PATH : SmartNicHardware.OFF_PATH;
    }

    static Map<String, Object> load(String profile) {
        try (InputStream in = type(profile).openProfile(profile)) {
            return new Yaml().load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Map<String, Object>> parameters(String profile) {
        return (Map<String, Map<String, Object>>) load(profile).get("parameters");
    }

    /** A profile's values, some of them changed. */
    static Settings settings(String profile, Map<String, Double> changes) {
        Map<String, Double> values = new LinkedHashMap<>();
        parameters(profile).forEach((name, row) -> values.put(name, ((Number) row.get("value")).doubleValue()));
        values.putAll(changes);
        return new NumberSettings(values);
    }

    private record NumberSettings(Map<String, Double> values) implements Settings {
        @Override
        public long integer(String name) {
            return (long) number(name);
        }

        @Override
        public double number(String name) {
            Double value = values.get(name);
            if (value == null) {
                throw new IllegalArgumentException("no setting " + name);
            }
            return value;
        }

        @Override
        public boolean flag(String name) {
            throw new IllegalArgumentException("no flag " + name);
        }

        @Override
        public String choice(String name) {
            throw new IllegalArgumentException("no choice " + name);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.breadboard.api.Setting;
import org.breadboard.platform.catalogue.Catalogue;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.Offer;
import org.breadboard.platform.study.StudyReader;

/**
 * JSON Schemas of the files that people write, for editors that complete and check them. They know what is installed
 * just now. They ask for plain values, where Breadboard takes quoted ones, too; it sees more, such as what parts ask of
 * each other.
 */
public final class FileSchema {
    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
    private static final String TEXT = "string";
    private static final String PROPERTIES = "properties";
    private static final String DESCRIPTION = "description";
    /** Which of the forms of a choice is the object. */
    private static final int AS_OBJECT = 2;

    private final Catalogue catalogue;
    private final List<InstalledPlugin> plugins;

    /** Of what is in a catalogue and of the settings of plug-ins. */
    public FileSchema(Catalogue catalogue, List<InstalledPlugin> plugins) {
        this.catalogue = catalogue;
        this.plugins = plugins;
    }

    // Mixes.

    /** Of a mix. */
    public Map<String, Object> mix() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(DESCRIPTION, text("one line that 'list' shows"));
        properties.put("extends", named(Kind.MIXES, "the mix that this one begins with: a name or a path"));
        properties.put("times", text("virtual: times are those of virtual time, live, too"));
        properties.put("testbed", named(Kind.TESTBEDS, "the cluster that it stands on"));
        properties.put("hardware", chosen(Kind.HARDWARE, "profile", Kind.PROFILES, "the machines' hardware"));
        properties.put("switch", chosen(Kind.PROGRAMS, "profile", Kind.PROFILES, "the program of the switches"));
        properties.put("protocol", chosen(Kind.PROTOCOLS, "id", Kind.PROTOCOLS, "the protocol"));
        properties.put("workload", chosen(Kind.WORKLOADS, "id", Kind.WORKLOADS, "the workload"));
        MixKeys.plain().values().forEach(setting -> put(properties, setting.name(), value(setting)));
        List<Object> settings = new ArrayList<>();
        settings("protocol", InstalledPlugin::protocols, type -> type.settings(), settings);
        settings("workload", InstalledPlugin::workloads, type -> type.settings(), settings);
        Map<String, Object> schema = object("A mix of Breadboard", properties);
        schema.put("allOf", settings);
        return schema;
    }

    /** Puts a value where its dotted key says. */
    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> properties, String key, Object value) {
        int dot = key.indexOf('.');
        if (dot < 0) {
            properties.put(key, value);
            return;
        }
        Map<String, Object> group = (Map<String, Object>)
                properties.computeIfAbsent(key.substring(0, dot), name -> closed(new LinkedHashMap<>()));
        // What is chosen by name, such as a switch, is an object too.
        Map<String, Object> inside = group.containsKey(PROPERTIES)
                ? group
                : (Map<String, Object>) ((List<?>) group.get("anyOf")).get(AS_OBJECT);
        put((Map<String, Object>) inside.get(PROPERTIES), key.substring(dot + 1), value);
    }

    private static Map<String, Object> closed(Map<String, Object> properties) {
        Map<String, Object> group = new LinkedHashMap<>();
        group.put("type", "object");
        group.put(PROPERTIES, properties);
        group.put("additionalProperties", false);
        return group;
    }

    /** One of some names, or an object with one under a key, and what belongs to it. */
    private Map<String, Object> chosen(Kind kind, String key, Kind ofKey, String description) {
        Map<String, Object> with = new LinkedHashMap<>();
        with.put("type", "object");
        with.put(PROPERTIES, ordered(key, named(ofKey, "its name, as 'list " + ofKey.word() + "' shows it")));
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put(DESCRIPTION, description);
        schema.put("anyOf", List.of(ordered("enum", catalogue.names(kind)), ordered("type", TEXT), with));
        return schema;
    }

    private Map<String, Object> named(Kind kind, String description) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put(DESCRIPTION, description);
        schema.put("anyOf", List.of(ordered("enum", catalogue.names(kind)), ordered("type", TEXT)));
        return schema;
    }

    /** For each that can be chosen: where it is, these are its settings; an object may be a tenant's. */
    private <T> void settings(
            String group,
            Function<InstalledPlugin, List<Offer<T>>> offers,
            Function<T, List<Setting<?>>> settings,
            List<Object> into) {
        for (InstalledPlugin plugin : plugins) {
            for (Offer<T> offer : offers.apply(plugin)) {
                Map<String, Object> own = new LinkedHashMap<>();
                own.put("id", true);
                settings.apply(offer.type()).forEach(setting -> put(own, setting.name(), value(setting)));
                if (group.equals("workload")) {
                    own.put("properties", text("a property file of YCSB's form"));
                }
                Map<String, Object> then = new LinkedHashMap<>();
                then.put(PROPERTIES, own);
                then.put("additionalProperties", ordered("type", "object"));
                Map<String, Object> when = new LinkedHashMap<>();
                when.put("type", "object");
                when.put("required", List.of("id"));
                when.put(PROPERTIES, ordered("id", ordered("const", offer.id())));
                Map<String, Object> rule = new LinkedHashMap<>();
                rule.put("if", ordered("required", List.of(group), PROPERTIES, ordered(group, when)));
                rule.put("then", ordered(PROPERTIES, ordered(group, then)));
                into.add(rule);
            }
        }
    }

    private static Map<String, Object> value(Setting<?> setting) {
        Map<String, Object> schema = new LinkedHashMap<>();
        String unit = setting.unit().isEmpty() ? "" : " (" + setting.unit() + ")";
        schema.put(DESCRIPTION, setting.description() + unit);
        Object standard = Described.typed(setting, setting.defaultValue());
        if (standard != null && !"".equals(standard)) {
            schema.put("default", standard);
        }
        switch (setting.type()) {
            case INTEGER, NUMBER -> {
                Map<String, Object> number = new LinkedHashMap<>();
                number.put("type", setting.type() == Setting.Type.INTEGER ? "integer" : "number");
                number.put("minimum", setting.min());
                number.put("maximum", setting.max());
                List<Object> words = new ArrayList<>(MixKeys.words(setting.name()));
                if (setting.isOptional()) {
                    words.add("");
                }
                if (words.isEmpty()) {
                    schema.putAll(number);
                } else {
                    schema.put("anyOf", List.of(number, ordered("enum", words)));
                }
            }
            case FLAG -> schema.put("type", "boolean");
            case CHOICE -> schema.put("enum", setting.choices());
            case TEXT, FILE -> schema.put("type", List.of(TEXT, "number", "boolean", "array", "null"));
        }
        return schema;
    }

    // Studies.

    /** Of a study. */
    public Map<String, Object> study() {
        Map<String, Object> properties = new LinkedHashMap<>();
        StudyReader.keys().get("study").forEach(key -> properties.put(key, ofStudy(key)));
        return object("A study of Breadboard", properties);
    }

    private Map<String, Object> ofStudy(String key) {
        return switch (key) {
            case DESCRIPTION -> text("one line that 'list' shows");
            case "mix" -> named(Kind.MIXES, "what it runs: a name or a path");
            case "sweeps" -> each(part("sweep"), "by name");
            case "claims" -> each(part("claim"), "by name, or by the id of a published figure");
            case "vary" -> part("vary");
            case "plot" -> part("plot");
            case "set", "sweep", "cases", "let" -> ordered("type", "object");
            case "repeat", "parallel", "timeoutSeconds", "heapMb" -> ordered("type", "integer", "minimum", 1);
            default -> ordered();
        };
    }

    private Map<String, Object> part(String name) {
        Map<String, Object> properties = new LinkedHashMap<>();
        StudyReader.keys()
                .get(name)
                .forEach(key -> properties.put(key, name.equals("sweep") ? ofStudy(key) : ordered()));
        return closed(properties);
    }

    private static Map<String, Object> each(Map<String, Object> of, String description) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put(DESCRIPTION, description);
        schema.put("type", "object");
        schema.put("additionalProperties", ordered("anyOf", List.of(of, ordered("type", List.of(TEXT, "number")))));
        return schema;
    }

    /** Keys and values, in their order: two runs print the same. */
    private static Map<String, Object> ordered(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    private static Map<String, Object> text(String description) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put(DESCRIPTION, description);
        schema.put("type", TEXT);
        return schema;
    }

    /** Keys may be written with dots, too: an editor cannot tell what these are. */
    private static Map<String, Object> object(String title, Map<String, Object> properties) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", DIALECT);
        schema.put("title", title);
        schema.put("type", "object");
        schema.put(PROPERTIES, properties);
        schema.put("patternProperties", ordered("\\.", true));
        schema.put("additionalProperties", false);
        return schema;
    }
}

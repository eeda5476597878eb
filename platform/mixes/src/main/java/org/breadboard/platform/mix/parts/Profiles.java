// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.parts;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.Parts.Part;
import org.breadboard.platform.registry.MissingPart;
import org.breadboard.platform.yaml.SettingText;
import org.breadboard.platform.yaml.Where;
import org.breadboard.platform.yaml.YamlFile;
import org.breadboard.platform.yaml.YamlValue;
import org.breadboard.platform.yaml.YamlValue.YamlMap;

/**
 * The data sheets that mixes can name: those in plug-ins, overridden and added to by the user's
 * {@code profiles/NAME.yaml} in the project or in {@code conf}. A user's file of a shipped name gives the values that
 * differ; one of another name says {@code extends: NAME}, or {@code hardware: ID} and gives every value.
 */
public final class Profiles {
    private static final Set<String> KINDS = new LinkedHashSet<>(List.of("published", "derived", "assumed"));
    private static final Set<String> SHEET_KEYS =
            new LinkedHashSet<>(List.of("device", "description", "parameters", "extends", "hardware"));
    private static final Set<String> PARAMETER_KEYS = new LinkedHashSet<>(List.of("value", "kind", "source"));
    private static final int MAX_EXTENDS = 8;

    private final Parts parts;
    private final Folders folders;
    private final Map<String, DataSheet> read = new ConcurrentHashMap<>();

    /** The data sheets of the installed plug-ins and of the user. */
    public Profiles(Parts parts, Folders folders) {
        this.parts = parts;
        this.folders = folders;
    }

    /** All names, shipped ones first. */
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>(parts.profiles().keySet());
        folders.own(Folders.PROFILES).forEach(folder -> names.addAll(Folders.names(folder)));
        return names;
    }

    /**
     * A data sheet, which is read when it is asked for first.
     *
     * @param where who asks
     * @throws RefusedException if there is none, or it is not sound
     */
    public DataSheet sheet(String name, Where where) {
        DataSheet known = read.get(name);
        if (known == null) {
            known = sheet(name, where, 0);
            read.put(name, known);
        }
        return known;
    }

    private DataSheet sheet(String name, Where where, int depth) {
        if (depth > MAX_EXTENDS) {
            throw where.refuse("the profiles that this one extends form a circle.");
        }
        Part<HardwareType> shipped = parts.profiles().get(name);
        YamlMap own = folders.findOwn(Folders.PROFILES, name)
                .map(file -> YamlFile.read(folders.label(file), file))
                .orElse(null);
        if (shipped == null && own == null) {
            throw MissingPart.of(where.refuse(
                    "there is no profile '" + name + "'" + Suggestion.choices(name, names(), "list profiles")));
        }
        DataSheet base = shipped == null ? base(own, depth) : shipped(name, shipped);
        return own == null ? complete(base, name) : complete(over(name, base, own), name);
    }

    private DataSheet base(YamlMap own, int depth) {
        if (own.get("extends") != null) {
            YamlValue.YamlScalar other = own.get("extends").scalar("'extends'");
            return sheet(other.text(), other.where(), depth + 1);
        }
        if (own.get("hardware") == null) {
            throw own.where()
                    .refuse(
                            "a profile of a new name says 'extends: PROFILE', or 'hardware: ID' and gives every value.");
        }
        YamlValue.YamlScalar id = own.get("hardware").scalar("'hardware'");
        return new DataSheet("", parts.hardware(id.text(), id.where()).id(), "", "", List.of());
    }

    private DataSheet shipped(String name, Part<HardwareType> hardware) {
        String label = hardware.plugin().id() + "/" + name + ".yaml";
        try (InputStream in = hardware.type().openProfile(name)) {
            if (in == null) {
                throw new RefusedException("Plug-in '" + hardware.plugin().id() + "' names the profile '" + name
                        + "', but does not contain it.");
            }
            YamlMap file = YamlFile.read(label, in);
            return over(name, new DataSheet(name, hardware.id(), "", "", List.of()), file);
        } catch (IOException failed) {
            throw new RefusedException(label + " cannot be read: " + failed.getMessage() + ".");
        }
    }

    private DataSheet over(String name, DataSheet base, YamlMap file) {
        for (Map.Entry<String, Where> key : file.keys().entrySet()) {
            if (!SHEET_KEYS.contains(key.getKey())) {
                throw key.getValue()
                        .refuse("unknown key '" + key.getKey() + "'"
                                + Suggestion.choices(key.getKey(), SHEET_KEYS, "help hardware"));
            }
        }
        Map<String, Setting<?>> settings = new LinkedHashMap<>();
        HardwareType type = parts.hardware(base.hardware(), file.where()).type();
        type.parameters().forEach(setting -> settings.put(setting.name(), setting));
        Map<String, DataSheet.Row> rows = new LinkedHashMap<>(base.byName());
        YamlMap parameters = file.get("parameters") == null
                ? new YamlMap(Map.of(), Map.of(), file.where())
                : file.get("parameters").map("'parameters'");
        for (Map.Entry<String, YamlValue> entry : parameters.entries().entrySet()) {
            Where at = parameters.keys().get(entry.getKey());
            Setting<?> setting = settings.get(entry.getKey());
            if (setting == null) {
                throw at.refuse("hardware '" + base.hardware() + "' has no parameter '" + entry.getKey() + "'"
                        + Suggestion.choices(
                                entry.getKey(), settings.keySet(), "describe hardware/" + base.hardware()));
            }
            rows.put(entry.getKey(), row(setting, entry.getValue(), at));
        }
        List<DataSheet.Row> ordered = new ArrayList<>();
        settings.keySet().stream().filter(rows::containsKey).forEach(key -> ordered.add(rows.get(key)));
        return new DataSheet(
                name,
                base.hardware(),
                text(file, "device", base.device()),
                text(file, "description", base.description()),
                List.copyOf(ordered));
    }

    private static String text(YamlMap file, String key, String otherwise) {
        return file.get(key) == null
                ? otherwise
                : file.get(key).scalar("'" + key + "'").text();
    }

    private static DataSheet.Row row(Setting<?> setting, YamlValue value, Where at) {
        String key = setting.name();
        if (!(value instanceof YamlMap map)) {
            String text = value.scalar("'" + key + "'").text();
            return new DataSheet.Row(setting, SettingText.read(setting, key, text, at), "user", at.toString(), at);
        }
        for (Map.Entry<String, Where> given : map.keys().entrySet()) {
            if (!PARAMETER_KEYS.contains(given.getKey())) {
                throw given.getValue()
                        .refuse("unknown key '" + given.getKey() + "'"
                                + Suggestion.choices(given.getKey(), PARAMETER_KEYS, "help hardware"));
            }
        }
        for (String needed : PARAMETER_KEYS) {
            if (map.get(needed) == null) {
                throw at.refuse("'" + key + "' needs value, kind and source, but has no " + needed + ".");
            }
        }
        String text = map.get("value").scalar("'value'").text();
        String kind = map.get("kind").scalar("'kind'").text();
        String source = map.get("source").scalar("'source'").text();
        if (!KINDS.contains(kind)) {
            throw map.get("kind").where().refuse("'kind' is published, derived or assumed, not '" + kind + "'.");
        }
        if (source.isBlank()) {
            throw map.get("source").where().refuse("'source' of '" + key + "' is empty; say where the value is from.");
        }
        return new DataSheet.Row(setting, SettingText.read(setting, key, text, at), kind, source, at);
    }

    private DataSheet complete(DataSheet sheet, String name) {
        Map<String, DataSheet.Row> rows = sheet.byName();
        for (Setting<?> setting :
                parts.hardware(sheet.hardware(), new Where(name, 0)).type().parameters()) {
            if (!rows.containsKey(setting.name())) {
                throw new RefusedException("Profile '" + name + "' gives no value for '" + setting.name() + "' ("
                        + setting.description() + ").");
            }
        }
        return sheet;
    }
}

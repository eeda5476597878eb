// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The resolved values of a plug-in's {@link Setting}s in one run: every declared setting has a legal value. Immutable;
 * any thread.
 */
public final class Settings {
    private final Map<String, Setting<?>> declared;
    private final Map<String, String> texts;

    private Settings(Map<String, Setting<?>> declared, Map<String, String> texts) {
        this.declared = declared;
        this.texts = texts;
    }

    /**
     * The defaults of some settings: for a plug-in that builds a part of another one, about which the mix says nothing.
     */
    public static Settings defaultsOf(Collection<Setting<?>> declared) {
        return of(declared, Map.of());
    }

    /**
     * Resolves values.
     *
     * @param texts by name, in the textual form of each setting's type; a setting without one has its default
     * @throws IllegalArgumentException if one is not legal, or not declared
     */
    public static Settings of(Collection<Setting<?>> declared, Map<String, String> texts) {
        Map<String, Setting<?>> byName = new LinkedHashMap<>();
        Map<String, String> values = new LinkedHashMap<>();
        for (Setting<?> setting : declared) {
            byName.put(setting.name(), setting);
            values.put(setting.name(), setting.defaultValue());
        }
        Settings settings = new Settings(byName, values);
        texts.forEach(settings::settle);
        return settings;
    }

    /**
     * The same with another value.
     *
     * @param value a number, a flag, or a word
     * @throws IllegalArgumentException if there is no such setting, or the value is not legal
     */
    public Settings with(String name, Object value) {
        Settings changed = new Settings(declared, new LinkedHashMap<>(texts));
        changed.settle(name, String.valueOf(value));
        return changed;
    }

    private void settle(String name, String text) {
        declared(name).read(text);
        texts.put(name, text);
    }

    /**
     * A setting's value.
     *
     * @throws IllegalArgumentException if it was not declared, which is a defect of the plug-in
     */
    public <T> T get(Setting<T> setting) {
        if (declared(setting.name()).type() != setting.type()) {
            throw new IllegalArgumentException("Setting " + setting + " is declared as "
                    + declared(setting.name()).type() + ", not as " + setting.type() + ".");
        }
        return setting.read(texts.get(setting.name()));
    }

    /** A setting's value in the textual form of its type. */
    public String text(String name) {
        return texts.get(declared(name).name());
    }

    private Setting<?> declared(String name) {
        Setting<?> setting = declared.get(name);
        if (setting == null) {
            throw new IllegalArgumentException("There is no setting " + name + " among " + declared.keySet() + ".");
        }
        return setting;
    }

    /** Whether the same names have the same values. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Settings settings && texts.equals(settings.texts);
    }

    @Override
    public int hashCode() {
        return texts.hashCode();
    }

    /** The declared names with their values, in the order of declaration. */
    @Override
    public String toString() {
        return texts.toString();
    }
}

package org.breadboard.testkit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/** Settings for a test: the declared defaults, and what the test chooses instead. Immutable; any thread. */
public final class ChosenSettings implements Settings {
    private final Map<String, Setting> declared;
    private final Map<String, String> values;

    private ChosenSettings(Map<String, Setting> declared, Map<String, String> values) {
        this.declared = declared;
        this.values = values;
    }

    /** The defaults of the declared settings. */
    public static ChosenSettings of(List<Setting> declared) {
        Map<String, Setting> settings = new LinkedHashMap<>();
        Map<String, String> values = new LinkedHashMap<>();
        for (Setting setting : declared) {
            settings.put(setting.name(), setting);
            values.put(setting.name(), setting.defaultValue());
        }
        return new ChosenSettings(settings, values);
    }

    /**
     * The same with another value.
     *
     * @param value in the textual form of the setting's type
     * @throws IllegalArgumentException if there is no such setting, or the value is not legal
     */
    public ChosenSettings with(String name, Object value) {
        String text = String.valueOf(value);
        String illegal = SettingRules.illegalValue(declared(name), text);
        if (illegal != null) {
            throw new IllegalArgumentException(illegal);
        }
        Map<String, String> changed = new LinkedHashMap<>(values);
        changed.put(name, text);
        return new ChosenSettings(declared, changed);
    }

    @Override
    public long integer(String name) {
        return Long.parseLong(value(name, Setting.Type.INTEGER));
    }

    @Override
    public double number(String name) {
        Setting.Type type = declared(name).type();
        return Double.parseDouble(value(name, type == Setting.Type.INTEGER ? type : Setting.Type.NUMBER));
    }

    @Override
    public boolean flag(String name) {
        return Boolean.parseBoolean(value(name, Setting.Type.FLAG));
    }

    @Override
    public String choice(String name) {
        return value(name, Setting.Type.CHOICE);
    }

    @Override
    public String toString() {
        return values.toString();
    }

    private String value(String name, Setting.Type type) {
        if (declared(name).type() != type) {
            throw new IllegalArgumentException(
                    "setting " + name + " is a " + declared(name).type() + ", not a " + type);
        }
        return values.get(name);
    }

    private Setting declared(String name) {
        Setting setting = declared.get(name);
        if (setting == null) {
            throw new IllegalArgumentException("there is no setting " + name + " among " + declared.keySet());
        }
        return setting;
    }
}

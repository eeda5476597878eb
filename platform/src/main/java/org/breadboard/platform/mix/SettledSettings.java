package org.breadboard.platform.mix;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/** The values of declared settings, each checked against its declaration. */
public final class SettledSettings implements Settings {
    private final Map<String, Setting> declared = new LinkedHashMap<>();
    private final Map<String, String> values;

    /**
     * Settles values.
     *
     * @param values legal texts; a setting without one has its default
     */
    public SettledSettings(List<Setting> settings, Map<String, String> values) {
        settings.forEach(setting -> declared.put(setting.name(), setting));
        this.values = Map.copyOf(values);
    }

    /** All defaults. */
    public static SettledSettings defaults(List<Setting> settings) {
        return new SettledSettings(settings, Map.of());
    }

    /** The value as text. */
    public String text(String name) {
        Setting setting = declared.get(name);
        if (setting == null) {
            throw new IllegalArgumentException("no setting '" + name + "' is declared");
        }
        return values.getOrDefault(name, setting.defaultValue());
    }

    @Override
    public long integer(String name) {
        return Long.parseLong(text(name, Setting.Type.INTEGER));
    }

    @Override
    public double number(String name) {
        Setting setting = declared.get(name);
        boolean whole = setting != null && setting.type() == Setting.Type.INTEGER;
        return Double.parseDouble(text(name, whole ? Setting.Type.INTEGER : Setting.Type.NUMBER));
    }

    @Override
    public boolean flag(String name) {
        return Boolean.parseBoolean(text(name, Setting.Type.FLAG));
    }

    @Override
    public String choice(String name) {
        return text(name, Setting.Type.CHOICE);
    }

    private String text(String name, Setting.Type type) {
        String text = text(name);
        if (declared.get(name).type() != type) {
            throw new IllegalArgumentException("setting '" + name + "' is declared as "
                    + declared.get(name).type() + ", not " + type);
        }
        return text;
    }
}

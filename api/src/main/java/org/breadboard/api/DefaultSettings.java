package org.breadboard.api;

import java.util.List;

/** Settings of which each has its default. */
record DefaultSettings(List<Setting> declared) implements Settings {
    DefaultSettings(List<Setting> declared) {
        this.declared = List.copyOf(declared);
    }

    @Override
    public long integer(String name) {
        return Long.parseLong(text(name, Setting.Type.INTEGER));
    }

    @Override
    public double number(String name) {
        return Double.parseDouble(text(name, Setting.Type.NUMBER));
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
        for (Setting setting : declared) {
            boolean fits =
                    setting.type() == type || type == Setting.Type.NUMBER && setting.type() == Setting.Type.INTEGER;
            if (setting.name().equals(name) && fits) {
                return setting.defaultValue();
            }
        }
        throw new IllegalArgumentException("no setting '" + name + "' of type " + type + " is declared");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.platform.mix.parts.DataSheet;
import org.breadboard.platform.yaml.SettingText;
import org.breadboard.platform.yaml.Where;

/**
 * The values of one mix, each as its layers give it or by default, checked, and noted in the order in which they were
 * asked for. For one thread.
 */
final class Values {
    private final Layers layers;
    private final Demands demands;
    private final List<ResolvedMix.Value> noted = new ArrayList<>();

    Values(Layers layers, Demands demands) {
        this.layers = layers;
        this.demands = demands;
    }

    /** All that were noted. */
    List<ResolvedMix.Value> all() {
        return List.copyOf(noted);
    }

    /** Notes what was chosen by name, or worked out. */
    void note(ResolvedMix.Value value) {
        noted.add(value);
    }

    /** Notes a choice by name. */
    void note(String key, String text, String origin) {
        noted.add(new ResolvedMix.Value(key, text, "", origin));
    }

    /** The settings of a plug-in's part under a prefix, where the layers from {@code lowest} up may give them. */
    Settings settle(String prefix, String id, List<Setting<?>> settings, int lowest) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Setting<?> setting : settings) {
            String key = prefix + "." + setting.name();
            texts.put(setting.name(), take(setting, key, lowest, setting.defaultValue(), "default of " + id));
        }
        return Settings.of(settings, texts);
    }

    /** The parameters of a device under a prefix, as its data sheet has them where the layers give nothing. */
    Settings settle(String prefix, DataSheet sheet, List<Setting<?>> parameters, int lowest) {
        return settle(prefix, sheet, parameters, lowest, prefix);
    }

    /** The same; what is not said under {@code prefix} may be under {@code usual}. */
    Settings settle(String prefix, DataSheet sheet, List<Setting<?>> parameters, int lowest, String usual) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (DataSheet.Row row : sheet.rows()) {
            Setting<?> setting = row.setting();
            String key = prefix + "." + setting.name();
            Layers.Entry said = layers.get(key, lowest);
            if (said == null) {
                said = layers.get(usual + "." + setting.name(), lowest);
            }
            texts.put(setting.name(), take(setting, key, said, row.value(), "profile " + sheet.profile()));
        }
        return Settings.of(parameters, texts);
    }

    /**
     * The value of a setting.
     *
     * @param lowest the first of the layers that may give it
     * @param otherwise what it is where they do not, and {@code origin} where that comes from
     */
    String take(Setting<?> setting, String key, int lowest, String otherwise, String origin) {
        return take(setting, key, layers.get(key, lowest), otherwise, origin);
    }

    private String take(Setting<?> setting, String key, Layers.Entry entry, String otherwise, String origin) {
        if (entry == null && setting.isOptional()) {
            return otherwise;
        }
        Layers.Entry given = entry == null ? new Layers.Entry(otherwise, new Where(origin, 0)) : entry;
        boolean peak = setting.equals(MixKeys.CONTEXTS) && given.text().equals(MixKeys.PEAK);
        String text = peak ? MixKeys.PEAK : read(setting, key, given, otherwise);
        String said = setting.type() == Setting.Type.FILE ? given.text() : text;
        noted.add(new ResolvedMix.Value(key, text, setting.unit(), given.where().toString(), setting, said));
        return text;
    }

    /** A value that is not legal is not there; who reports on the mix goes on with what would be there otherwise. */
    private String read(Setting<?> setting, String key, Layers.Entry given, String otherwise) {
        try {
            return SettingText.read(setting, key, given.text(), given.where());
        } catch (RefusedException illegal) {
            demands.missing(given.where(), key, "a legal value", "the mix", illegal);
            return SettingText.read(setting, key, otherwise, given.where());
        }
    }
}

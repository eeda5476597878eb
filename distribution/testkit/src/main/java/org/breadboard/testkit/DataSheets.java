// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import org.breadboard.api.Plugin;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.testkit.rules.ProfileRules;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Data sheets of hardware, as the platform reads them. */
public final class DataSheets {
    private DataSheets() {}

    /** The whole sheet: {@code device}, {@code description} and {@code parameters}. */
    public static Map<String, Object> load(HardwareType type, String profile) {
        try (InputStream in = type.openProfile(profile)) {
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a sheet says of each parameter, in its order: {@code value}, {@code kind} and {@code source}. */
    @SuppressWarnings("unchecked")
    public static Map<String, Map<String, Object>> parameters(HardwareType type, String profile) {
        return (Map<String, Map<String, Object>>) load(type, profile).get("parameters");
    }

    /** A sheet's values, which must be those that the hardware declares. */
    public static Settings settings(HardwareType type, String profile) {
        return settings(type, profile, Map.of());
    }

    /** A sheet's values, some of them changed. */
    public static Settings settings(HardwareType type, String profile, Map<String, ?> changes) {
        Map<String, Map<String, Object>> sheet = parameters(type, profile);
        Settings settings = Settings.defaultsOf(type.parameters());
        for (Setting<?> setting : type.parameters()) {
            Map<String, Object> row = sheet.get(setting.name());
            if (row != null) {
                settings = settings.with(setting.name(), ProfileRules.plain(setting, row.get("value")));
            } else if (!setting.isOptional()) {
                throw new IllegalArgumentException("profile " + profile + " says nothing of " + setting.name());
            }
        }
        for (Map.Entry<String, ?> change : changes.entrySet()) {
            Setting<?> setting = type.parameters().stream()
                    .filter(each -> each.name().equals(change.getKey()))
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException(type.id() + " has no parameter " + change.getKey()));
            settings = settings.with(setting.name(), ProfileRules.plain(setting, change.getValue()));
        }
        return settings;
    }

    /** The hardware among a plug-in's that ships a profile. */
    public static HardwareType typeWith(Plugin plugin, String profile) {
        return plugin.hardware().stream()
                .filter(type -> type.profiles().contains(profile))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(plugin.id() + " has no profile " + profile));
    }
}

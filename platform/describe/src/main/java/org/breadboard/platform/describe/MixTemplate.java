// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.mix.resolve.MixPrinter;
import org.breadboard.platform.mix.resolve.ResolvedMix;

/**
 * A mix to start from, as YAML: what was chosen stands in it, and every other setting behind a {@code #}, at its
 * default and with its sentence.
 */
public final class MixTemplate {
    private static final int COMMENT_COLUMN = 40;

    private final List<String> lines = new ArrayList<>();

    private MixTemplate() {}

    /**
     * The text.
     *
     * @param name what the mix will be called
     * @param resolved what it is made from; values that its files or the command line gave are taken over, those of
     *     testbed, data sheet and defaults are comments
     * @param known all that it could set: what is optional and not set is a comment, too
     */
    public static String of(String name, ResolvedMix resolved, Map<String, Setting<?>> known) {
        MixTemplate template = new MixTemplate();
        template.write(name, resolved, known);
        return String.join("\n", template.lines) + "\n";
    }

    private void write(String name, ResolvedMix resolved, Map<String, Setting<?>> known) {
        lines.add("# 'run " + name + "' runs this mix, and 'mix check " + name
                + "' says what its parts ask of each other.");
        lines.add("# What stands behind a '#' holds anyhow; to change it, take away its '#', and that of its group.");
        lines.add("# This file wins over its testbed, and --set wins over this file.");
        lines.add("description: " + MixPrinter.quote(resolved.description().isEmpty() ? name : resolved.description()));
        Map<String, List<ResolvedMix.Value>> groups = new LinkedHashMap<>();
        for (ResolvedMix.Value value : resolved.values()) {
            if (!value.origin().startsWith("profile ")) {
                groups.computeIfAbsent(MixPrinter.head(value.key()), head -> new ArrayList<>())
                        .add(value);
            }
        }
        Set<String> set = resolved.texts().keySet();
        known.forEach((key, setting) -> {
            if (setting != null && setting.isOptional() && !set.contains(key)) {
                groups.computeIfAbsent(MixPrinter.head(key), head -> new ArrayList<>())
                        .add(new ResolvedMix.Value(
                                key,
                                setting.defaultValue(),
                                setting.unit(),
                                "default",
                                setting,
                                setting.defaultValue()));
            }
        });
        groups.forEach(this::group);
        int time = lines.indexOf("time:");
        if (!resolved.mix().mode().live() && time >= 0) {
            lines.addAll(
                    time,
                    List.of("times: virtual" + " ".repeat(COMMENT_COLUMN - "times: virtual".length())
                            + "# --runtime live ignores them; take this line away, and they hold for it, too"));
        }
    }

    private void group(String head, List<ResolvedMix.Value> values) {
        if (values.size() == 1 && values.get(0).key().equals(head)) {
            line("", values.get(0), head);
            return;
        }
        boolean used = values.stream().anyMatch(MixTemplate::given);
        lines.add((used ? "" : "# ") + head + ":");
        for (ResolvedMix.Value value : values) {
            line(
                    used ? "  " : "",
                    value,
                    value.key().equals(head) ? "id" : value.key().substring(head.length() + 1));
        }
        values.stream()
                .filter(value -> value.key().equals(MixKeys.HARDWARE_PROFILE))
                .forEach(profile -> lines.add("  # and any parameter of the data sheet; 'describe profile/"
                        + profile.text() + "' lists them"));
    }

    private void line(String indent, ResolvedMix.Value value, String key) {
        boolean inUnusedGroup = indent.isEmpty() && !key.equals(value.key());
        String text = indent + (given(value) ? "" : inUnusedGroup ? "#   " : "# ") + key + ": "
                + MixPrinter.quote(value.text());
        String comment = comment(value);
        lines.add(
                comment.isEmpty()
                        ? text
                        : text + " ".repeat(Math.max(1, COMMENT_COLUMN - text.length())) + "# " + comment);
    }

    private static String comment(ResolvedMix.Value value) {
        if (value.setting() == null) {
            return given(value) ? "" : value.origin();
        }
        Described setting = Described.set(value.setting(), value.key(), value.text(), value.origin(), null);
        String unit = setting.unit().isEmpty() ? "" : " " + setting.unit();
        return setting.description() + " [" + setting.legal() + unit + "]";
    }

    /** Whether a mix or the command line said it: places in testbeds, data sheets and defaults are below a mix. */
    private static boolean given(ResolvedMix.Value value) {
        String origin = value.origin();
        return origin.startsWith("--set ") || origin.matches(".*:\\d+") && !origin.matches("(.*/)?testbeds/[^/]*");
    }
}

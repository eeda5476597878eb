// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes a resolved mix as YAML that can be run again, with the origin of each value beside it. */
public final class MixPrinter {
    private static final int COMMENT_COLUMN = 34;

    private MixPrinter() {}

    /** The YAML text. */
    public static String yaml(ResolvedMix resolved) {
        Map<String, List<ResolvedMix.Value>> groups = new LinkedHashMap<>();
        for (ResolvedMix.Value value : resolved.values()) {
            groups.computeIfAbsent(head(value.key()), key -> new java.util.ArrayList<>())
                    .add(value);
        }
        StringBuilder out = new StringBuilder();
        out.append("# mix ").append(resolved.mix().name()).append('\n');
        if (!resolved.description().isEmpty()) {
            line(out, "description: " + quote(resolved.description()), "");
        }
        for (Map.Entry<String, List<ResolvedMix.Value>> group : groups.entrySet()) {
            List<ResolvedMix.Value> members = group.getValue();
            boolean plain = members.size() == 1 && members.get(0).key().equals(group.getKey());
            if (plain) {
                line(out, group.getKey() + ": " + quote(members.get(0).text()), comment(members.get(0)));
                continue;
            }
            line(out, group.getKey() + ":", "");
            for (ResolvedMix.Value member : members) {
                String key = member.key().equals(group.getKey())
                        ? "id"
                        : member.key().substring(group.getKey().length() + 1);
                line(out, "  " + key + ": " + quote(member.text()), comment(member));
            }
        }
        return out.toString();
    }

    private static String comment(ResolvedMix.Value value) {
        return (value.unit().isEmpty() ? "" : value.unit() + ", ") + value.origin();
    }

    private static void line(StringBuilder out, String text, String comment) {
        out.append(text);
        if (!comment.isEmpty()) {
            out.append(" ".repeat(Math.max(1, COMMENT_COLUMN - text.length())))
                    .append("# ")
                    .append(comment);
        }
        out.append('\n');
    }

    /** A value as YAML, quoted where it has to be. */
    public static String quote(String text) {
        boolean plain = text.matches("[A-Za-z0-9][A-Za-z0-9._/-]*")
                && !Set.of("null", "yes", "no").contains(text);
        return plain ? text : '"' + escape(text) + '"';
    }

    private static String escape(String text) {
        return text.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\t", "\\t")
                // YAML takes these for line ends.
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /** The first word of a key. */
    public static String head(String key) {
        int dot = key.indexOf('.');
        return dot < 0 ? key : key.substring(0, dot);
    }
}

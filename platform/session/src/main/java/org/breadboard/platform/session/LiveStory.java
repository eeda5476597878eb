// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.console.Program;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.result.Provenance;
import org.breadboard.platform.result.StoredResult;
import org.breadboard.platform.result.Words;

/**
 * What took part in a live cluster, from its start through its swaps, as the manifest of its result tells it. Any
 * thread.
 */
public final class LiveStory {
    /** How the deed of an update of a plug-in begins. */
    public static final String UPDATE = "plugin update ";

    private static final String NEXT = "; ";

    private final List<Chapter> chapters = new ArrayList<>();
    private final Instant startedAt = Instant.now();

    /** A cluster that starts with a cast; {@code deed} is the command that starts it. */
    public LiveStory(Cast cast, String deed) {
        chapters.add(new Chapter(cast, deed, null));
    }

    /**
     * A protocol with its settings, and the plug-ins that it runs with, as they were when it began: an update puts
     * another jar in the place of theirs.
     */
    public record Cast(String protocol, Map<String, String> settings, List<Map<String, Object>> plugins) {
        /**
         * Of a cluster that starts.
         *
         * @throws IOException if a plug-in's jar cannot be read
         */
        public static Cast of(ResolvedMix resolved) throws IOException {
            return of(resolved, resolved.plugins());
        }

        /**
         * Of a protocol that takes over; the workload stays, and what brings nothing else takes no new part.
         *
         * @throws IOException if a plug-in's jar cannot be read
         */
        public static Cast ofNext(ResolvedMix resolved) throws IOException {
            return of(
                    resolved,
                    resolved.plugins().stream()
                            .filter(LiveStory::isMoreThanWorkloads)
                            .toList());
        }

        private static Cast of(ResolvedMix resolved, List<InstalledPlugin> plugins) throws IOException {
            Map<String, String> settings = new LinkedHashMap<>(resolved.texts());
            settings.keySet().removeIf(key -> !key.startsWith(MixKeys.PROTOCOL + "."));
            return new Cast(resolved.mix().protocol().id(), settings, Provenance.plugins(plugins, plugins));
        }

        private boolean has(Object plugin) {
            return plugins.stream().anyMatch(row -> row.get("id").equals(plugin));
        }

        /** The SHA-256 of a plug-in's jar; null where it has none. */
        public String sha256(String plugin) {
            return plugins.stream()
                    .filter(row -> plugin.equals(row.get("id")))
                    .map(row -> (String) row.get("sha256"))
                    .findFirst()
                    .orElse(null);
        }
    }

    /**
     * Who ran from when on.
     *
     * @param deed the command that brought it about
     * @param swap null for the first
     */
    private record Chapter(Cast cast, String deed, LiveSwap swap) {
        boolean isUpdate() {
            return deed.startsWith(UPDATE);
        }

        long fromNs() {
            return swap == null ? 0 : swap.atNs();
        }
    }

    private static boolean isMoreThanWorkloads(InstalledPlugin plugin) {
        return !(plugin.protocols().isEmpty()
                && plugin.hardware().isEmpty()
                && plugin.programs().isEmpty()
                && plugin.stores().isEmpty());
    }

    /** A protocol took over; {@code deed} is the command that had it do so. */
    public synchronized void swapped(LiveSwap swap, Cast cast, String deed) {
        chapters.add(new Chapter(cast, deed, swap));
    }

    /**
     * The command that does the same again, as near as one can: it waits for whole seconds between the swaps, and
     * updates no plug-in, since of its jars only the digests are known.
     *
     * @param endNs when it was stopped, in ns since it started
     */
    public synchronized String command(long endNs) {
        StringBuilder script = new StringBuilder();
        for (int i = 0; i < chapters.size(); i++) {
            long untilNs = i + 1 < chapters.size() ? chapters.get(i + 1).fromNs() : endNs;
            long seconds = Math.max(1, Math.round((untilNs - chapters.get(i).fromNs()) / 1e9));
            if (!chapters.get(i).isUpdate()) {
                script.append(chapters.get(i).deed()).append(NEXT);
            }
            script.append("live watch --for ").append(seconds).append(NEXT);
        }
        return Program.called() + " -c " + Words.quoted(script + "live stop");
    }

    /** Adds to a manifest who ran when, and all plug-ins that took part: also those that were updated since. */
    public synchronized void tell(Map<String, Object> manifest) {
        List<Map<String, Object>> protocols = new ArrayList<>();
        List<Object> plugins = new ArrayList<>();
        for (Chapter chapter : chapters) {
            protocols.add(row(chapter));
            chapter.cast().plugins().stream()
                    .filter(row -> !plugins.contains(row))
                    .forEach(plugins::add);
        }
        if (manifest.get("plugins") instanceof List<?> installed) {
            installed.stream()
                    .filter(row -> row instanceof Map<?, ?> plugin
                            && Boolean.FALSE.equals(plugin.get("used"))
                            && chapters.stream()
                                    .noneMatch(chapter -> chapter.cast().has(plugin.get("id"))))
                    .forEach(plugins::add);
        }
        manifest.put("plugins", plugins);
        manifest.put(StoredResult.PROTOCOLS, protocols);
    }

    private Map<String, Object> row(Chapter chapter) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("protocol", chapter.cast().protocol());
        row.put("fromSeconds", chapter.fromNs() / 1e9);
        row.put(
                "from",
                startedAt
                        .plusNanos(chapter.fromNs())
                        .truncatedTo(ChronoUnit.MILLIS)
                        .toString());
        row.put("by", chapter.deed());
        if (chapter.swap() != null) {
            row.put("pausedMs", chapter.swap().pausedNs() / 1e6);
            row.put("recordsPassed", chapter.swap().records());
        }
        row.put("settings", chapter.cast().settings());
        Map<String, Object> plugins = new LinkedHashMap<>();
        chapter.cast().plugins().forEach(plugin -> plugins.put((String) plugin.get("id"), plugin.get("sha256")));
        row.put("plugins", plugins);
        return row;
    }
}

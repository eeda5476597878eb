// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.platform.catalogue.Catalogue;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.runtime.Tainted;

/**
 * What things are called now, for whoever types. Never throws: what cannot be read, or is not told within a second, is
 * empty. Any thread.
 */
public final class Names {
    /** Somebody who typed TAB waits. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Function<String, Folders> folders;
    private final PluginRegistry registry;

    /** {@code folders} are those for what a word names. */
    Names(Function<String, Folders> folders, PluginRegistry registry) {
        this.folders = folders;
        this.registry = registry;
    }

    /** The folders that this process works in. */
    public Folders folders() {
        return folders.apply("");
    }

    /** The names of one kind. */
    public List<String> of(Kind kind) {
        return ask(() -> catalogue().names(kind));
    }

    /** What a question about plug-ins and files is answered, on a thread that is given up after a second. */
    public List<String> ask(Supplier<List<String>> question) {
        if (!Tainted.all().isEmpty()) {
            // A plug-in that holds a thread already would hold the next one too.
            return List.of();
        }
        return watched(PATIENCE, question);
    }

    private List<String> watched(Duration patience, Supplier<List<String>> question) {
        try {
            return new PluginWatch(plugins(), patience, () -> false).call(question::get);
        } catch (RuntimeException | LinkageError unreadable) {
            return List.of();
        }
    }

    private List<Plugin> plugins() {
        return registry.installed().stream().map(InstalledPlugin::plugin).toList();
    }

    /** All that has a name, with the project that this process works in. */
    public Catalogue catalogue() {
        return new Catalogue(folders(), registry);
    }

    /** The keys that {@code --set} knows for a mix after other values are set. */
    public List<String> settableKeys(String mix, List<String> sets) {
        return ask(() -> List.copyOf(settable(mix, sets).keySet()));
    }

    /**
     * The words that a key chooses among; empty where there are none.
     *
     * @param mix the mix that it is set for, and what else is set
     */
    public List<String> words(String key, String mix, List<String> sets) {
        return switch (key) {
            case MixKeys.TESTBED -> of(Kind.TESTBEDS);
            case MixKeys.HARDWARE -> of(Kind.HARDWARE);
            case MixKeys.HARDWARE_PROFILE -> of(Kind.PROFILES);
            case MixKeys.SWITCH_PROFILE -> orNone(of(Kind.PROFILES));
            case MixKeys.SWITCH -> orNone(of(Kind.PROGRAMS));
            case MixKeys.PROTOCOL -> of(Kind.PROTOCOLS);
            case MixKeys.WORKLOAD -> of(Kind.WORKLOADS);
            default -> MixKeys.words(key).isEmpty() ? ask(() -> chosen(key, settable(mix, sets))) : MixKeys.words(key);
        };
    }

    private Map<String, Setting<?>> settable(String mix, List<String> sets) {
        return new MixResolver(new Parts(registry.installed()), folders.apply(mix)).settable(MixRequest.of(mix, sets));
    }

    private static List<String> orNone(List<String> names) {
        return Stream.concat(names.stream(), Stream.of(MixKeys.NONE)).toList();
    }

    /**
     * What the setting of a key takes; a key that chooses by name and has cores is a tenant, another one of a protocol
     * is that of a tenant, and one that ends with profile is that of a group of machines.
     */
    private List<String> chosen(String key, Map<String, Setting<?>> settable) {
        if (settable.containsKey(key + ".cores")) {
            return catalogue().names(Kind.WORKLOADS).stream()
                    .filter(name -> !name.equals("shared"))
                    .toList();
        }
        if (key.startsWith(MixKeys.HARDWARE + ".") && key.endsWith(".profile")) {
            return orNone(of(Kind.PROFILES));
        }
        if (key.startsWith(MixKeys.PROTOCOL + ".") && settable.containsKey(key) && settable.get(key) == null) {
            return of(Kind.PROTOCOLS);
        }
        return settable.get(key) == null ? List.of() : MixKeys.words(settable.get(key));
    }

    /** The mixes that can run now and have a part of the plug-in of an id, in alphabetical order. */
    public List<String> mixesWith(String plugin) {
        List<InstalledPlugin> plugins = registry.installed();
        return watched(registry.patience(), () -> {
            MixResolver resolver = new MixResolver(new Parts(plugins), folders());
            return catalogue().names(Kind.MIXES).stream()
                    .filter(mix -> needs(resolver, mix, plugin))
                    .toList();
        });
    }

    private static boolean needs(MixResolver resolver, String mix, String plugin) {
        PluginWatch.beat();
        try {
            return resolver.resolve(MixRequest.of(mix, List.of())).plugins().stream()
                    .anyMatch(each -> each.id().equals(plugin));
        } catch (RefusedException other) {
            return false;
        }
    }
}

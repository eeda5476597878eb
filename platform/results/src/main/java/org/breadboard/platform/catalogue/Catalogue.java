// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.catalogue;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.Offer;
import org.breadboard.platform.registry.PluginRegistry;

/** Everything that a user can name, as it is at the moment of asking. Any thread. */
public final class Catalogue {
    private static final int SHORT_DIGEST = 12;

    private final Folders folders;
    private final PluginRegistry registry;

    /** The catalogue of a distribution's folders and of the plug-ins in a registry. */
    public Catalogue(Folders folders, PluginRegistry registry) {
        this.folders = folders;
        this.registry = registry;
    }

    /**
     * One thing that has a name.
     *
     * @param own whether it is a file of the user's, or of a plug-in whose jar the user has put in
     * @param where the file that it lies in, or the plug-in that brings it
     */
    public record Entry(String name, String description, boolean own, String where) {}

    /** The names of one kind, in alphabetical order. */
    public List<String> names(Kind kind) {
        return List.copyOf(named(kind).keySet());
    }

    /** The things of one kind, in the order of their names. */
    public Collection<Entry> entries(Kind kind) {
        return named(kind).values();
    }

    /** Prints one kind, or all but plug-ins, whose rows have columns of their own. */
    public void print(Optional<Kind> chosen, OutputFormat output, PrintStream out) throws IOException {
        if (chosen.equals(Optional.of(Kind.PLUGINS))) {
            printPlugins(output, out);
            return;
        }
        Table table = new Table("kind", "name", "own", "where", "description");
        for (Kind kind : Kind.values()) {
            if (chosen.orElse(kind).shows(kind) && !kind.isApart()) {
                entries(kind).forEach(entry -> add(table, kind, entry, output));
            }
        }
        table.print(output, "parts", 2, out);
    }

    /** A person sees at a glance what is of their own; where the rest lies is of no use to them. */
    private static void add(Table table, Kind kind, Entry entry, OutputFormat output) {
        boolean people = output == OutputFormat.TABLE;
        table.add(
                kind.singular(),
                entry.name(),
                own(entry.own(), output),
                people && !entry.own() ? "" : entry.where(),
                entry.description());
    }

    private static Object own(boolean own, OutputFormat output) {
        return output == OutputFormat.TABLE ? (own ? "own" : "") : own;
    }

    /** Jars that ship lie elsewhere in the distribution. */
    private static boolean isOwn(InstalledPlugin plugin) {
        return plugin.jar()
                .map(Path::getParent)
                .filter(folder -> folder.endsWith(Project.PLUGINS))
                .isPresent();
    }

    private void printPlugins(OutputFormat output, PrintStream out) throws IOException {
        Table table = new Table("name", "version", "jar", "sha256", "own", "description");
        for (InstalledPlugin plugin : sorted()) {
            String sha256 =
                    plugin.jar().isPresent() && Files.isRegularFile(plugin.jar().get())
                            ? Digest.sha256(plugin.jar().get())
                            : "";
            boolean shorten = output == OutputFormat.TABLE && !sha256.isEmpty();
            table.add(
                    plugin.id(),
                    plugin.version(),
                    plugin.jar().map(jar -> jar.getFileName().toString()).orElse(plugin.origin()),
                    shorten ? sha256.substring(0, SHORT_DIGEST) : sha256,
                    own(isOwn(plugin), output),
                    plugin.description());
        }
        table.print(output, "plugins", 2, out);
    }

    private List<InstalledPlugin> sorted() {
        return registry.installed().stream()
                .sorted(Comparator.comparing(InstalledPlugin::id))
                .toList();
    }

    private Map<String, Entry> named(Kind kind) {
        Map<String, Entry> named = new TreeMap<>();
        switch (kind) {
            case MIXES -> shelve(named, Folders.MIXES);
            case STUDIES -> shelve(named, Folders.STUDIES);
            case TESTBEDS -> shelve(named, Folders.TESTBEDS);
            case PROFILES -> {
                for (InstalledPlugin plugin : registry.installed()) {
                    plugin.profiles()
                            .forEach(profile -> put(
                                    named,
                                    entry(profile.name(), profile.hardware().description(), plugin)));
                }
                shelve(named, Folders.PROFILES);
            }
            case HARDWARE -> offered(named, InstalledPlugin::hardware);
            case PROTOCOLS -> offered(named, InstalledPlugin::protocols);
            case PROGRAMS -> offered(named, InstalledPlugin::programs);
            case STORES -> offered(named, InstalledPlugin::stores);
            case WORKLOADS -> {
                put(named, new Entry("shared", "several of these at once, each on cores of its own", false, ""));
                offered(named, InstalledPlugin::workloads);
            }
            case COMBINATIONS, RESULTS -> {}
            case PLUGINS ->
                registry.installed().forEach(plugin -> put(named, entry(plugin.id(), plugin.description(), plugin)));
        }
        return named;
    }

    /** What is shipped of a kind, under what is the user's own. */
    private void shelve(Map<String, Entry> named, String kind) {
        List<Path> lowestFirst = new ArrayList<>(folders.all(kind));
        Collections.reverse(lowestFirst);
        for (Path folder : lowestFirst) {
            shelve(named, new Shelf(folder), folder, !folder.equals(folders.shipped(kind)));
        }
    }

    /** A file that says nothing of itself overrides what another one of its name says. */
    private void shelve(Map<String, Entry> named, Shelf shelf, Path folder, boolean own) {
        for (String name : shelf.names()) {
            String said = shelf.description(name);
            String description =
                    said.isEmpty() && named.containsKey(name) ? named.get(name).description() : said;
            put(named, new Entry(name, description, own, folders.label(folder.resolve(name + ".yaml"))));
        }
    }

    private <T> void offered(Map<String, Entry> named, Function<InstalledPlugin, List<Offer<T>>> offers) {
        for (InstalledPlugin plugin : registry.installed()) {
            offers.apply(plugin).forEach(offer -> put(named, entry(offer.id(), offer.description(), plugin)));
        }
    }

    private static Entry entry(String name, String description, InstalledPlugin plugin) {
        return new Entry(name, description, isOwn(plugin), "plug-in " + plugin.id());
    }

    private static void put(Map<String, Entry> named, Entry entry) {
        named.put(entry.name(), entry);
    }
}

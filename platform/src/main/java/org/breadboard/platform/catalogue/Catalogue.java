package org.breadboard.platform.catalogue;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.Offer;
import org.breadboard.platform.registry.PluginRegistry;

/** Everything that a user can name, as it is at the moment of asking. Any thread. */
public final class Catalogue {
    private static final int SHORT_DIGEST = 12;

    private final Path home;
    private final PluginRegistry registry;

    /** The catalogue of a distribution's folder and of the plug-ins in a registry. */
    public Catalogue(Path home, PluginRegistry registry) {
        this.home = home;
        this.registry = registry;
    }

    /** The names of one kind, in alphabetical order. */
    public List<String> names(Kind kind) {
        return entries(kind).map(Entry::name).sorted().toList();
    }

    /** Prints one kind, or all but plug-ins, whose rows have columns of their own. */
    public void print(Optional<Kind> chosen, OutputFormat output, PrintStream out) throws IOException {
        if (chosen.equals(Optional.of(Kind.PLUGINS))) {
            printPlugins(output, out);
            return;
        }
        Table table = new Table("kind", "name", "description");
        for (Kind kind : Kind.values()) {
            if (chosen.orElse(kind) == kind && kind != Kind.PLUGINS) {
                entries(kind)
                        .sorted(Comparator.comparing(Entry::name))
                        .forEach(entry -> table.add(kind.singular(), entry.name(), entry.description()));
            }
        }
        table.print(output, out);
    }

    private void printPlugins(OutputFormat output, PrintStream out) throws IOException {
        Table table = new Table("name", "version", "jar", "sha256", "description");
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
                    plugin.description());
        }
        table.print(output, out);
    }

    private List<InstalledPlugin> sorted() {
        return registry.installed().stream()
                .sorted(Comparator.comparing(InstalledPlugin::id))
                .toList();
    }

    private Stream<Entry> entries(Kind kind) {
        return switch (kind) {
            case MIXES, STUDIES, TESTBEDS -> shelved(kind);
            case HARDWARE ->
                registry.installed().stream()
                        .flatMap(plugin -> plugin.profiles().stream())
                        .map(profile ->
                                new Entry(profile.name(), profile.hardware().description()));
            case PROTOCOLS -> offered(InstalledPlugin::protocols);
            case PROGRAMS -> offered(InstalledPlugin::programs);
            case STORES -> offered(InstalledPlugin::stores);
            case WORKLOADS ->
                Stream.concat(
                        offered(InstalledPlugin::workloads),
                        Stream.of(new Entry("shared", "several of these at once, each on cores of its own")));
            case PLUGINS -> registry.installed().stream().map(plugin -> new Entry(plugin.id(), plugin.description()));
        };
    }

    private Stream<Entry> shelved(Kind kind) {
        Shelf shelf = new Shelf(home.resolve(kind.word()));
        return shelf.names().stream().map(name -> new Entry(name, shelf.description(name)));
    }

    private <T> Stream<Entry> offered(Function<InstalledPlugin, List<Offer<T>>> offers) {
        return registry.installed().stream()
                .flatMap(plugin -> offers.apply(plugin).stream())
                .map(offer -> new Entry(offer.id(), offer.description()));
    }

    /** One thing that has a name. */
    private record Entry(String name, String description) {}
}

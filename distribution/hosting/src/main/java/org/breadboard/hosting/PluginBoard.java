// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.breadboard.api.RefusedException;
import org.breadboard.hosting.PluginActions.Offers;
import org.breadboard.hosting.PluginActions.Row;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.Offer;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.Profile;
import org.breadboard.platform.registry.Refusal;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleWiring;

/** What plug-ins there are at the moment of asking, each with its bundle. Any thread. */
final class PluginBoard {
    private final BundleContext context;
    private final Path folder;
    private final PluginRegistry registry;
    private final PluginLifecycle lifecycle;

    PluginBoard(BundleContext context, Path folder, PluginRegistry registry, PluginLifecycle lifecycle) {
        this.context = context;
        this.folder = folder;
        this.registry = registry;
        this.lifecycle = lifecycle;
    }

    /**
     * A plug-in.
     *
     * @param bundle null where a jar could not even be installed
     * @param jar its file, or null where it has none
     * @param plugin null unless it is active
     */
    record Place(Row row, Bundle bundle, Path jar, InstalledPlugin plugin) {
        /** What a sentence calls it. */
        String name() {
            return "Plug-in '" + row.id() + '\'';
        }
    }

    /** All of them, in alphabetical order. */
    List<Place> all() throws IOException {
        List<Place> places = new ArrayList<>();
        List<Refusal> refusals = registry.refusals();
        for (Bundle bundle : context.getBundles()) {
            Optional<Place> place = place(bundle, refusals);
            place.ifPresent(places::add);
        }
        for (Refusal refusal : refusals) {
            if (places.stream()
                    .noneMatch(place ->
                            place.bundle() != null && refusal.origin().equals(BundleName.origin(place.bundle())))) {
                Path jar = folder.resolve(Path.of(refusal.origin()).getFileName());
                places.add(new Place(
                        row(jar.getFileName().toString(), "", PluginState.REFUSED, jar, refusal.why()),
                        null,
                        jar,
                        null));
            }
        }
        places.sort(Comparator.comparing(place -> place.row().id()));
        return places;
    }

    private Optional<Place> place(Bundle bundle, List<Refusal> refusals) throws IOException {
        String origin = BundleName.origin(bundle);
        Path jar = BundleName.jarOf(bundle).orElse(null);
        String version = bundle.getVersion().toString();
        PluginState state = lifecycle.state(bundle);
        Optional<InstalledPlugin> active = installed(state, origin);
        if (active.isPresent()) {
            InstalledPlugin plugin = active.get();
            Row row = row(plugin.id(), version, state, jar, plugin.description());
            return Optional.of(new Place(row, bundle, jar, plugin));
        }
        for (Refusal refusal : refusals) {
            if (refusal.origin().equals(origin)) {
                Row row = row(bundle.getSymbolicName(), version, PluginState.REFUSED, jar, refusal.why());
                return Optional.of(new Place(row, bundle, jar, null));
            }
        }
        if (state == PluginState.STOPPED) {
            String id = lifecycle.stoppedId(bundle).orElse(bundle.getSymbolicName());
            return Optional.of(new Place(row(id, version, state, jar, ""), bundle, jar, null));
        }
        if (jar != null && folder.equals(jar.getParent()) && Files.exists(jar)) {
            Row row = state.isPassing()
                    ? row(bundle.getSymbolicName(), version, state, jar, "")
                    : row(bundle.getSymbolicName(), version, PluginState.LIBRARY, jar, "a bundle without a plug-in");
            return Optional.of(new Place(row, bundle, jar, null));
        }
        return Optional.empty();
    }

    private Optional<InstalledPlugin> installed(PluginState state, String origin) {
        return state != PluginState.ACTIVE
                ? Optional.empty()
                : registry.installed().stream()
                        .filter(plugin -> plugin.origin().equals(origin))
                        .findFirst();
    }

    private Row row(String id, String version, PluginState state, Path jar, String description) throws IOException {
        boolean shipped = jar != null && !folder.equals(jar.getParent());
        String digest = jar != null && Files.isRegularFile(jar) ? Digest.sha256(jar) : "";
        String file = jar == null ? "" : jar.getFileName().toString();
        return new Row(id, version, state, shipped, file, digest, description);
    }

    /**
     * The plug-in with an id, or with the name of its bundle or jar; of several the active one.
     *
     * @throws RefusedException if there is none, or if several are meant
     */
    Place find(String name) throws IOException {
        if (name.contains("/") || name.contains("..")) {
            throw new RefusedException(
                    "'" + name + "' is a path, and may leave the folder of plug-ins; name a plug-in by"
                            + " its id, which 'plugin list' shows.");
        }
        List<Place> all = all();
        List<Function<Place, String>> names = List.of(
                place -> place.row().id(),
                place -> place.bundle() == null ? "" : place.bundle().getSymbolicName(),
                place -> place.row().jar());
        for (Function<Place, String> key : names) {
            List<Place> found =
                    all.stream().filter(place -> key.apply(place).equals(name)).toList();
            Optional<Place> active =
                    found.stream().filter(place -> place.plugin() != null).findFirst();
            if (active.isPresent() || found.size() == 1) {
                return active.orElseGet(() -> found.get(0));
            }
            if (found.size() > 1) {
                List<String> jars =
                        found.stream().map(place -> place.row().jar()).sorted().toList();
                throw new RefusedException("There are several plug-ins '" + name + "'; name one by its jar: "
                        + String.join(", ", jars) + '.');
            }
        }
        List<String> ids = all.stream().map(place -> place.row().id()).toList();
        throw new RefusedException("There is no plug-in '" + name + "'" + Suggestion.phrase(name, ids)
                + "; 'plugin list' shows them all.");
    }

    /** The plug-in of a bundle. */
    Place of(Bundle bundle) throws IOException {
        return place(bundle, registry.refusals()).orElseThrow();
    }

    /**
     * The names of those that take packages from a bundle, in alphabetical order.
     *
     * @param stopped whether those count that are stopped: they take the packages that are there when they start again
     */
    List<String> dependants(Bundle bundle, boolean stopped) throws IOException {
        BundleWiring wiring = bundle == null ? null : bundle.adapt(BundleWiring.class);
        if (wiring == null) {
            return List.of();
        }
        List<Bundle> users = wiring.getProvidedWires(null).stream()
                .map(wire -> wire.getRequirer().getBundle())
                .filter(user -> !user.equals(bundle) && (stopped || user.getState() != Bundle.RESOLVED))
                .distinct()
                .toList();
        List<String> names = new ArrayList<>();
        for (Bundle user : users) {
            Optional<Place> place = place(user, List.of());
            names.add(place.map(each -> each.row().id()).orElse(user.getSymbolicName()));
        }
        names.sort(null);
        return names;
    }

    /** What a plug-in brings, by kind. */
    static List<Offers> offers(InstalledPlugin plugin) {
        return List.of(
                new Offers("hardware", names(plugin.hardware())),
                new Offers(
                        "profiles",
                        plugin.profiles().stream().map(Profile::name).toList()),
                new Offers("stores", names(plugin.stores())),
                new Offers("protocols", names(plugin.protocols())),
                new Offers("programs", names(plugin.programs())),
                new Offers("workloads", names(plugin.workloads())),
                new Offers("verbs", plugin.verbs().stream().map(Offer::id).toList()));
    }

    private static <T> List<String> names(List<Offer<T>> offers) {
        return offers.stream().map(Offer::id).toList();
    }
}

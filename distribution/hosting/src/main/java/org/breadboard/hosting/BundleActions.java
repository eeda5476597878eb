// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.breadboard.api.RefusedException;
import org.breadboard.hosting.PluginBoard.Place;

/** The actions of the verb {@code plugin} on the bundles of a Felix and on the folder of plug-ins. */
final class BundleActions implements PluginActions {
    private final PluginFolder files;
    private final FolderLock lock;
    private final PluginLifecycle lifecycle;
    private final BundleFaults faults;
    private final PluginBoard board;
    private final JarIntake intake;
    private final PluginUsers users;

    BundleActions(
            PluginFolder files,
            FolderLock lock,
            PluginLifecycle lifecycle,
            BundleFaults faults,
            PluginBoard board,
            JarIntake intake,
            PluginUsers users) {
        this.files = files;
        this.lock = lock;
        this.lifecycle = lifecycle;
        this.faults = faults;
        this.board = board;
        this.intake = intake;
        this.users = users;
    }

    /** What changes the folder. */
    private interface Deed<T> {
        T make() throws IOException;
    }

    /** Does it while nobody else changes the folder, after what they have done to it. */
    private <T> T alone(Deed<T> deed) throws IOException {
        try (FolderLock.Held held = lock.take()) {
            files.look();
            return deed.make();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            throw FolderLock.hurried();
        }
    }

    @Override
    public List<Row> list() throws IOException {
        lookIfFree();
        return board.all().stream().map(Place::row).toList();
    }

    /** Nobody waits for others only to see what there is. */
    private void lookIfFree() throws IOException {
        Optional<FolderLock.Held> free = lock.tryToTake();
        if (free.isPresent()) {
            try (FolderLock.Held held = free.get()) {
                files.look();
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public Details info(String name) throws IOException {
        lookIfFree();
        Place place = board.find(name);
        String id = place.row().id();
        boolean active = place.plugin() != null;
        return new Details(
                place.row(),
                place.bundle() == null ? "" : place.bundle().getSymbolicName(),
                place.jar() == null ? "" : place.jar().toString(),
                active ? PluginBoard.offers(place.plugin()) : List.of(),
                board.dependants(place.bundle(), true),
                active ? users.mixesWith(id) : List.of(),
                active ? users.runsWith(id) : List.of());
    }

    @Override
    public Change install(Path file, String sha256) throws IOException {
        return alone(() -> installed(file, sha256));
    }

    private Change installed(Path file, String sha256) throws IOException {
        Path jar = intake.destination(file);
        if (Files.exists(jar, LinkOption.NOFOLLOW_LINKS)) {
            throw new RefusedException(
                    "There is a plugins/" + jar.getFileName()
                            + " already; 'plugin update ID FILE' puts another jar in its place, or give this one another name.");
        }
        Place place = intake.put(file, sha256, jar, file.getFileName() + " is not installed", null, () -> {});
        return change(place, place.name() + ' ' + place.row().version() + " is installed");
    }

    @Override
    public Change update(String name, Path file, String sha256, boolean force) throws IOException {
        Exchanged exchanged = alone(() -> exchange(name, file, sha256, force));
        // It may take its time, and nobody waits for that to change the folder.
        return exchanged.live() ? taken(exchanged) : exchanged.change();
    }

    /**
     * What came of an update, but for what is live.
     *
     * @param change what was done; null if that is refused
     * @param refused why nothing was done, though the one of before went and came back, and its classes are others now;
     *     null if it was done
     * @param live whether a live cluster uses it, and takes it or not
     */
    private record Exchanged(Change change, RefusedException refused, boolean live) {}

    private Exchanged exchange(String name, Path file, String sha256, boolean force) throws IOException {
        Place before = board.find(name);
        refuseShipped(before, "updated", "stop it, and install another one");
        if (before.row().state() == PluginState.STOPPED) {
            throw new RefusedException(before.name() + " is stopped; start it before you update it.");
        }
        intake.destination(file);
        Optional<String> live = users.liveWith(before.row().id());
        refuseUsed(before, "updated", force, live);
        String fails = before.name() + " stays as it was";
        String id = before.plugin() == null ? null : before.row().id();
        // Other runs end before their classes are exchanged; a live cluster takes over to the new ones, and would take
        // it as the plug-in's end if that were away for long.
        boolean ends = id != null && live.isEmpty();
        try {
            Place place = users.exchanging(() -> intake.put(file, sha256, before.jar(), fails, id, () -> {
                if (ends) {
                    lifecycle.clear(before.bundle(), PluginState.UPDATING);
                }
                if (id != null) {
                    users.endRunsWith(id, false);
                }
            }));
            String versions = before.row().version() + " to " + place.row().version();
            return new Exchanged(change(place, place.name() + " is updated from " + versions), null, live.isPresent());
        } catch (RefusedException refused) {
            if (live.isEmpty()) {
                throw refused;
            }
            return new Exchanged(null, refused, true);
        } finally {
            if (ends) {
                lifecycle.start(before.bundle());
            }
        }
    }

    private Change taken(Exchanged exchanged) {
        Change change = exchanged.change();
        String taken = "";
        String left = "";
        try {
            taken = users.liveUpdated().map(sentence -> ' ' + sentence).orElse("");
        } catch (RefusedException stays) {
            left = stays.getMessage();
        }
        if (change != null) {
            return new Change(change.sentence() + taken, change.row(), left);
        }
        throw new RefusedException(exchanged.refused().getMessage() + taken + (left.isEmpty() ? "" : ' ' + left));
    }

    private static Change change(Place place, String deed) {
        Row row = place.row();
        return new Change(deed + ": plugins/" + row.jar() + ", SHA-256 " + row.sha256() + '.', row);
    }

    @Override
    public Change start(String name) throws IOException {
        return alone(() -> started(name));
    }

    private Change started(String name) throws IOException {
        Place place = board.find(name);
        if (place.row().state() != PluginState.STOPPED) {
            throw new RefusedException(place.name() + " is not stopped; 'plugin list' shows its state.");
        }
        String id = place.row().id();
        lifecycle.start(place.bundle());
        Optional<String> fault = faults.of(place.bundle(), id);
        if (fault.isPresent()) {
            lifecycle.quit(place.bundle(), id);
            throw new RefusedException(place.name() + " stays stopped: " + fault.get() + '.');
        }
        lifecycle.forgetStop(place.bundle());
        return new Change(
                place.name() + " is started.", board.of(place.bundle()).row());
    }

    @Override
    public Change stop(String name, boolean force) throws IOException {
        return alone(() -> stopped(name, force));
    }

    private Change stopped(String name, boolean force) throws IOException {
        Place place = board.find(name);
        if (place.plugin() == null) {
            throw new RefusedException(
                    place.name() + " is not active but " + place.row().state() + ", so there is nothing to stop.");
        }
        refuseUsed(place, "stopped", force);
        String id = place.row().id();
        List<String> mixes = users.mixesWith(id);
        lifecycle.stop(place.bundle(), id);
        users.endRunsWith(id, true);
        return new Change(
                place.name() + " is stopped" + without(mixes) + left(place),
                board.of(place.bundle()).row());
    }

    @Override
    public Change remove(String name, boolean force) throws IOException {
        return alone(() -> removed(name, force));
    }

    private Change removed(String name, boolean force) throws IOException {
        Place place = board.find(name);
        refuseShipped(place, "removed", "stop it instead");
        refuseUsed(place, "removed", force);
        Row row = place.row();
        List<String> mixes = place.plugin() == null ? List.of() : users.mixesWith(row.id());
        String left = "";
        if (place.bundle() != null) {
            // Whose threads they are is told by its classes, which are gone with the bundle.
            lifecycle.clear(place.bundle(), PluginState.REMOVING);
            users.endRunsWith(row.id(), true);
            left = left(place);
        }
        try {
            files.discard(place.jar());
        } catch (IOException kept) {
            if (place.bundle() != null) {
                lifecycle.admit(place.bundle());
            }
            throw kept;
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        if (place.bundle() != null) {
            lifecycle.forgetStop(place.bundle());
        }
        return new Change(
                place.name() + " is removed" + without(mixes) + left,
                new Row(
                        row.id(),
                        row.version(),
                        PluginState.REMOVED,
                        false,
                        row.jar(),
                        row.sha256(),
                        row.description()));
    }

    private static void refuseShipped(Place place, String deed, String instead) {
        if (place.row().shipped() || place.jar() == null) {
            throw new RefusedException(
                    place.name() + " is part of Breadboard, and is not " + deed + "; " + instead + '.');
        }
    }

    private void refuseUsed(Place place, String deed, boolean force) throws IOException {
        refuseUsed(place, deed, force, Optional.empty());
    }

    /** {@code except} is a run that survives it. */
    private void refuseUsed(Place place, String deed, boolean force, Optional<String> except) throws IOException {
        List<String> uses = new ArrayList<>();
        users.runsWith(place.row().id()).stream()
                .filter(run -> !except.equals(Optional.of(run)))
                .forEach(run -> uses.add("'" + run + "' runs with it"));
        board.dependants(place.bundle(), false).forEach(other -> uses.add("'" + other + "' needs its packages"));
        if (!force && !uses.isEmpty()) {
            throw new RefusedException(place.name() + " is not " + deed + ", since " + String.join(" and ", uses)
                    + "; wait or stop that first, or add --force to have it end.");
        }
    }

    private static String without(List<String> mixes) {
        return mixes.isEmpty() ? "." : ". Without it these mixes do not run: " + String.join(", ", mixes) + '.';
    }

    /** A sentence about a thread of a plug-in's that goes on without it. */
    private String left(Place place) {
        Optional<Thread> thread = lifecycle.threadOf(place.bundle());
        thread.ifPresent(
                each -> users.abandoned(place.row().id(), "it left the thread '" + each.getName() + "' running", each));
        return thread.map(each -> " It left the thread '" + each.getName()
                        + "' running, which Java cannot stop; start again for figures to trust.")
                .orElse("");
    }
}

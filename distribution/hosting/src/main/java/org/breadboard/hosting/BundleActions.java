package org.breadboard.hosting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.breadboard.api.RefusedException;
import org.breadboard.hosting.PluginBoard.Place;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.Refusal;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleRevision;

/** The actions of the verb {@code plugin} on the bundles of a Felix and on the folder of plug-ins. */
final class BundleActions implements PluginActions {
    private static final String SHA256 = "[0-9a-f]{64}";

    private final BundleContext context;
    private final Path folder;
    private final PluginFolder files;
    private final PluginRegistry registry;
    private final PluginUsers users;
    private final PluginBoard board;
    private final StoppedPlugins stopped;

    BundleActions(BundleContext context, Path folder, PluginFolder files, PluginRegistry registry, PluginUsers users) {
        this.context = context;
        this.folder = folder;
        this.files = files;
        this.registry = registry;
        this.users = users;
        board = new PluginBoard(context, folder, registry);
        stopped = new StoppedPlugins(folder);
    }

    @Override
    public List<Row> list() throws IOException {
        return board.all().stream().map(Place::row).toList();
    }

    @Override
    public Details info(String name) throws IOException {
        Place place = board.find(name);
        String id = place.row().id();
        boolean active = place.plugin() != null;
        return new Details(
                place.row(),
                place.bundle() == null ? "" : place.bundle().getSymbolicName(),
                place.jar() == null ? "" : place.jar().toString(),
                active ? PluginBoard.offers(place.plugin()) : List.of(),
                board.dependants(place.bundle()),
                active ? users.mixesWith(id) : List.of(),
                active ? users.runsWith(id) : List.of());
    }

    @Override
    public Change install(Path file, String sha256) throws IOException {
        Path jar = destination(file);
        if (Files.exists(jar, LinkOption.NOFOLLOW_LINKS)) {
            throw new RefusedException(
                    "There is a plugins/" + jar.getFileName()
                            + " already; 'plugin update ID FILE' puts another jar in its place, or give this one another name.");
        }
        Place place = put(file, sha256, jar, file.getFileName() + " is not installed", null, () -> {});
        return change(place, place.name() + ' ' + place.row().version() + " is installed");
    }

    @Override
    public Change update(String name, Path file, String sha256, boolean force) throws IOException {
        Place before = board.find(name);
        refuseShipped(before, "updated", "stop it, and install another one");
        if (before.row().state() == State.STOPPED) {
            throw new RefusedException(before.name() + " is stopped; start it before you update it.");
        }
        destination(file);
        Optional<String> live = users.liveWith(before.row().id());
        refuseUsed(before, "updated", force, live);
        String fails = before.name() + " stays as it was";
        String id = before.plugin() == null ? null : before.row().id();
        // Other runs end before their classes are exchanged; a live cluster takes over to the new ones, and would take
        // it as the plug-in's end if that were away for long.
        boolean ends = id != null && live.isEmpty();
        Place place;
        try {
            place = users.exchanging(() -> put(file, sha256, before.jar(), fails, id, () -> {
                if (ends) {
                    files.halt(before.bundle(), true);
                }
                if (id != null) {
                    users.endRunsWith(id, false);
                }
            }));
        } catch (RefusedException refused) {
            throw live.isPresent() ? followed(refused) : refused;
        } finally {
            if (ends) {
                files.begin(before.bundle());
            }
        }
        Change change = change(
                place,
                place.name() + " is updated from " + before.row().version() + " to "
                        + place.row().version());
        try {
            return live.flatMap(run -> users.liveUpdated())
                    .map(taken -> new Change(change.sentence() + ' ' + taken, change.row()))
                    .orElse(change);
        } catch (RefusedException left) {
            return new Change(change.sentence(), change.row(), left.getMessage());
        }
    }

    /** The one of before went and came back, and its classes are others now, which a live cluster takes or not. */
    private RefusedException followed(RefusedException refused) {
        String said;
        try {
            said = users.liveUpdated().orElse("");
        } catch (RefusedException left) {
            said = left.getMessage();
        }
        return said.isEmpty() ? refused : new RefusedException(refused.getMessage() + ' ' + said);
    }

    private static Change change(Place place, String deed) {
        Row row = place.row();
        return new Change(deed + ": plugins/" + row.jar() + ", SHA-256 " + row.sha256() + '.', row);
    }

    /** Where a jar goes; refuses what can be none. */
    private Path destination(Path file) {
        String text = file.toString();
        if (text.matches("[A-Za-z][A-Za-z+.-]+:/.*")) {
            throw new RefusedException(
                    "'" + text + "' is no file; plug-ins are installed from local files only, so fetch it first.");
        }
        if (!Files.isRegularFile(file)) {
            throw new RefusedException("There is no file '" + text + "'; name a jar.");
        }
        if (!text.endsWith(".jar")) {
            throw new RefusedException("'" + text + "' is not a jar, whose name ends with .jar.");
        }
        return folder.resolve(file.getFileName().toString());
    }

    /**
     * Takes a copy of a file into the folder.
     *
     * @param fails how a sentence begins that says why nothing has changed
     * @param id the id that the plug-in must have, or null
     * @param room is made for a file that looks sound
     */
    private Place put(Path file, String sha256, Path jar, String fails, String id, Room room) throws IOException {
        Files.createDirectories(folder);
        Path fresh = Files.createTempFile(folder, ".plugin-", ".part");
        try {
            BundleName name = JarCheck.name(file);
            Files.copy(file, fresh, StandardCopyOption.REPLACE_EXISTING);
            checkDigest(fresh, sha256);
            JarCheck.content(fresh);
            Optional<Bundle> twin = name.twin(context, jar);
            if (twin.isPresent()) {
                throw new RefusedException(fails + ": " + BundleName.taken(twin.get(), folder) + '.');
            }
            room.make();
            PluginFolder.Placed placed = files.put(fresh, jar, bundle -> fault(bundle, id));
            if (placed.bundle().isPresent()) {
                return board.of(placed.bundle().get());
            }
            if (placed.lost() != null && id != null) {
                throw new RefusedException("Plug-in '" + id + "' is not updated: " + placed.why()
                        + "; the jar of before is back, but does not start: " + placed.lost() + '.');
            }
            throw new RefusedException(fails + ": " + placed.why() + '.');
        } catch (JarCheck.UnsoundJarException | java.util.zip.ZipException unsound) {
            throw new RefusedException(fails + ": " + why(unsound) + '.');
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            throw new RefusedException(fails + ", since you pressed Ctrl-C.");
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** What is done before a jar takes its place. */
    private interface Room {
        void make() throws IOException;
    }

    private static String why(IOException unsound) {
        return unsound instanceof JarCheck.UnsoundJarException
                ? unsound.getMessage()
                : "the jar cannot be read (" + unsound.getMessage() + "); copy it again";
    }

    private static void checkDigest(Path file, String said) throws IOException {
        if (said == null) {
            return;
        }
        String expected = said.toLowerCase(Locale.ROOT);
        if (!expected.matches(SHA256)) {
            throw new RefusedException("--sha256: '" + said + "' is no SHA-256, which has 64 hexadecimal digits.");
        }
        String digest = Digest.sha256(file);
        if (!digest.equals(expected)) {
            throw new JarCheck.UnsoundJarException(
                    "its SHA-256 is " + digest + ", not the one that you gave; fetch it again");
        }
    }

    /** Why a bundle that was put into the folder is of no use, as the end of a sentence. */
    private Optional<String> fault(Bundle bundle, String id) {
        if (bundle.getState() == Bundle.INSTALLED && !Wiring.isFragment(bundle)) {
            return Optional.of(MissingRequirement.firstOf(bundle, context.getBundles())
                    .orElse("its packages cannot be wired with those that are there"));
        }
        Optional<String> failure = files.failure(bundle);
        if (failure.isPresent()) {
            files.threadBegunBy(bundle)
                    .ifPresent(thread -> users.abandoned(bundle.getSymbolicName(), failure.get(), thread));
            return failure;
        }
        Optional<Refusal> refusal = registry.refusals().stream()
                .filter(each -> each.origin().equals(BundlePlugins.origin(bundle)))
                .findFirst();
        if (refusal.isPresent()) {
            return refusal.map(Refusal::why);
        }
        Optional<Thread> thread = files.threadBegunBy(bundle);
        if (thread.isPresent()) {
            String sentence = "its start left the thread '" + thread.get().getName()
                    + "' running, and a plug-in has no threads but the runtime's";
            users.abandoned(bundle.getSymbolicName(), sentence, thread.get());
            return Optional.of(sentence);
        }
        return offeredOtherwise(bundle, id);
    }

    private Optional<String> offeredOtherwise(Bundle bundle, String id) {
        Optional<String> found = registry.installed().stream()
                .filter(plugin -> plugin.origin().equals(BundlePlugins.origin(bundle)))
                .map(plugin -> plugin.id())
                .findFirst();
        if (found.isPresent()) {
            return found.filter(other -> id != null && !other.equals(id))
                    .map(other -> "the jar brings plug-in '" + other + "'; install that beside it");
        }
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        boolean library = Wiring.isFragment(bundle)
                || !revision.getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE)
                        .isEmpty();
        return library && id == null
                ? Optional.empty()
                : Optional.of("it brings no plug-in; META-INF/services/org.breadboard.api.Plugin must name its class,"
                        + " as bnd's @ServiceProvider(Plugin.class) does");
    }

    @Override
    public Change start(String name) throws IOException {
        Place place = board.find(name);
        if (place.row().state() != State.STOPPED) {
            throw new RefusedException(place.name() + " is not stopped; 'plugin list' shows its state.");
        }
        files.begin(place.bundle());
        Optional<String> fault = fault(place.bundle(), place.row().id());
        if (fault.isPresent()) {
            files.halt(place.bundle(), false);
            throw new RefusedException(place.name() + " stays stopped: " + fault.get() + '.');
        }
        stopped.remove(BundleName.of(place.bundle()));
        return new Change(
                place.name() + " is started.", board.of(place.bundle()).row());
    }

    @Override
    public Change stop(String name, boolean force) throws IOException {
        Place place = board.find(name);
        if (place.plugin() == null) {
            throw new RefusedException(
                    place.name() + " is not active but " + place.row().state() + ", so there is nothing to stop.");
        }
        refuseUsed(place, "stopped", force);
        String id = place.row().id();
        List<String> mixes = users.mixesWith(id);
        Files.createDirectories(folder);
        stopped.add(BundleName.of(place.bundle()), id);
        files.halt(place.bundle(), false);
        users.endRunsWith(id, true);
        return new Change(
                place.name() + " is stopped" + without(mixes) + left(place),
                board.of(place.bundle()).row());
    }

    @Override
    public Change remove(String name, boolean force) throws IOException {
        Place place = board.find(name);
        refuseShipped(place, "removed", "stop it instead");
        refuseUsed(place, "removed", force);
        Row row = place.row();
        List<String> mixes = place.plugin() == null ? List.of() : users.mixesWith(row.id());
        String left = "";
        if (place.bundle() != null) {
            // Whose threads they are is told by its classes, which are gone with the bundle.
            files.halt(place.bundle(), true);
            users.endRunsWith(row.id(), true);
            left = left(place);
        }
        try {
            files.discard(place.jar());
        } catch (IOException kept) {
            if (place.plugin() != null) {
                files.begin(place.bundle());
            }
            throw kept;
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        if (place.bundle() != null) {
            stopped.remove(BundleName.of(place.bundle()));
        }
        return new Change(
                place.name() + " is removed" + without(mixes) + left,
                new Row(row.id(), row.version(), State.REMOVED, false, row.jar(), row.sha256(), row.description()));
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
        board.dependants(place.bundle()).forEach(other -> uses.add("'" + other + "' needs its packages"));
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
        Optional<Thread> thread = files.threadOf(place.bundle());
        thread.ifPresent(
                each -> users.abandoned(place.row().id(), "it left the thread '" + each.getName() + "' running", each));
        return thread.map(each -> " It left the thread '" + each.getName()
                        + "' running, which Java cannot stop; start again for figures to trust.")
                .orElse("");
    }
}

package org.breadboard.hosting;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.breadboard.platform.files.Digest;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * Installs, updates and uninstalls the bundles of the plug-in folder's jars, when File Install says that a file came,
 * changed or went. File Install's own way is to update whatever bundle has a jar's name and version, and to uninstall
 * it with the jar; here, a bundle belongs to the file that it was installed from, and a jar whose name and version are
 * taken waits until they are free. The verb {@code plugin} changes the folder through here, too, and File Install finds
 * it done. Any thread, one at a time. What is left out, {@link BundleRefusals} finds.
 */
final class PluginFolder implements ArtifactInstaller {
    private static final String START_LEVEL = "felix.fileinstall.start.level";

    private final BundleContext context;
    private final Path folder;
    private final Wiring wiring;
    private final StoppedPlugins stopped;
    private final BundlePlugins plugins;
    private final PluginThreads threads = new PluginThreads();

    /** Jars whose name and version were taken, in the order in which they came. */
    private final Set<Path> waiting = new LinkedHashSet<>();

    /** What each jar was when it was brought in or renewed: its SHA-256. */
    private final Map<Path, String> brought = new TreeMap<>();

    /** Why bundles did not start, by their numbers, as the ends of sentences. */
    private final Map<Long, String> failures = new TreeMap<>();

    private boolean begun;

    PluginFolder(BundleContext context, Path folder, BundlePlugins plugins) {
        this.context = context;
        this.folder = folder;
        this.plugins = plugins;
        wiring = new Wiring(context);
        stopped = new StoppedPlugins(folder);
    }

    @Override
    public boolean canHandle(File file) {
        return file.getName().endsWith(".jar");
    }

    @Override
    public synchronized void install(File file) throws Exception {
        if (!begun) {
            begun = true;
            begin();
        }
        Path jar = file.toPath();
        if (bundleOf(jar).isEmpty()) {
            bringIn(jar);
        }
    }

    @Override
    public synchronized void update(File file) throws Exception {
        Path jar = file.toPath();
        if (!Digest.sha256(jar).equals(brought.get(jar))) {
            exchange(jar);
        }
    }

    private void exchange(Path jar) throws IOException, BundleException, InterruptedException {
        Optional<Bundle> own = bundleOf(jar);
        if (own.isPresent() && threads.isStuck(own.get())) {
            throw new BundleException(
                    "the activator of the one before has not returned; leave Breadboard, and try again");
        }
        boolean renewable;
        try {
            renewable = own.isPresent() && isFree(jar);
        } catch (IOException unsound) {
            takeOut(jar);
            throw unsound;
        }
        if (renewable) {
            renew(own.get(), jar);
            bringInWaiting();
        } else {
            // The old code must not run under the name of a file that says something else by now.
            takeOut(jar);
            bringIn(jar);
        }
    }

    @Override
    public synchronized void uninstall(File file) throws Exception {
        takeOut(file.toPath());
    }

    private void takeOut(Path jar) throws BundleException, InterruptedException {
        waiting.remove(jar);
        brought.remove(jar);
        Optional<Bundle> own = bundleOf(jar);
        if (own.isPresent() && !threads.isStuck(own.get())) {
            own.get().uninstall();
            plugins.forget(own.get());
            wiring.refresh(own.get());
            bringInWaiting();
            startAll();
        }
    }

    /**
     * Puts a file where {@code jar} is or will be, and brings its bundle in. If it does not fit, or something goes
     * wrong, the file of before is put back and its bundle brought in.
     *
     * @param fresh in the folder, under a name that File Install passes over; it is gone afterwards
     * @param judge says why a bundle, which was started, does not fit, as the end of a sentence
     * @return the bundle, or why it does not fit
     */
    synchronized Placed put(Path fresh, Path jar, Function<Bundle, Optional<String>> judge)
            throws IOException, InterruptedException {
        Path old = fresh.resolveSibling(fresh.getFileName() + ".old");
        boolean replaces = Files.exists(jar);
        if (replaces) {
            Files.copy(jar, old);
        }
        Optional<String> why;
        try {
            Files.move(fresh, jar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            why = attempt(jar, judge);
        } catch (IOException | InterruptedException | RuntimeException broken) {
            back(replaces, old, jar, judge);
            throw broken;
        }
        if (why.isEmpty()) {
            Files.deleteIfExists(old);
            return new Placed(bundleOf(jar), null, null);
        }
        return new Placed(
                Optional.empty(), why.get(), back(replaces, old, jar, judge).orElse(null));
    }

    /** Brings back what was there; returns why that does not fit any more. */
    private Optional<String> back(boolean replaced, Path old, Path jar, Function<Bundle, Optional<String>> judge)
            throws IOException, InterruptedException {
        if (replaced) {
            Files.move(old, jar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return attempt(jar, judge);
        }
        if (Files.exists(jar)) {
            discard(jar);
        }
        return Optional.empty();
    }

    /**
     * A bundle, or why there is none.
     *
     * @param lost why the bundle of before does not fit any more; null if it does, or there was none
     */
    record Placed(Optional<Bundle> bundle, String why, String lost) {}

    private Optional<String> attempt(Path jar, Function<Bundle, Optional<String>> judge) throws InterruptedException {
        try {
            exchange(jar);
            Optional<Bundle> bundle = bundleOf(jar);
            return bundle.isPresent() ? judge.apply(bundle.get()) : Optional.of("its name and version are taken");
        } catch (IOException | BundleException unsound) {
            return Optional.of(unsound.getMessage());
        }
    }

    /** Uninstalls a jar's bundle, if it has one, and deletes the jar. */
    synchronized void discard(Path jar) throws IOException, InterruptedException {
        Files.delete(jar);
        try {
            takeOut(jar);
        } catch (BundleException gone) {
            throw new IOException(gone.getMessage(), gone);
        }
    }

    /** Starts a bundle of this folder or of the distribution, unless it runs. */
    synchronized void begin(Bundle bundle) {
        start(bundle);
    }

    /**
     * Stops a bundle: until it is started again, or for this process alone. What does not return from its start stays.
     */
    synchronized void halt(Bundle bundle, boolean transiently) throws IOException {
        if (threads.isStuck(bundle)) {
            return;
        }
        try {
            bundle.stop(transiently ? Bundle.STOP_TRANSIENT : 0);
        } catch (BundleException threw) {
            if (bundle.getState() == Bundle.ACTIVE) {
                throw new IOException(threw.getMessage(), threw);
            }
            // An activator that throws when it stops is stopped all the same.
        }
    }

    /** Why a bundle did not start, as the end of a sentence, if it did not. */
    synchronized Optional<String> failure(Bundle bundle) {
        return Optional.ofNullable(failures.get(bundle.getBundleId()));
    }

    /** A thread that a bundle's start left running. */
    synchronized Optional<Thread> threadBegunBy(Bundle bundle) {
        return threads.begunBy(bundle);
    }

    /** A thread of a bundle's that runs. */
    synchronized Optional<Thread> threadOf(Bundle bundle) {
        return threads.of(bundle);
    }

    /**
     * File Install names the first files in no order; of twins that are there from the start, the first by name shall
     * be the first.
     */
    private void begin() throws InterruptedException, IOException {
        List<Path> jars;
        try (Stream<Path> files = Files.list(folder)) {
            jars = files.filter(jar -> canHandle(jar.toFile())).sorted().toList();
        }
        bringIn(jars);
    }

    private void bringInWaiting() throws InterruptedException {
        bringIn(List.copyOf(waiting));
    }

    private void bringIn(List<Path> jars) throws InterruptedException {
        for (Path jar : jars) {
            try {
                bringIn(jar);
            } catch (IOException | BundleException unsound) {
                // File Install names this jar too, now or when it changes, and is told then.
            }
        }
    }

    private void bringIn(Path jar) throws IOException, BundleException, InterruptedException {
        if (!isFree(jar)) {
            waiting.add(jar);
            return;
        }
        Bundle bundle;
        try (InputStream content = Files.newInputStream(jar)) {
            bundle = context.installBundle(location(jar), content);
        }
        waiting.remove(jar);
        brought.put(jar, Digest.sha256(jar));
        String level = context.getProperty(START_LEVEL);
        if (level != null) {
            bundle.adapt(BundleStartLevel.class).setStartLevel(Integer.parseInt(level));
        }
        wiring.refreshAround(bundle, own());
        startAll();
        if (!stopped.contains(bundle)) {
            start(bundle);
        }
    }

    private void renew(Bundle bundle, Path jar) throws IOException, BundleException, InterruptedException {
        halt(bundle, true);
        try (InputStream content = Files.newInputStream(jar)) {
            bundle.update(content);
            brought.put(jar, Digest.sha256(jar));
        } catch (IOException | BundleException unsound) {
            bundle.uninstall();
            plugins.forget(bundle);
            throw unsound;
        } finally {
            wiring.refresh(bundle);
        }
        wiring.refreshAround(bundle, own());
        startAll();
    }

    /** Whether no other bundle has the jar's name and version. */
    private boolean isFree(Path jar) throws IOException {
        return JarCheck.name(jar).twin(context, jar).isEmpty();
    }

    private Optional<Bundle> bundleOf(Path jar) {
        return Optional.ofNullable(context.getBundle(location(jar)));
    }

    private static String location(Path jar) {
        return jar.toFile().toURI().normalize().toString();
    }

    /**
     * A bundle may lack what another one brings, so each change is a new chance for all that were not stopped by the
     * user.
     */
    private void startAll() {
        for (Bundle bundle : own()) {
            if (bundle.adapt(BundleStartLevel.class).isPersistentlyStarted()) {
                start(bundle);
            }
        }
    }

    private List<Bundle> own() {
        return Stream.of(context.getBundles())
                .filter(bundle -> BundlePlugins.jarOf(bundle)
                        .filter(jar -> folder.equals(jar.getParent()))
                        .isPresent())
                .toList();
    }

    private void start(Bundle bundle) {
        boolean idle = bundle.getState() == Bundle.INSTALLED || bundle.getState() == Bundle.RESOLVED;
        if (!idle || Wiring.isFragment(bundle)) {
            return;
        }
        try {
            failures.remove(bundle.getBundleId());
            plugins.forget(bundle);
            resolve(bundle);
            threads.start(bundle);
        } catch (BundleException notStarted) {
            failures.put(bundle.getBundleId(), reason(notStarted));
            plugins.giveUp(bundle);
            // It stays installed or resolved, which is what BundleRefusals looks for, to say why in a sentence.
        }
    }

    /**
     * Felix resolves with threads of its own. Begun by the start itself they would count as the plug-in's, and on a
     * busy machine one of them outlives it. What does not resolve is told by the start.
     */
    private void resolve(Bundle bundle) {
        context.getBundle(Constants.SYSTEM_BUNDLE_ID)
                .adapt(FrameworkWiring.class)
                .resolveBundles(List.of(bundle));
    }

    private static String reason(BundleException failure) {
        Throwable thrown = failure.getCause();
        if (thrown == null) {
            return failure.getMessage();
        }
        String message = thrown.getMessage();
        return "its activator threw " + thrown.getClass().getSimpleName()
                + (message == null ? "" : " (" + message + ')');
    }
}

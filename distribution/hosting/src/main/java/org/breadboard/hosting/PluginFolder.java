// SPDX-License-Identifier: Apache-2.0
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
import org.osgi.framework.startlevel.BundleStartLevel;

/**
 * Installs, updates and uninstalls the bundles of the plug-in folder's jars, when File Install says that a file came,
 * changed or went. File Install's own way is to update whatever bundle has a jar's name and version, and to uninstall
 * it with the jar; here, a bundle belongs to the file that it was installed from, and a jar whose name and version are
 * taken waits until they are free. The verb {@code plugin} changes the folder through here, too, and File Install finds
 * it done. It tells of the list of stopped plug-ins, too. Any thread; File Install's waits for the {@link FolderLock},
 * and who calls anything else has it. What is left out, {@link BundleRefusals} finds.
 */
final class PluginFolder implements ArtifactInstaller {
    private static final String START_LEVEL = "felix.fileinstall.start.level";

    private final BundleContext context;
    private final Path folder;
    private final Wiring wiring;
    private final StoppedPlugins stopped;
    private final PluginLifecycle lifecycle;
    private final FolderLock lock;

    /** Jars whose name and version were taken, in the order in which they came. */
    private final Set<Path> waiting = new LinkedHashSet<>();

    /** What each jar was when it was brought in or renewed: its SHA-256. */
    private final Map<Path, String> brought = new TreeMap<>();

    private boolean begun;

    PluginFolder(
            BundleContext context,
            Path folder,
            Wiring wiring,
            StoppedPlugins stopped,
            PluginLifecycle lifecycle,
            FolderLock lock) {
        this.context = context;
        this.folder = folder;
        this.wiring = wiring;
        this.stopped = stopped;
        this.lifecycle = lifecycle;
        this.lock = lock;
    }

    @Override
    public boolean canHandle(File file) {
        return isJar(file.toPath()) || stopped.isIn(file.toPath());
    }

    static boolean isJar(Path file) {
        return file.toString().endsWith(".jar");
    }

    @Override
    public void install(File file) throws Exception {
        try (FolderLock.Held held = lock.follow()) {
            if (!begun) {
                begun = true;
                bringIn(jars());
            }
            Path path = file.toPath();
            if (!isJar(path)) {
                lifecycle.follow();
            } else if (bundleOf(path).isEmpty()) {
                bringIn(path);
            }
        }
    }

    @Override
    public void update(File file) throws Exception {
        try (FolderLock.Held held = lock.follow()) {
            if (isJar(file.toPath())) {
                renewIfChanged(file.toPath());
            } else {
                lifecycle.follow();
            }
        }
    }

    @Override
    public void uninstall(File file) throws Exception {
        try (FolderLock.Held held = lock.follow()) {
            Path path = file.toPath();
            if (!isJar(path)) {
                lifecycle.follow();
            } else if (!Files.exists(path)) {
                takeOut(path);
            } else if (bundleOf(path).isPresent()) {
                // While File Install waited to say that a jar has gone, another one has come under its name.
                renewIfChanged(path);
            }
        }
    }

    /** Does at once what other processes have done to the folder, and File Install would find in a second. */
    void look() throws IOException, InterruptedException {
        for (Bundle bundle : own()) {
            Path jar = BundleName.jarOf(bundle).orElseThrow();
            if (!Files.exists(jar)) {
                quietly(() -> takeOut(jar));
            }
        }
        for (Path jar : jars()) {
            if (bundleOf(jar).isEmpty()) {
                quietly(() -> bringIn(jar));
            } else {
                quietly(() -> {
                    // One that is just being copied is no jar yet.
                    JarCheck.name(jar);
                    renewIfChanged(jar);
                });
            }
        }
        lifecycle.follow();
    }

    /** A change of the folder. */
    private interface Deed {
        void make() throws IOException, BundleException, InterruptedException;
    }

    private static void quietly(Deed deed) throws InterruptedException {
        try {
            deed.make();
        } catch (IOException | BundleException unsound) {
            // File Install names this jar too, now or when it changes, and is told then.
        }
    }

    private void renewIfChanged(Path jar) throws IOException, BundleException, InterruptedException {
        if (!Digest.sha256(jar).equals(brought.get(jar))) {
            exchange(jar);
        }
    }

    private void exchange(Path jar) throws IOException, BundleException, InterruptedException {
        Optional<Bundle> own = bundleOf(jar);
        if (own.isPresent() && lifecycle.isStuck(own.get())) {
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

    private void takeOut(Path jar) throws IOException, BundleException, InterruptedException {
        waiting.remove(jar);
        brought.remove(jar);
        Optional<Bundle> own = bundleOf(jar);
        if (own.isPresent() && !lifecycle.isStuck(own.get())) {
            own.get().uninstall();
            lifecycle.removed(own.get());
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
    Placed put(Path fresh, Path jar, Function<Bundle, Optional<String>> judge)
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
    void discard(Path jar) throws IOException, InterruptedException {
        Files.delete(jar);
        try {
            takeOut(jar);
        } catch (BundleException gone) {
            throw new IOException(gone.getMessage(), gone);
        }
    }

    /**
     * File Install names the first files in no order; of twins that are there from the start, the first by name shall
     * be the first.
     */
    private List<Path> jars() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(PluginFolder::isJar).sorted().toList();
        }
    }

    private void bringInWaiting() throws InterruptedException {
        bringIn(List.copyOf(waiting));
    }

    private void bringIn(List<Path> jars) throws InterruptedException {
        for (Path jar : jars) {
            quietly(() -> bringIn(jar));
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
        lifecycle.admit(bundle);
    }

    private void renew(Bundle bundle, Path jar) throws IOException, BundleException, InterruptedException {
        lifecycle.clear(bundle, PluginState.UPDATING);
        try (InputStream content = Files.newInputStream(jar)) {
            bundle.update(content);
            brought.put(jar, Digest.sha256(jar));
        } catch (IOException | BundleException unsound) {
            bundle.uninstall();
            lifecycle.removed(bundle);
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

    /** A bundle may lack what another one brings, so each change is a new chance for all. */
    private void startAll() throws IOException {
        for (Bundle bundle : own()) {
            if (lifecycle.state(bundle) != PluginState.REMOVING) {
                lifecycle.admit(bundle);
            }
        }
    }

    private List<Bundle> own() {
        return Stream.of(context.getBundles())
                .filter(bundle -> BundleName.jarOf(bundle)
                        .filter(jar -> folder.equals(jar.getParent()))
                        .isPresent())
                .toList();
    }
}

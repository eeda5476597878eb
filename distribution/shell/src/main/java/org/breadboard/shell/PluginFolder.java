package org.breadboard.shell;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.startlevel.BundleStartLevel;

/**
 * Installs, updates and uninstalls the bundles of the plug-in folder's jars, when File Install says that a file came,
 * changed or went. File Install's own way is to update whatever bundle has a jar's name and version, and to uninstall
 * it with the jar; here, a bundle belongs to the file that it was installed from, and a jar whose name and version are
 * taken waits until they are free. For one thread at a time, which File Install sees to. What is left out,
 * {@link BundleRefusals} finds.
 */
final class PluginFolder implements ArtifactInstaller {
    private static final String START_LEVEL = "felix.fileinstall.start.level";

    private final BundleContext context;
    private final Path folder;
    private final Wiring wiring;

    /** Jars whose name and version were taken, in the order in which they came. */
    private final Set<Path> waiting = new LinkedHashSet<>();

    private boolean begun;

    PluginFolder(BundleContext context, Path folder) {
        this.context = context;
        this.folder = folder;
        wiring = new Wiring(context);
    }

    @Override
    public boolean canHandle(File file) {
        return file.getName().endsWith(".jar");
    }

    @Override
    public void install(File file) throws Exception {
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
    public void update(File file) throws Exception {
        Path jar = file.toPath();
        Optional<Bundle> own = bundleOf(jar);
        boolean renewable;
        try {
            renewable = own.isPresent() && isFree(jar);
        } catch (IOException | BundleException | IllegalArgumentException unsound) {
            uninstall(file);
            throw unsound;
        }
        if (renewable) {
            renew(own.get(), jar);
            bringInWaiting();
        } else {
            // The old code must not run under the name of a file that says something else by now.
            uninstall(file);
            bringIn(jar);
        }
    }

    @Override
    public void uninstall(File file) throws Exception {
        Path jar = file.toPath();
        waiting.remove(jar);
        Optional<Bundle> own = bundleOf(jar);
        if (own.isPresent()) {
            own.get().uninstall();
            wiring.refresh(own.get());
            bringInWaiting();
            startAll();
        }
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
            } catch (IOException | BundleException | IllegalArgumentException unsound) {
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
        String level = context.getProperty(START_LEVEL);
        if (level != null) {
            bundle.adapt(BundleStartLevel.class).setStartLevel(Integer.parseInt(level));
        }
        wiring.refreshAround(bundle, own());
        startAll();
        start(bundle);
    }

    private void renew(Bundle bundle, Path jar) throws IOException, BundleException, InterruptedException {
        bundle.stop(Bundle.STOP_TRANSIENT);
        try (InputStream content = Files.newInputStream(jar)) {
            bundle.update(content);
        } catch (IOException | BundleException unsound) {
            bundle.uninstall();
            throw unsound;
        } finally {
            wiring.refresh(bundle);
        }
        wiring.refreshAround(bundle, own());
        startAll();
    }

    /** Whether no other bundle has the jar's name and version. */
    private boolean isFree(Path jar) throws IOException, BundleException {
        BundleName name = BundleName.of(jar)
                .orElseThrow(
                        () -> new BundleException(jar + " has no Bundle-SymbolicName", BundleException.MANIFEST_ERROR));
        return name.twin(context, jar).isEmpty();
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

    private static void start(Bundle bundle) {
        boolean idle = bundle.getState() == Bundle.INSTALLED || bundle.getState() == Bundle.RESOLVED;
        if (!idle || Wiring.isFragment(bundle)) {
            return;
        }
        try {
            bundle.start(Bundle.START_ACTIVATION_POLICY);
        } catch (BundleException notStarted) {
            // It stays installed or resolved, which is what BundleRefusals looks for, to say why in a sentence.
        }
    }
}

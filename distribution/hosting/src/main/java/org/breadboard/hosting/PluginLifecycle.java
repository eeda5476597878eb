// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.PluginChange;
import org.breadboard.platform.registry.PluginRegistry;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/**
 * Knows where each bundle's plug-in stands, and is the only one that moves it: it starts and stops bundles, is told by
 * the registry what is in use, and does what other processes have written into the list of {@link StoppedPlugins}.
 * Asked by any thread; one at a time moves plug-ins, which has the {@link FolderLock}.
 */
final class PluginLifecycle {
    private static final Standing UNTOUCHED = new Standing(PluginState.INSTALLED, null, null);

    private final BundleContext context;
    private final PluginRegistry registry;
    private final StoppedPlugins stopped;
    private final Wiring wiring;
    private final PluginThreads threads;

    /** By the numbers of bundles; guarded by itself. */
    private final Map<Long, Standing> standings = new TreeMap<>();

    private Consumer<Bundle> onGivenUp = bundle -> {};

    PluginLifecycle(
            BundleContext context,
            PluginRegistry registry,
            StoppedPlugins stopped,
            Wiring wiring,
            PluginThreads threads) {
        this.context = context;
        this.registry = registry;
        this.stopped = stopped;
        this.wiring = wiring;
        this.threads = threads;
        registry.watch(this::changed);
    }

    /**
     * What is known of a bundle's plug-in.
     *
     * @param stoppedId the id that it had, while it is stopped; else null
     * @param failure why its bundle did not start, as the end of a sentence; null unless that is why it is refused
     */
    private record Standing(PluginState state, String stoppedId, String failure) {}

    /** Takes who is told of bundles for whose start nobody waits any more; before the first start. */
    void onGivenUp(Consumer<Bundle> listener) {
        onGivenUp = listener;
    }

    /** Where a bundle's plug-in stands. */
    PluginState state(Bundle bundle) {
        return standing(bundle).state();
    }

    /** The id that a stopped plug-in had. */
    Optional<String> stoppedId(Bundle bundle) {
        return Optional.ofNullable(standing(bundle).stoppedId());
    }

    /** The ids of those that are stopped, each once. */
    List<String> stoppedIds() {
        synchronized (standings) {
            return standings.values().stream()
                    .flatMap(standing -> Stream.ofNullable(standing.stoppedId()))
                    .distinct()
                    .toList();
        }
    }

    /** Why a bundle did not start, as the end of a sentence, if it did not. */
    Optional<String> failure(Bundle bundle) {
        return Optional.ofNullable(standing(bundle).failure());
    }

    /** Whether a bundle's activator has not returned: whoever touches it would wait for that. */
    boolean isStuck(Bundle bundle) {
        return threads.isStuck(bundle);
    }

    /** A thread that a bundle's start left running. */
    Optional<Thread> threadBegunBy(Bundle bundle) {
        return threads.begunBy(bundle);
    }

    /** A thread of a bundle's that runs. */
    Optional<Thread> threadOf(Bundle bundle) {
        return threads.of(bundle);
    }

    private Standing standing(Bundle bundle) {
        synchronized (standings) {
            return standings.getOrDefault(bundle.getBundleId(), UNTOUCHED);
        }
    }

    private void enter(Bundle bundle, PluginState state) {
        enter(bundle, new Standing(state, null, null));
    }

    private void enter(Bundle bundle, Standing next) {
        synchronized (standings) {
            PluginState before = standing(bundle).state();
            if (!before.mayBecome(next.state())) {
                throw new IllegalStateException(
                        bundle.getSymbolicName() + " is " + before + " and cannot become " + next.state());
            }
            standings.put(bundle.getBundleId(), next);
        }
    }

    private void restore(Bundle bundle, Standing before) {
        synchronized (standings) {
            standings.put(bundle.getBundleId(), before);
        }
    }

    /** Starts a bundle that came, has changed or may have another chance; unless the user has stopped it. */
    void admit(Bundle bundle) throws IOException {
        Optional<String> id = stopped.all().id(BundleName.of(bundle));
        if (id.isEmpty()) {
            start(bundle);
        } else if (state(bundle) != PluginState.STOPPED) {
            quit(bundle, id.get());
        }
    }

    /** Starts a bundle, unless it runs; what comes of it is its state. */
    void start(Bundle bundle) {
        boolean idle = bundle.getState() == Bundle.INSTALLED || bundle.getState() == Bundle.RESOLVED;
        if (!idle) {
            return;
        }
        if (Wiring.isFragment(bundle)) {
            if (state(bundle) != PluginState.LIBRARY) {
                enter(bundle, PluginState.LIBRARY);
            }
            return;
        }
        enter(bundle, PluginState.STARTING);
        try {
            wiring.resolve(bundle);
            threads.start(bundle);
            judge(bundle);
        } catch (BundleException notStarted) {
            enter(bundle, new Standing(PluginState.REFUSED, null, reason(notStarted)));
            onGivenUp.accept(bundle);
        }
    }

    /** By the time that a start returns, the registry has examined what the bundle brings. */
    private void judge(Bundle bundle) {
        String origin = BundleName.origin(bundle);
        boolean refused = registry.refusals().stream()
                .anyMatch(refusal -> refusal.origin().equals(origin));
        synchronized (standings) {
            boolean taken = registry.installed().stream()
                    .anyMatch(plugin -> plugin.origin().equals(origin));
            PluginState other = refused ? PluginState.REFUSED : PluginState.LIBRARY;
            enter(bundle, taken ? PluginState.ACTIVE : other);
        }
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

    /** Stops a bundle until somebody starts it, in all processes. */
    void stop(Bundle bundle, String id) throws IOException {
        stopped.add(BundleName.of(bundle), id);
        try {
            quit(bundle, id);
        } catch (IOException runs) {
            stopped.remove(BundleName.of(bundle));
            throw runs;
        }
    }

    /** Says in all processes that a bundle is stopped no more. */
    void forgetStop(Bundle bundle) throws IOException {
        stopped.remove(BundleName.of(bundle));
    }

    /** Stops a bundle in this process, as the list of those that are stopped has it. */
    void quit(Bundle bundle, String id) throws IOException {
        if (!isStuck(bundle)) {
            halt(bundle, PluginState.STOPPING, 0);
            enter(bundle, new Standing(PluginState.STOPPED, id, null));
        }
    }

    /** Takes a bundle out of use for a while: what is to come is {@code UPDATING} or {@code REMOVING}. */
    void clear(Bundle bundle, PluginState toCome) throws IOException {
        if (!isStuck(bundle) && state(bundle) != toCome) {
            halt(bundle, toCome, Bundle.STOP_TRANSIENT);
        }
    }

    private void halt(Bundle bundle, PluginState passing, int options) throws IOException {
        Standing before = standing(bundle);
        enter(bundle, passing);
        try {
            bundle.stop(options);
        } catch (BundleException threw) {
            if (bundle.getState() == Bundle.ACTIVE) {
                restore(bundle, before);
                throw new IOException(threw.getMessage(), threw);
            }
            // An activator that throws when it stops is stopped all the same.
        }
    }

    /** A bundle is uninstalled. */
    void removed(Bundle bundle) {
        if (state(bundle) != PluginState.REMOVING) {
            enter(bundle, PluginState.REMOVING);
        }
        enter(bundle, PluginState.REMOVED);
        synchronized (standings) {
            standings.remove(bundle.getBundleId());
        }
    }

    /**
     * Starts and stops what other processes have started and stopped.
     *
     * @throws IOException if a bundle does not stop
     */
    void follow() throws IOException {
        StoppedPlugins.Names now = stopped.all();
        for (Bundle bundle : context.getBundles()) {
            Optional<String> id = now.id(BundleName.of(bundle));
            PluginState state = state(bundle);
            if (id.isEmpty() && state == PluginState.STOPPED) {
                start(bundle);
            } else if (id.isPresent() && state.mayBecome(PluginState.STOPPING)) {
                quit(bundle, id.get());
            }
        }
    }

    /** The registry took plug-ins into use, or has them no more. */
    private void changed(PluginChange change) {
        change.removed().forEach(plugin -> move(plugin, PluginState.INSTALLED));
        change.added().forEach(plugin -> move(plugin, PluginState.ACTIVE));
    }

    /** Of one that is just being moved its mover says where it comes to. */
    private void move(InstalledPlugin plugin, PluginState to) {
        for (Bundle bundle : context.getBundles()) {
            if (plugin.origin().startsWith(bundle.getSymbolicName() + ' ')
                    && plugin.origin().equals(BundleName.origin(bundle))) {
                synchronized (standings) {
                    PluginState state = state(bundle);
                    if (!state.isPassing() && state.mayBecome(to)) {
                        enter(bundle, to);
                    }
                }
            }
        }
    }
}

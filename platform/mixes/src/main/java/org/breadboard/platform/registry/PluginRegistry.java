// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.breadboard.platform.runtime.PluginWatch;

/**
 * The plug-ins that can be used now, and those that cannot, with the reason. Who appears first keeps an id; a second
 * one with the same id is refused, and moves up when the first goes. Lists are snapshots: a run keeps what it started
 * with.
 */
public final class PluginRegistry implements AutoCloseable {
    private final Watchdog watchdog;
    private final OtherKind verbs;
    private final List<PluginSource> sources = new CopyOnWriteArrayList<>();
    private final List<Consumer<PluginChange>> listeners = new CopyOnWriteArrayList<>();

    /** Every candidate that is there, in the order of appearance, with its outcome; guarded by this. */
    private final Map<PluginCandidate, Examined> examined = new LinkedHashMap<>();

    private List<InstalledPlugin> installed = List.of();
    private List<Refusal> refused = List.of();

    /** A registry without sources, with the usual patience for plug-ins that do not return. */
    public PluginRegistry() {
        this(PluginWatch.PATIENCE);
    }

    /** A registry without sources; what a plug-in does not answer within {@code patience} is never waited for again. */
    public PluginRegistry(Duration patience) {
        this(patience, OtherKind.NONE);
    }

    /** A registry without sources, with the usual patience, whose plug-ins may bring verbs, too. */
    public PluginRegistry(OtherKind verbs) {
        this(PluginWatch.PATIENCE, verbs);
    }

    /** The same, with a patience of its own. */
    public PluginRegistry(Duration patience, OtherKind verbs) {
        watchdog = new Watchdog(patience);
        this.verbs = verbs;
    }

    /** How long a plug-in may take to answer. */
    public Duration patience() {
        return watchdog.patience();
    }

    /** Opens a source and takes whatever it reports until this registry is closed. */
    public void open(PluginSource source) {
        sources.add(source);
        source.open(new PluginSource.Listener() {
            @Override
            public void appeared(PluginCandidate candidate) {
                Examined result = examine(candidate);
                update(() -> examined.put(candidate, result));
            }

            @Override
            public void vanished(PluginCandidate candidate) {
                update(() -> examined.remove(candidate));
            }
        });
    }

    /** What can be used now, in the order of appearance; never null, never changed later. */
    public synchronized List<InstalledPlugin> installed() {
        return installed;
    }

    /** What is there but cannot be used. */
    public List<Refusal> refusals() {
        List<Refusal> all = new ArrayList<>();
        synchronized (this) {
            all.addAll(refused);
        }
        sources.forEach(source -> all.addAll(source.refusals()));
        return all;
    }

    /** The ids of plug-ins that are there and that somebody has stopped. */
    public List<String> stopped() {
        return sources.stream().flatMap(source -> source.stopped().stream()).toList();
    }

    /**
     * Whether a plug-in never returned; its thread may still be running, so figures of this process are not to be
     * trusted.
     */
    public boolean tainted() {
        return watchdog.tainted();
    }

    /**
     * Tells of changes from now on, on the thread that caused them.
     *
     * @return closing it ends the telling
     */
    public Watch watch(Consumer<PluginChange> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Ends what {@link #watch} began. */
    @FunctionalInterface
    public interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    @Override
    public void close() {
        sources.forEach(PluginSource::close);
    }

    private Examined examine(PluginCandidate candidate) {
        Examination examination = new Examination(candidate, verbs);
        try {
            return new Examined(watchdog.call("examine " + candidate.origin(), examination::examine), null);
        } catch (TimeoutException late) {
            return refuse(
                    candidate,
                    "its " + examination.call() + " did not return within "
                            + watchdog.patience().toMillis() / 1000.0
                            + " s, so it was abandoned, and this process is tainted: remove the plug-in and start again"
                            + " before trusting any figure");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return refuse(candidate, "its " + examination.call() + " was interrupted");
        } catch (ExecutionException failed) {
            return refuse(candidate, reason(examination.call(), failed.getCause()));
        }
    }

    private static String reason(String call, Throwable thrown) {
        if (thrown instanceof Examination.UnsoundPluginException) {
            return thrown.getMessage();
        }
        if (thrown instanceof LinkageError) {
            return "it does not fit this Breadboard's api, since its " + call + " met "
                    + thrown.getClass().getSimpleName() + " (" + firstLine(thrown) + "); rebuild it against this api";
        }
        return "its " + call + " threw " + thrown.getClass().getSimpleName() + " (" + firstLine(thrown) + ")";
    }

    private static String firstLine(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null ? "no message" : message.lines().findFirst().orElse("no message");
    }

    private static Examined refuse(PluginCandidate candidate, String reason) {
        return new Examined(null, new Refusal(candidate.origin(), reason));
    }

    private void update(Runnable edit) {
        List<InstalledPlugin> added;
        List<InstalledPlugin> removed;
        synchronized (this) {
            List<InstalledPlugin> before = installed;
            edit.run();
            settle();
            if (listeners.isEmpty()) {
                return;
            }
            added = without(installed, before);
            removed = without(before, installed);
        }
        if (!added.isEmpty() || !removed.isEmpty()) {
            PluginChange change = new PluginChange(added, removed);
            listeners.forEach(listener -> listener.accept(change));
        }
    }

    /** By identity: plug-ins are the same or not, and a record's own comparison costs a start a tenth of a second. */
    private static List<InstalledPlugin> without(List<InstalledPlugin> all, List<InstalledPlugin> others) {
        Set<InstalledPlugin> known = Collections.newSetFromMap(new IdentityHashMap<>());
        known.addAll(others);
        return all.stream().filter(plugin -> !known.contains(plugin)).toList();
    }

    /** Decides anew who may stay: each in the order of appearance, unless something that it brings is taken. */
    private synchronized void settle() {
        Owners owners = new Owners(verbs);
        List<InstalledPlugin> stay = new ArrayList<>();
        List<Refusal> go = new ArrayList<>();
        for (Examined each : examined.values()) {
            if (each.refusal() != null) {
                go.add(each.refusal());
                continue;
            }
            InstalledPlugin plugin = each.plugin();
            owners.claim(plugin)
                    .ifPresentOrElse(clash -> go.add(new Refusal(plugin.origin(), clash)), () -> stay.add(plugin));
        }
        installed = List.copyOf(stay);
        refused = List.copyOf(go);
    }

    /** Exactly one of the two is not null. */
    private record Examined(InstalledPlugin plugin, Refusal refusal) {}
}

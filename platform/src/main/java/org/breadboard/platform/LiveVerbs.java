package org.breadboard.platform;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.MixResolver;
import org.breadboard.platform.mix.Parts;
import org.breadboard.platform.mix.ResolvedMix;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.PluginChange;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.run.LiveCluster;
import org.breadboard.platform.run.LiveCluster.LiveSwap;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.runtime.Hang;

/** {@code live}: the one live cluster that a process may have, from its start to its kept result. Any thread. */
final class LiveVerbs {
    /** How long a plug-in may be away while it is updated: longer than one that hangs when it starts is waited for. */
    private static final long AWAY_MS = 15_000;

    /** How long whoever updated a plug-in waits for the swap to it. */
    private static final long UPDATE_S = 30;

    private final PluginRegistry registry;
    private Session session;

    LiveVerbs(PluginRegistry registry) {
        this.registry = registry;
    }

    /**
     * What belongs to a cluster.
     *
     * @param scope what it uses; its console is the one that it was started on
     * @param command that starts the same again
     * @param update what the last change of its plug-ins did to it, or null
     */
    private record Session(
            LiveCluster cluster,
            RunScope scope,
            ResultFolder folder,
            String command,
            CompletableFuture<String> update) {}

    private synchronized Session session() {
        if (session == null) {
            throw new RefusedException("No live cluster runs; 'live start MIX' starts one.");
        }
        return session;
    }

    private synchronized Session claimed() {
        Session own = session();
        session = null;
        return own;
    }

    /** What runs with plug-ins, if something does. */
    synchronized Optional<RunScope> scope() {
        return Optional.ofNullable(session).map(Session::scope);
    }

    synchronized ExitStatus start(RunScope scope, String mix, List<String> sets) throws IOException {
        if (session != null) {
            throw new RefusedException("'" + session.scope().verb() + "' is live already; 'live stop' ends it.");
        }
        List<String> all = new ArrayList<>(sets);
        all.add("runtime=live");
        ResolvedMix resolved =
                scope.watched(() -> new MixResolver(new Parts(scope.plugins()), scope.folders()).resolve(mix, all));
        if (resolved.mix().workload() == null) {
            throw new RefusedException("Protocol '" + resolved.mix().protocol().id()
                    + "' runs operations of its own, and only transactions can be live; 'run' runs it.");
        }
        if (resolved.peak()) {
            throw new RefusedException(
                    "A live cluster searches for no peak; say how many contexts it has, as in --set load.contexts=8.");
        }
        StringBuilder command = new StringBuilder("./breadboard -c \"live start ").append(mix);
        sets.forEach(set -> command.append(" --set ").append(set));
        ResultFolder folder =
                new ResultFolder(scope.folders().results(), resolved.mix().name());
        try {
            LiveCluster cluster =
                    LiveCluster.start(resolved, folder.draft().resolve(ResultFolder.HISTORY), scope.patience());
            resolved.plugins().forEach(scope::use);
            session = new Session(cluster, scope, folder, command + "; live stop\"", null);
        } finally {
            if (session == null) {
                folder.close();
            }
        }
        Mix.Cluster machines = resolved.mix().cluster();
        scope.console()
                .out()
                .println("Mix '" + resolved.mix().name() + "' is live: protocol '"
                        + resolved.mix().protocol().id() + "' on " + machines.machines() + " nodes of "
                        + machines.threads()
                        + " threads. 'live watch' shows it, 'live swap PROTOCOL' swaps its protocol,"
                        + " 'live stop' ends it.");
        return ExitStatus.DONE;
    }

    ExitStatus watch(Console console, Optional<Integer> seconds, OutputFormat output) {
        return new LiveWatch(session().cluster(), console).watch(seconds, output);
    }

    ExitStatus swap(RunScope scope, String protocol, List<String> sets, OutputFormat output) {
        Session own = session();
        LiveSwap swap = swap(own, scope.plugins(), protocol, sets);
        if (output == OutputFormat.TABLE) {
            scope.console().out().println(swap.sentence());
            return ExitStatus.DONE;
        }
        Table table = new Table("from", "to", "atSeconds", "pausedMs", "drainedMs", "adopted", "records");
        table.add(
                swap.from(),
                swap.to(),
                swap.atNs() / 1e9,
                swap.pausedNs() / 1e6,
                swap.drainedNs() / 1e6,
                swap.adopted(),
                swap.records());
        table.print(output, scope.console().out());
        return ExitStatus.DONE;
    }

    private static LiveSwap swap(Session own, List<InstalledPlugin> plugins, String protocol, List<String> sets) {
        RunScope scope = own.scope();
        ResolvedMix next = scope.watched(() -> new MixResolver(new Parts(plugins), scope.folders())
                .withProtocol(own.cluster().resolved(), protocol, sets));
        LiveSwap swap = own.cluster().swap(next);
        scope.useOnly(next.plugins());
        return swap;
    }

    ExitStatus stop(RunScope scope, OutputFormat output) throws IOException {
        Session own = claimed();
        try (ResultFolder folder = own.folder()) {
            String ended = own.cluster().ended();
            RunResult result = own.cluster().stop();
            if (ended != null && result.failure() == null) {
                scope.console().err().println("The live cluster had ended by itself: " + ended);
            }
            return new MixExperiment(scope).conclude(own.cluster().resultMix(), result, folder, own.command(), output);
        }
    }

    /** Plug-ins came or went. */
    void changed(PluginChange change) {
        Session own;
        synchronized (this) {
            own = session;
            if (own == null) {
                return;
            }
            Optional<InstalledPlugin> gone =
                    change.removed().stream().filter(own.scope()::uses).findFirst();
            if (gone.isEmpty()) {
                return;
            }
            CompletableFuture<String> update = new CompletableFuture<>();
            session = new Session(own.cluster(), own.scope(), own.folder(), own.command(), update);
            Thread thread = new Thread(() -> update.complete(follow(own, gone.get())), "breadboard-live-update");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Waits until a plug-in is back, and swaps the protocol for what it is now; what came of that, in one sentence. */
    private String follow(Session own, InstalledPlugin gone) {
        long untilNs = System.nanoTime() + AWAY_MS * 1_000_000;
        try {
            while (registry.installed().stream().noneMatch(each -> each.id().equals(gone.id()))) {
                if (System.nanoTime() > untilNs) {
                    own.cluster().stop();
                    own.scope().useOnly(List.of());
                    return "The live cluster has ended, since plug-in '" + gone.id()
                            + "' is gone; 'live stop' shows its result.";
                }
                Thread.sleep(10);
            }
            String protocol = own.cluster().resolved().mix().protocol().id();
            return swap(own, registry.installed(), protocol, List.of()).sentence();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return "The live cluster goes on with what it has.";
        } catch (RefusedException | Hang undone) {
            return undone.getMessage();
        } catch (RuntimeException | LinkageError broken) {
            return "The live cluster could not take the update over (" + broken + "); 'live stop' shows its result.";
        }
    }

    /** What the update of a plug-in did to the live cluster, in one sentence; nothing if it does not use it. */
    Optional<String> updated() {
        CompletableFuture<String> update;
        synchronized (this) {
            update = session == null ? null : session.update();
        }
        if (update == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(update.get(UPDATE_S, TimeUnit.SECONDS));
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException | TimeoutException slow) {
            return Optional.of("The live cluster has not taken it yet; 'live watch' shows what it does.");
        }
    }
}

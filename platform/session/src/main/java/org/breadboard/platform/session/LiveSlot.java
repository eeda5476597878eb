// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.PluginChange;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.Words;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.Conclusion;
import org.breadboard.platform.verbs.Experiment;
import org.breadboard.platform.verbs.VerbScope;

/** The place of the one live cluster that a process may have, from its start to its kept result. Any thread. */
public final class LiveSlot implements Board.Resident {
    /** How long a plug-in may be away while it is updated: longer than one that hangs when it starts is waited for. */
    private static final long AWAY_MS = 15_000;

    /** How long whoever updated a plug-in waits for the swap to it. */
    private static final long UPDATE_S = 30;

    private Session session;
    /** How many jars are just being exchanged, whose plug-ins come and go until that is over. */
    private int exchanges;

    /**
     * What belongs to a cluster.
     *
     * @param scope what it uses; its console is the one that it was started on
     * @param story who took part so far
     * @param changes tells of plug-ins that come or go
     * @param metrics who answers what it does, or null
     * @param update what the last change of its plug-ins did to it, or null
     */
    private record Session(
            LiveCluster cluster,
            VerbScope scope,
            ResultFolder folder,
            LiveStory story,
            PluginRegistry.Watch changes,
            LiveMetrics metrics,
            CompletableFuture<String> update) {
        Session withUpdate(CompletableFuture<String> other) {
            return new Session(cluster, scope, folder, story, changes, metrics, other);
        }
    }

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

    @Override
    public synchronized Optional<VerbScope> scope() {
        return Optional.ofNullable(session).map(Session::scope);
    }

    /**
     * Starts the cluster; refused while there is one.
     *
     * @param port where this machine can ask what it does, 0 for any that is free; null for nowhere
     */
    public synchronized ExitStatus start(
            VerbScope scope, String mix, List<String> sets, Integer port, OutputFormat output) throws IOException {
        if (session != null) {
            throw new RefusedException("'" + session.scope().verb() + "' is live already; 'live stop' ends it.");
        }
        List<String> all = new ArrayList<>(sets);
        all.add("runtime=live");
        ResolvedMix resolved = scope.experiment().resolve(MixRequest.of(mix, all));
        if (resolved.mix().workload() == null) {
            throw new RefusedException("Protocol '" + resolved.mix().protocol().id()
                    + "' runs operations of its own, and only transactions can be live; 'run' runs it.");
        }
        if (resolved.peak()) {
            throw new RefusedException(
                    "A live cluster searches for no peak; say how many contexts it has, as in --set load.contexts=8.");
        }
        if (resolved.mix().faults().crash()) {
            throw new RefusedException("No machine crashes under 'live start'; 'run --runtime live' lets them crash, or"
                    + " leave crash, power-loss, nic-crash, qp-error and zookeeper-crash out of faults.nemesis.");
        }
        LiveStory story = new LiveStory(LiveStory.Cast.of(resolved), deed("live start", mix, sets));
        ResultFolder folder =
                new ResultFolder(scope.folders().results(), resolved.mix().name());
        LiveMetrics metrics = null;
        try {
            LiveCluster cluster =
                    LiveCluster.start(resolved, folder.draft().resolve(ResultFolder.HISTORY), scope.patience());
            metrics = port == null ? null : metrics(cluster, port);
            resolved.plugins().forEach(scope::use);
            PluginRegistry.Watch changes = scope.board().registry().watch(this::changed);
            session = new Session(cluster, scope, folder, story, changes, metrics, null);
            scope.board().resident(this);
        } finally {
            if (session == null) {
                folder.close();
            }
        }
        LiveGreeting.print(resolved, metrics, output, scope.console().out());
        return ExitStatus.DONE;
    }

    private static LiveMetrics metrics(LiveCluster cluster, int port) {
        try {
            return LiveMetrics.listen(cluster, port);
        } catch (RefusedException taken) {
            cluster.stop();
            throw taken;
        }
    }

    /** Prints what it has done as OpenMetrics text. */
    public ExitStatus metrics(Console console) {
        console.verbatim().out().print(LiveMetrics.text(session().cluster()));
        return ExitStatus.DONE;
    }

    /** Shows what it does for so many seconds, or until a key is pressed. */
    public ExitStatus watch(Console console, Optional<Integer> seconds, OutputFormat output) {
        return new LiveWatch(session().cluster(), console).watch(seconds, output);
    }

    /** Has another protocol take over; refused, it leaves the cluster as it was. */
    public ExitStatus swap(VerbScope scope, String protocol, List<String> sets, OutputFormat output)
            throws IOException {
        Session own = session();
        String deed = deed("live swap", protocol, sets);
        LiveSwap swap = swap(own, scope.plugins(), protocol, sets, cast -> deed);
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
        table.print(output, "swap", 2, scope.console().out());
        return ExitStatus.DONE;
    }

    /** A command with its words as a shell takes them. */
    private static String deed(String verb, String operand, List<String> sets) {
        StringBuilder deed = new StringBuilder(verb).append(' ').append(Words.quoted(operand));
        sets.forEach(set -> deed.append(" --set ").append(Words.quoted(set)));
        return deed.toString();
    }

    /** {@code deed} is the command that brings it about. */
    private static LiveSwap swap(
            Session own,
            List<InstalledPlugin> plugins,
            String protocol,
            List<String> sets,
            Function<LiveStory.Cast, String> deed)
            throws IOException {
        VerbScope scope = own.scope();
        ResolvedMix next = scope.watched(() -> new MixResolver(new Parts(plugins), scope.folders())
                .withProtocol(own.cluster().resolved(), protocol, sets));
        LiveStory.Cast cast = LiveStory.Cast.ofNext(next);
        LiveSwap swap = own.cluster().swap(next);
        own.story().swapped(swap, cast, deed.apply(cast));
        scope.useOnly(next.plugins());
        return swap;
    }

    /** Ends the cluster, and keeps, prints and judges its result. */
    public ExitStatus stop(VerbScope scope, OutputFormat output) throws IOException {
        Session own = claimed();
        try (ResultFolder folder = own.folder();
                PluginRegistry.Watch changes = own.changes();
                LiveMetrics metrics = own.metrics()) {
            String ended = own.cluster().ended();
            RunResult result = own.cluster().stop();
            if (ended != null && result.failure() == null) {
                scope.console().err().println("The live cluster had ended by itself: " + ended);
            }
            return new Conclusion(scope)
                    .conclude(
                            Experiment.Outcome.of(own.cluster().resultMix(), result),
                            folder,
                            own.story().command(result.measuredNs()),
                            own.story()::tell,
                            output);
        }
    }

    @Override
    public ExitStatus stop(Console console) {
        return scope().map(VerbScope::board)
                .map(board -> board.call("live stop", "", console, scope -> stop(scope, OutputFormat.TABLE)))
                .orElse(ExitStatus.DONE);
    }

    /** Plug-ins came or went. */
    private void changed(PluginChange change) {
        Session own;
        synchronized (this) {
            // Somebody may wait for what has come.
            notifyAll();
            own = session;
            if (own == null) {
                return;
            }
            // After a swap that was refused the cluster still has the plug-in of before, which went then.
            Optional<InstalledPlugin> gone = change.removed().stream()
                    .filter(plugin -> own.scope().uses(plugin.id()))
                    .findFirst();
            boolean followed = own.update() != null && !own.update().isDone();
            if (gone.isEmpty() || followed) {
                return;
            }
            CompletableFuture<String> update = new CompletableFuture<>();
            session = own.withUpdate(update);
            Thread thread = new Thread(() -> follow(own, gone.get(), update), "breadboard-live-update");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** What exchanges a jar may put the one of before back, too. */
    @Override
    public <T, E extends Exception> T exchanging(Exchange<T, E> exchange) throws E {
        synchronized (this) {
            exchanges++;
        }
        try {
            return exchange.make();
        } finally {
            synchronized (this) {
                exchanges--;
                notifyAll();
            }
        }
    }

    private void follow(Session own, InstalledPlugin gone, CompletableFuture<String> update) {
        try {
            update.complete(follow(own, gone));
        } catch (RuntimeException | LinkageError left) {
            update.completeExceptionally(left);
        }
    }

    /**
     * Waits until a plug-in is back, and swaps the protocol for what it is now; what came of that, in one sentence.
     *
     * @throws RefusedException if the cluster goes on with what it has, or has ended
     */
    private String follow(Session own, InstalledPlugin gone) {
        try {
            while (true) {
                Optional<InstalledPlugin> there = awaited(own, gone.id());
                if (there.isEmpty()) {
                    own.cluster().end("plug-in '" + gone.id() + "' is gone.");
                    own.scope().useOnly(List.of());
                    throw new RefusedException("The live cluster has ended, since plug-in '" + gone.id()
                            + "' is gone; 'live stop' shows its result.");
                }
                try {
                    String sentence = taken(own, gone, there.get());
                    if (installed(own, gone.id()).equals(there)) {
                        return sentence;
                    }
                } catch (RefusedException left) {
                    if (installed(own, gone.id()).equals(there)) {
                        throw left;
                    }
                }
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            throw new RefusedException("The live cluster goes on with what it has.");
        }
    }

    /** A plug-in, once nobody exchanges a jar any more; nothing if it stays away for long. */
    private synchronized Optional<InstalledPlugin> awaited(Session own, String id) throws InterruptedException {
        while (exchanges > 0) {
            wait();
        }
        long untilNs = System.nanoTime() + AWAY_MS * 1_000_000;
        Optional<InstalledPlugin> there = installed(own, id);
        for (long leftMs = AWAY_MS; there.isEmpty() && leftMs > 0; leftMs = (untilNs - System.nanoTime()) / 1_000_000) {
            wait(leftMs);
            there = installed(own, id);
        }
        return there;
    }

    /** Swaps the protocol for that of a plug-in, or is refused. */
    private String taken(Session own, InstalledPlugin gone, InstalledPlugin there) {
        try {
            String update = LiveStory.UPDATE + gone.id() + ' ' + gone.id() + '-' + there.version() + ".jar";
            Mix mix = own.cluster().resolved().mix();
            LiveSwap swap = swap(
                    own,
                    own.scope().board().registry().installed(),
                    mix.protocol().id(),
                    List.of(),
                    cast -> {
                        String sha256 = cast.sha256(gone.id());
                        return sha256 == null ? update : update + " --sha256 " + sha256;
                    });
            return swap.sentence() + workloadStays(mix, gone);
        } catch (RefusedException refused) {
            throw refused;
        } catch (Hang undone) {
            throw new RefusedException(undone.getMessage());
        } catch (IOException | RuntimeException | LinkageError broken) {
            throw new RefusedException(
                    "The live cluster could not take the update over (" + broken + "); 'live stop' shows its result.");
        }
    }

    private static Optional<InstalledPlugin> installed(Session own, String id) {
        return own.scope().board().registry().installed().stream()
                .filter(each -> each.id().equals(id))
                .findFirst();
    }

    /** What to know of a plug-in that has brought the workload of a mix. */
    private static String workloadStays(Mix mix, InstalledPlugin gone) {
        Stream<String> workloads = mix.tenants().isEmpty()
                ? Stream.of(mix.workload().id())
                : mix.tenants().stream().map(Mix.Tenant::workload);
        return workloads
                .filter(id ->
                        gone.workloads().stream().anyMatch(offer -> offer.id().equals(id)))
                .findFirst()
                .map(id ->
                        " Its workload '" + id + "' stays what it was when the cluster started; 'live stop' and 'live"
                                + " start' take the new one.")
                .orElse("");
    }

    @Override
    public Optional<String> updated() {
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
        } catch (ExecutionException left) {
            throw new RefusedException(left.getCause().getMessage());
        } catch (TimeoutException slow) {
            throw new RefusedException("The live cluster has not taken it yet; 'live watch' shows what it does.");
        } finally {
            synchronized (this) {
                if (update.isDone() && session != null && session.update() == update) {
                    session = session.withUpdate(null);
                }
            }
        }
    }
}

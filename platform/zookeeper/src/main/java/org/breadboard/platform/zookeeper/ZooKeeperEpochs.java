// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.zookeeper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.curator.RetrySleeper;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.BackgroundCallback;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.client.StaticHostProvider;
import org.apache.zookeeper.client.ZKClientConfig;
import org.breadboard.platform.member.EpochStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The epochs of a run in ZooKeeper: a node {@code /breadboard/<run>/configuration}, whose version is the epoch. A
 * proposal is a compare-and-swap: it sets the node's content if its version is the epoch that the proposal follows. In
 * the same transaction it leaves a child named by the new epoch, in which who comes later finds what was decided, be it
 * some epochs later.
 *
 * <p>When a connection is lost, the server may have applied what was on its way, or may yet. Each proposal begins with
 * a number of its own, so that it is known again wherever it is found, and may be made again at any time.
 *
 * <p>All it does it does by one thread of its own, which answers, too; what takes an answer returns soon. Who closes it
 * deletes the node, if there is a server to ask.
 */
final class ZooKeeperEpochs implements EpochStore {
    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperEpochs.class);

    private static final String ALL = "/breadboard/";
    private static final int SESSION_MS = 5_000;
    private static final int AGAIN_MS = PromptHosts.LONGEST_MS;
    private static final int CLOSE_MS = 1_000;
    private static final int NONCE_BYTES = 2 * Long.BYTES;

    /** Where a server is, once there is one. */
    interface Server {
        String connectString() throws IOException;
    }

    /** What is proposed to follow an epoch, behind a number that no other proposal has. */
    private record Proposal(int epoch, byte[] signed, Consumer<Decision> answer) {}

    private final Server server;
    private final String run;
    private final String node;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, this::thread);
    private volatile Thread own;
    /** The server that nobody else uses; null if others do. */
    private volatile EmbeddedZooKeeper ownServer;
    /** Whether there is a node for the run: until then nothing can be decided. */
    private volatile boolean begun;
    /** Null until there is a server. */
    private volatile CuratorFramework client;

    ZooKeeperEpochs(Server server, String run) {
        this.server = server;
        this.run = ALL + run;
        node = this.run + "/configuration";
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        soon(this::connect);
    }

    /** In a server of its own in this process, which a nemesis may {@link #strike} and which is closed with it. */
    static ZooKeeperEpochs alone(String run) {
        EmbeddedZooKeeper own = new EmbeddedZooKeeper();
        ZooKeeperEpochs epochs = of(own, run);
        epochs.ownServer = own;
        return epochs;
    }

    /**
     * In a server of this process, which is started if it does not run.
     *
     * @param run a name that no other run of this process has
     */
    static ZooKeeperEpochs of(EmbeddedZooKeeper embedded, String run) {
        return new ZooKeeperEpochs(
                () -> {
                    embedded.start();
                    return embedded.connectString();
                },
                run);
    }

    /**
     * In an ensemble of servers elsewhere.
     *
     * @param connectString the servers as ZooKeeper's clients take them: {@code host:port,host:port/folder}
     * @param run a name that no other run has whose epochs are in that ensemble
     * @throws IllegalArgumentException if the servers are not named like that
     */
    static ZooKeeperEpochs at(String connectString, String run) {
        check(connectString);
        return new ZooKeeperEpochs(() -> connectString, run);
    }

    /**
     * Whether servers are named as ZooKeeper's clients take them; nobody asks them.
     *
     * @throws IllegalArgumentException if not; the message says what would be right
     */
    static void check(String connectString) {
        try {
            new StaticHostProvider(new ConnectStringParser(connectString).getServerAddresses());
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException(
                    "'" + connectString + "' names no servers of ZooKeeper; 'host:2181,host:2181' would", unreadable);
        }
    }

    private Thread thread(Runnable work) {
        Thread made = new Thread(null, work, "epochs", 0, false);
        made.setDaemon(true);
        made.setContextClassLoader(ZooKeeperEpochs.class.getClassLoader());
        own = made;
        return made;
    }

    @Override
    public void propose(int epoch, byte[] configuration, Consumer<Decision> answer) {
        Proposal proposal = new Proposal(epoch, signed(configuration), answer);
        soon(() -> attempt(proposal));
    }

    @Override
    public boolean isReachable() {
        CuratorFramework present = client;
        return !closed.get()
                && begun
                && present != null
                && present.getZookeeperClient().isConnected();
    }

    @Override
    public void strike(boolean away) {
        EmbeddedZooKeeper struck = ownServer;
        if (struck == null) {
            throw new UnsupportedOperationException("others use this ZooKeeper, too");
        }
        soon(() -> {
            if (away) {
                struck.stop();
            } else {
                start(struck);
            }
        });
    }

    private void start(EmbeddedZooKeeper struck) {
        try {
            struck.start();
        } catch (IOException notYet) {
            LOG.warn("ZooKeeper does not come back yet", notYet);
            later(() -> start(struck));
        }
    }

    /** Ends it, within two seconds; what is not decided yet gets no answer. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        thread.execute(this::leave);
        if (Thread.currentThread() != own) {
            try {
                if (!thread.awaitTermination(CLOSE_MS, TimeUnit.MILLISECONDS)) {
                    own.interrupt();
                    thread.awaitTermination(CLOSE_MS, TimeUnit.MILLISECONDS);
                }
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The last thing that the thread does. */
    private void leave() {
        leaveNode();
        if (ownServer != null) {
            ownServer.close();
        }
        thread.shutdown();
    }

    private void leaveNode() {
        if (client != null) {
            try (CuratorFramework closing = client) {
                if (closing.getZookeeperClient().isConnected()) {
                    closing.delete().deletingChildrenIfNeeded().forPath(run);
                }
            } catch (Exception left) {
                LOG.warn("the node {} stays behind", run, left);
            }
        }
    }

    private void connect() {
        try {
            CuratorFramework made = CuratorFrameworkFactory.builder()
                    .connectString(server.connectString())
                    .zookeeperFactory(ZooKeeperEpochs::handle)
                    .retryPolicy(ZooKeeperEpochs::tryForEver)
                    .sessionTimeoutMs(SESSION_MS)
                    .connectionTimeoutMs(SESSION_MS)
                    .waitForShutdownTimeoutMs(CLOSE_MS)
                    .ensembleTracker(false)
                    .build();
            made.start();
            client = made;
            begin(() -> {});
        } catch (IOException notYet) {
            LOG.warn("there is no ZooKeeper yet", notYet);
            later(this::connect);
        }
    }

    private static ZooKeeper handle(String connectString, int sessionMs, Watcher watcher, boolean readOnly)
            throws IOException {
        ZKClientConfig config = new ZKClientConfig();
        // Who has no identity to prove need not look up names for it.
        config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
        PromptHosts hosts = new PromptHosts(new ConnectStringParser(connectString).getServerAddresses());
        return new ZooKeeper(connectString, sessionMs, watcher, readOnly, hosts, config);
    }

    private static boolean tryForEver(int retries, long elapsedMs, RetrySleeper sleeper) {
        try {
            long backedOffMs = (long) PromptHosts.SHORTEST_MS << Math.min(retries, Byte.SIZE);
            sleeper.sleepFor(Math.min(backedOffMs, PromptHosts.LONGEST_MS), TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Makes the node, as it is before the first epoch is over. */
    private void begin(Runnable then) {
        call(
                done -> client.create()
                        .creatingParentsIfNeeded()
                        .inBackground(done)
                        .forPath(node, new byte[0]),
                event -> {
                    switch (codeOf(event)) {
                        case OK, NODEEXISTS -> {
                            begun = true;
                            then.run();
                        }
                        default -> later(() -> begin(then));
                    }
                });
    }

    private void attempt(Proposal proposal) {
        if (client == null) {
            later(() -> attempt(proposal));
            return;
        }
        call(
                done -> client.transaction()
                        .inBackground(done)
                        .forOperations(
                                client.transactionOp()
                                        .setData()
                                        .withVersion(proposal.epoch)
                                        .forPath(node, proposal.signed),
                                client.transactionOp().create().forPath(nodeAfter(proposal.epoch), proposal.signed)),
                event -> {
                    switch (codeOf(event)) {
                        case OK -> answer(proposal, proposal.signed);
                        case BADVERSION, NODEEXISTS -> look(proposal);
                        case NONODE -> begin(() -> attempt(proposal));
                        default -> later(() -> attempt(proposal));
                    }
                });
    }

    /** Looks what follows the epoch: another proposal, or this one, if the answer to it was lost, or nothing yet. */
    private void look(Proposal proposal) {
        call(done -> client.getData().inBackground(done).forPath(nodeAfter(proposal.epoch)), event -> {
            switch (codeOf(event)) {
                case OK -> answer(proposal, event.getData());
                default -> later(() -> attempt(proposal));
            }
        });
    }

    private String nodeAfter(int epoch) {
        return node + '/' + (epoch + 1);
    }

    private static void answer(Proposal proposal, byte[] decided) {
        boolean accepted = Arrays.equals(decided, 0, NONCE_BYTES, proposal.signed, 0, NONCE_BYTES);
        proposal.answer.accept(new Decision(accepted, Arrays.copyOfRange(decided, NONCE_BYTES, decided.length)));
    }

    private static byte[] signed(byte[] configuration) {
        UUID nonce = UUID.randomUUID();
        return ByteBuffer.allocate(NONCE_BYTES + configuration.length)
                .putLong(nonce.getMostSignificantBits())
                .putLong(nonce.getLeastSignificantBits())
                .put(configuration)
                .array();
    }

    private static Code codeOf(CuratorEvent event) {
        return Code.get(event.getResultCode());
    }

    /** Something that Curator does in the background, and then calls back. */
    private interface Call {
        void with(BackgroundCallback done) throws Exception;
    }

    private void call(Call call, Consumer<CuratorEvent> then) {
        try {
            call.with((framework, event) -> soon(() -> then.accept(event)));
        } catch (Exception refused) {
            throw new IllegalStateException("Curator does not take a request", refused);
        }
    }

    private void soon(Runnable task) {
        within(0, task);
    }

    private void later(Runnable task) {
        within(AGAIN_MS, task);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what goes wrong, run() tells
    private void within(int ms, Runnable task) {
        try {
            thread.schedule(() -> run(task), ms, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            // Nobody waits for it any more.
        }
    }

    private void run(Runnable task) {
        if (!closed.get()) {
            try {
                task.run();
            } catch (RuntimeException | Error broken) {
                own.getUncaughtExceptionHandler().uncaughtException(own, broken);
            }
        }
    }
}

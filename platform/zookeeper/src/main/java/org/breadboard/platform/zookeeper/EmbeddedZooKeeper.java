// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.zookeeper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.apache.zookeeper.jmx.MBeanRegistry;
import org.apache.zookeeper.jmx.ZKMBeanInfo;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.apache.zookeeper.util.ServiceUtils;

/**
 * One standalone ZooKeeper in this process, on a port of the loopback interface that the system picks, with its data in
 * a temporary folder. It is there when it is first started, and gone with the process. It may be stopped and started
 * again meanwhile: it then has the same port, and what it knew. Any thread.
 */
final class EmbeddedZooKeeper implements AutoCloseable {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    /** Sessions last at least two ticks, and are looked at each tick. */
    private static final int TICK_MS = 1_000;

    private static final int ANY_NUMBER = 0;
    private static final int DEFAULT_BACKLOG = -1;

    /** What ends when it stops. */
    private record Running(NIOServerCnxnFactory connections, FileTxnSnapLog log) {
        Running stopped() throws IOException {
            connections.shutdown();
            log.close();
            return this;
        }
    }

    private static final class Shared {
        static final EmbeddedZooKeeper ONE = new EmbeddedZooKeeper();
    }

    private final Path within;
    private final Thread atExit = new Thread(this::end, "zookeeper-end");
    private Running running;
    private Path folder;
    private boolean closed;
    private volatile int port;

    EmbeddedZooKeeper() {
        this(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** One with its data in a folder of its own within this one. */
    EmbeddedZooKeeper(Path within) {
        this.within = within;
    }

    /** The one that all runs of this process share; not started by that. */
    static EmbeddedZooKeeper shared() {
        return Shared.ONE;
    }

    /**
     * Starts it, if it does not run; it serves when this returns.
     *
     * @throws IOException if it cannot: the temporary folder or the port is not to be had
     */
    synchronized void start() throws IOException {
        if (closed) {
            throw new IOException("the embedded ZooKeeper has been closed");
        }
        if (running == null) {
            running = apart(this::opened);
        }
    }

    /**
     * Stops it, if it runs. Its sockets are closed when this returns, its threads end within a second; its data is
     * kept.
     */
    synchronized void stop() {
        if (running != null) {
            try {
                apart(running::stopped);
            } catch (IOException unwritten) {
                // What clients were told of had been written before they were.
            }
            running = null;
        }
    }

    /** Whether it runs. */
    synchronized boolean isRunning() {
        return running != null;
    }

    /**
     * Where its clients find it, as they take it.
     *
     * @throws IllegalStateException if it has never been started
     */
    String connectString() {
        if (port == 0) {
            throw new IllegalStateException("the embedded ZooKeeper has not been started");
        }
        return "127.0.0.1:" + port;
    }

    /** Stops it for good, and deletes its data. */
    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException ending) {
            // The process ends, and so does this by itself.
        }
    }

    private synchronized void end() {
        stop();
        closed = true;
        if (folder != null) {
            delete(folder);
            folder = null;
        }
    }

    /**
     * Does something on a thread of its own, and waits for it. ZooKeeper's threads take after the one that makes them:
     * they are not to keep the process, nor, by its context, the class loader of a plug-in. And it stops by halves on a
     * thread that is interrupted.
     */
    private static Running apart(Callable<Running> work) throws IOException {
        FutureTask<Running> task = new FutureTask<>(work);
        Thread worker = new Thread(null, task, "zookeeper", 0, false);
        worker.setDaemon(true);
        worker.setContextClassLoader(EmbeddedZooKeeper.class.getClassLoader());
        worker.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException failed) {
            throw new IOException("the embedded ZooKeeper fails: " + failed.getCause(), failed.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Running opened() throws IOException, InterruptedException {
        if (folder == null) {
            Settings.take();
            folder = Files.createTempDirectory(within, "breadboard-zookeeper");
            Runtime.getRuntime().addShutdownHook(atExit);
        }
        FileTxnSnapLog log = new FileTxnSnapLog(folder.toFile(), folder.toFile());
        NIOServerCnxnFactory connections = new NIOServerCnxnFactory();
        try {
            connections.configure(
                    new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port),
                    ANY_NUMBER,
                    DEFAULT_BACKLOG,
                    false);
            port = connections.getLocalPort();
            connections.startup(new ZooKeeperServer(log, TICK_MS, ""));
            return new Running(connections, log);
        } catch (IOException | RuntimeException failed) {
            connections.shutdown();
            log.close();
            throw failed;
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> innermostFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : innermostFirst) {
                Files.delete(file);
            }
        } catch (IOException | UncheckedIOException left) {
            // It lies in the temporary folder, which is the system's to tidy.
        }
    }

    /** How ZooKeeper is to be in a process that is another program's; what the user has set himself stays. */
    private static final class Settings {
        private Settings() {}

        static void take() {
            // It is gone with the process, so it need not outlive a crash of the machine.
            set("zookeeper.forceSync", "no");
            set("zookeeper.preAllocSize", "1024");
            // A connection or two need no pool of twice as many threads as there are cores.
            set("zookeeper.nio.numWorkerThreads", "0");
            set("zookeeper.nio.numSelectorThreads", "1");
            set("zookeeper.admin.enableServer", "false");
            MBeanRegistry.setInstance(new NoBeans());
            ServiceUtils.setSystemExitProcedure(ServiceUtils.LOG_ONLY);
            keepUncaughtExceptions();
        }

        /**
         * The class that takes connections also takes, for the whole process, exceptions that nobody catches, and logs
         * them.
         */
        private static void keepUncaughtExceptions() {
            Thread.UncaughtExceptionHandler of = Thread.getDefaultUncaughtExceptionHandler();
            try {
                Class.forName(NIOServerCnxnFactory.class.getName(), true, NIOServerCnxnFactory.class.getClassLoader());
            } catch (ClassNotFoundException impossible) {
                throw new IllegalStateException(impossible);
            } finally {
                Thread.setDefaultUncaughtExceptionHandler(of);
            }
        }

        private static void set(String key, String value) {
            if (System.getProperty(key) == null) {
                System.setProperty(key, value);
            }
        }
    }

    /** Nobody looks at its beans, and one that is registered is kept by the JVM. */
    private static final class NoBeans extends MBeanRegistry {
        @Override
        public void register(ZKMBeanInfo bean, ZKMBeanInfo parent) {}

        @Override
        public void unregister(ZKMBeanInfo bean) {}
    }
}

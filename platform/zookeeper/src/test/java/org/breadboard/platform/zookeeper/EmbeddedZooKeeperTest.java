// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server of this process comes, goes, comes back where it was, and leaves nothing. */
final class EmbeddedZooKeeperTest {
    @TempDir
    private Path folder;

    @Test
    void shouldGoAndComeBackOnItsPort() throws Exception {
        try (EmbeddedZooKeeper server = new EmbeddedZooKeeper(folder)) {
            assertThrows(IllegalStateException.class, server::connectString);
            server.start();
            String where = server.connectString();
            connect(where);
            server.stop();
            assertFalse(server.isRunning());
            assertThrows(ConnectException.class, () -> connect(where));
            server.stop();
            server.start();
            server.start();
            assertEquals(where, server.connectString());
            connect(where);
        }
    }

    @Test
    void shouldLeaveNoThreadNorFileWhenItIsClosed() throws Exception {
        Set<Thread> threadsBefore = Set.of(ZooKeeperEpochsTest.threads());
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader plugin = new ClassLoader(context) {};
        EmbeddedZooKeeper server = new EmbeddedZooKeeper(folder);
        Thread.currentThread().setContextClassLoader(plugin);
        try {
            server.start();
        } finally {
            Thread.currentThread().setContextClassLoader(context);
        }
        List<Thread> ofServer = since(threadsBefore);
        assertTrue(ofServer.size() > 3, ofServer::toString);
        assertTrue(ofServer.stream().allMatch(Thread::isDaemon), ofServer::toString);
        assertTrue(ofServer.stream().allMatch(thread -> thread.getContextClassLoader() != plugin), ofServer::toString);
        assertEquals(1, files());
        server.close();
        ZooKeeperEpochsTest.await(() -> ofServer.stream().noneMatch(Thread::isAlive));
        assertEquals(0, files());
        assertThrows(IOException.class, server::start);
    }

    @Test
    void shouldStopAndStartForACallerThatIsInterrupted() throws Exception {
        try (EmbeddedZooKeeper server = new EmbeddedZooKeeper(folder)) {
            server.start();
            Thread.currentThread().interrupt();
            server.stop();
            server.start();
            assertTrue(Thread.interrupted());
            connect(server.connectString());
        }
    }

    @Test
    void shouldLeaveExceptionsThatNobodyCatchesToTheProcess() throws Exception {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        try (EmbeddedZooKeeper server = new EmbeddedZooKeeper(folder)) {
            server.start();
            assertSame(before, Thread.getDefaultUncaughtExceptionHandler());
        }
    }

    private static void connect(String where) throws IOException {
        int port = Integer.parseInt(where.substring(where.indexOf(':') + 1));
        new Socket(InetAddress.getLoopbackAddress(), port).close();
    }

    private static List<Thread> since(Set<Thread> before) {
        return Stream.of(ZooKeeperEpochsTest.threads())
                .filter(thread -> !before.contains(thread))
                // The JVM's own are in another group.
                .filter(thread ->
                        thread.getThreadGroup() == Thread.currentThread().getThreadGroup())
                .toList();
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.breadboard.platform.member.EpochStores;
import org.junit.jupiter.api.Test;

/** The service is found, and costs nothing where nobody needs ZooKeeper. */
final class ZooKeeperStoresTest {
    /** The class path once more, which keeps the names of ZooKeeper's and Curator's classes that are asked for. */
    private static final class Noting extends URLClassLoader {
        private final List<String> asked = new ArrayList<>();

        Noting() throws IOException {
            super(urls(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] urls() throws IOException {
            String[] paths = System.getProperty("java.class.path").split(File.pathSeparator, -1);
            URL[] urls = new URL[paths.length];
            for (int i = 0; i < paths.length; i++) {
                urls[i] = Path.of(paths[i]).toUri().toURL();
            }
            return urls;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.matches("org\\.apache\\.(zookeeper|curator)\\..*")) {
                asked.add(name);
            }
            return super.loadClass(name, resolve);
        }
    }

    @Test
    void shouldBeFoundWithoutAnyClassOfZooKeepers() throws Exception {
        try (Noting loader = new Noting()) {
            Class<?> service = loader.loadClass(EpochStores.class.getName());
            Object found = service.getMethod("find").invoke(null);
            assertEquals(ZooKeeperStores.class.getName(), found.getClass().getName());
            assertEquals(List.of(), loader.asked);
            service.getMethod("check", String.class).invoke(found, "host:2181");
            assertFalse(loader.asked.isEmpty(), "it asks for some, and that is seen");
        }
    }

    @Test
    void shouldSayHowServersAreNamed() {
        IllegalArgumentException wrong = assertThrows(
                IllegalArgumentException.class, () -> EpochStores.find().check("host:port"));
        assertEquals("'host:port' names no servers of ZooKeeper; 'host:2181,host:2181' would", wrong.getMessage());
    }
}

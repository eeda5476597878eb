package org.breadboard.hw.rdma;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ServiceLoader;
import org.breadboard.api.Plugin;
import org.junit.jupiter.api.Test;

class RdmaPluginTest {

    @Test
    void shouldBeFoundOnTheClassPath() {
        assertTrue(ServiceLoader.load(Plugin.class).stream().anyMatch(found -> found.type() == RdmaPlugin.class));
    }
}

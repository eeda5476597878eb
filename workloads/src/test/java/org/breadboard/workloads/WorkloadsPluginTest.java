package org.breadboard.workloads;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ServiceLoader;
import org.breadboard.api.Plugin;
import org.junit.jupiter.api.Test;

class WorkloadsPluginTest {

    @Test
    void shouldBeFoundOnTheClassPath() {
        assertTrue(ServiceLoader.load(Plugin.class).stream().anyMatch(found -> found.type() == WorkloadsPlugin.class));
    }
}

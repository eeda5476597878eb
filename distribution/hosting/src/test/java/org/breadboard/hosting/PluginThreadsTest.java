// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

class PluginThreadsTest {
    private static final int PATIENCE_S = 30;

    private final LinkedBlockingQueue<String> calls = new LinkedBlockingQueue<>();

    /** Its activator returns when it is interrupted, as if all were well. */
    private final Bundle slow = (Bundle) Proxy.newProxyInstance(
            Bundle.class.getClassLoader(),
            new Class<?>[] {Bundle.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "getBundleId" -> 7L;
                case "getSymbolicName" -> "org.slow";
                case "start" -> startLate();
                case "stop" -> note("stopped " + arguments[0]);
                default -> throw new UnsupportedOperationException(method.getName());
            });

    private Object startLate() {
        try {
            Thread.sleep(PATIENCE_S * 1000L);
        } catch (InterruptedException swallowed) {
            return note("started");
        }
        return null;
    }

    private Object note(String call) {
        calls.add(call);
        return null;
    }

    @Test
    void shouldStopABundleThatStartsAfterItWasGivenUp() throws Exception {
        PluginThreads threads = new PluginThreads(1000);
        BundleException late = assertThrows(BundleException.class, () -> threads.start(slow));
        assertEquals("its activator did not return within 1 s", late.getMessage());
        assertStopped();
    }

    @Test
    void shouldStopABundleWhoseStartNobodyWaitsForAnyMore() throws Exception {
        Thread.currentThread().interrupt();
        BundleException given = assertThrows(BundleException.class, () -> new PluginThreads().start(slow));
        assertTrue(Thread.interrupted());
        assertEquals("its start was interrupted before its activator returned", given.getMessage());
        assertStopped();
    }

    private void assertStopped() throws InterruptedException {
        assertEquals("started", calls.poll(PATIENCE_S, TimeUnit.SECONDS));
        assertEquals("stopped " + Bundle.STOP_TRANSIENT, calls.poll(PATIENCE_S, TimeUnit.SECONDS));
    }
}

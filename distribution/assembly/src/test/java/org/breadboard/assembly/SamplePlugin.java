// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.breadboard.api.Plugin;

/** A plug-in of somebody else's; its id, version and behaviour come from the jar that it is in. */
public final class SamplePlugin implements Plugin {
    static final String PROPERTIES = "sample.txt";

    /** Does what the jar says. */
    public SamplePlugin() {
        switch (line(2)) {
            case "throws" -> throw new IllegalStateException("no licence");
            case "keeps a thread" -> new Thread(SamplePlugin::sleep, "sample's own").start();
            default -> {}
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(20_000);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String id() {
        return line(0);
    }

    @Override
    public String description() {
        return "Sample of version " + line(1);
    }

    static String line(int index) {
        try (InputStream text = SamplePlugin.class.getClassLoader().getResourceAsStream(PROPERTIES)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .concat("\n ")
                    .lines()
                    .toList()
                    .get(index);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}

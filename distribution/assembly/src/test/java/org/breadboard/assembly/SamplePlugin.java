package org.breadboard.assembly;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.breadboard.api.Plugin;

/** A plug-in of somebody else's; its id and version come from the jar that it is in. */
public final class SamplePlugin implements Plugin {
    static final String PROPERTIES = "sample.txt";

    @Override
    public String id() {
        return line(0);
    }

    @Override
    public String description() {
        return "Sample of version " + line(1);
    }

    private static String line(int index) {
        try (InputStream text = SamplePlugin.class.getClassLoader().getResourceAsStream(PROPERTIES)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()
                    .get(index);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}

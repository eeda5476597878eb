package org.breadboard.testkit;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.platform.memory.PagedRegion;
import org.breadboard.platform.runtime.SeededStream;

/** What a runtime gives a plug-in, for tests that try a part of it by itself. Any thread. */
public final class TestParts {
    private TestParts() {}

    /** Random numbers: streams of different seeds or purposes have nothing to do with each other. */
    public static RandomStream random(long seed, long purpose) {
        return new SeededStream(seed, purpose);
    }

    /** Memory, zeros at first. */
    public static Region region(String name, long sizeBytes, Lifetime lifetime, Layout layout) {
        return new PagedRegion(name, sizeBytes, lifetime, layout);
    }
}

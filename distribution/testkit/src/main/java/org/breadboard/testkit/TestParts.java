// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import java.util.List;
import java.util.ServiceLoader;
import org.breadboard.api.Plugin;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.platform.cluster.Tally;
import org.breadboard.platform.memory.PagedRegion;
import org.breadboard.platform.runtime.SeededStream;

/** What a runtime gives a plug-in, for tests that try a part of it by itself. Any thread. */
public final class TestParts {
    private TestParts() {}

    /**
     * A plug-in that the tests' class path has, for one whose class cannot be named: a module that is required, as for
     * its capability, exports no more than that.
     *
     * @throws IllegalArgumentException if there is none of that id
     */
    public static Plugin plugin(String id) {
        List<Plugin> all = ServiceLoader.load(Plugin.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        return all.stream()
                .filter(plugin -> plugin.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no plug-in " + id
                        + " on the class path; it has "
                        + String.join(
                                ", ", all.stream().map(Plugin::id).sorted().toList())));
    }

    /** Random numbers: streams of different seeds or purposes have nothing to do with each other. */
    public static RandomStream random(long seed, long purpose) {
        return new SeededStream(seed, purpose);
    }

    /** An empty message that can carry {@code capacityBytes}. */
    public static Message message(int capacityBytes) {
        return RuntimeAccess.get().message(capacityBytes);
    }

    /** Takes a message back as a pool does: its place is free, and a second time throws. */
    public static void giveBack(Message message) {
        RuntimeAccess.get().giveBack(message);
    }

    /** Runs one step of a task. */
    public static Task.Next run(Task task, Step step) {
        return RuntimeAccess.get().run(task, step);
    }

    /** Memory, zeros at first. */
    public static Region region(String name, long sizeBytes, Lifetime lifetime, Layout layout) {
        return new PagedRegion(name, sizeBytes, lifetime, layout);
    }

    /** A counter at 0, to which any thread adds. */
    public static Counter counter() {
        return new Tally();
    }
}

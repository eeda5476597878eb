// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.Map;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.Faults;
import org.junit.jupiter.api.Test;

class BeginningsTest {
    private static final Setting<Integer> ROOM = Setting.count("room", "", 1, 1, 100, "room");

    private final Beginnings beginnings = new Beginnings();

    @Test
    void shouldKeepWhatARunStartsFromUntilADifferentOne() {
        Object first = made(mix(3, 8, 2));
        assertSame(first, made(mix(3, 16, 2)), "clients change nothing");
        assertNotSame(first, made(mix(3, 8, 5)), "the protocol's settings do");
        Object other = made(mix(4, 8, 2));
        assertNotSame(first, other, "the cluster does");
        assertSame(other, made(mix(4, 1, 2)));
        assertNotSame(first, made(mix(3, 8, 2)), "the first was forgotten meanwhile");
    }

    @Test
    void shouldTellNamesApart() {
        beginnings.begin(mix(3, 8, 2));
        Object one = beginnings.initial("table 0", Object::new);
        assertNotSame(one, beginnings.initial("table 1", Object::new));
        assertSame(one, beginnings.initial("table 0", Object::new));
    }

    /** As an index that is laid out for one NIC, where the next run has another. */
    @Test
    void shouldForgetWhatARunDidNotAskFor() {
        beginnings.begin(mix(3, 8, 2));
        Object small = beginnings.initial("small index", Object::new);
        beginnings.begin(mix(3, 8, 2));
        beginnings.initial("large index", Object::new);
        beginnings.begin(mix(3, 8, 2));
        assertNotSame(small, beginnings.initial("small index", Object::new));
    }

    private Object made(Mix mix) {
        beginnings.begin(mix);
        return beginnings.initial("table 0", Object::new);
    }

    private static Mix mix(int nodes, int contexts, int room) {
        Settings settings = Settings.of(List.of(ROOM), Map.of("room", String.valueOf(room)));
        return new Mix(
                "m",
                new Mix.Cluster(nodes, 2, 1, 1),
                new Mix.Hardware("h", Settings.defaultsOf(List.of())),
                new Mix.Part("p", settings),
                new Mix.Part("w", Settings.defaultsOf(List.of())),
                List.of(),
                new Mix.Load(contexts, 0, Mix.Load.BACKOFF),
                new Mix.Time(0, 1000),
                Mix.Network.PLAIN,
                Faults.NONE,
                null,
                new Mix.Mode("sim", false, 0),
                1);
    }
}

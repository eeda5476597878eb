// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.durable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.memory.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UndoLogTest {
    private static final int WORDS = 32;

    private final FragileRegion.Power power = new FragileRegion.Power();
    private final Map<String, Region> memory = new HashMap<>();
    private final NodeScope scope = (NodeScope) Proxy.newProxyInstance(
            NodeScope.class.getClassLoader(),
            new Class<?>[] {NodeScope.class},
            (proxy, method, arguments) -> memory.computeIfAbsent(
                    (String) arguments[0], name -> new FragileRegion(name, (long) arguments[1], power)));
    private final Region data = new FragileRegion("data", WORDS * Long.BYTES, power);

    /** The log as whoever comes back lays it out. */
    private UndoLog log() {
        power.lastsFor(Integer.MAX_VALUE);
        return new UndoLog(scope, "data.undo", data);
    }

    private byte[] content() {
        byte[] bytes = new byte[WORDS * Long.BYTES];
        data.read(0, bytes, 0, bytes.length);
        return bytes;
    }

    private static void change(Region region, Random random) {
        for (int i = random.nextInt(6); i >= 0; i--) {
            long at = (long) random.nextInt(WORDS) * Long.BYTES;
            switch (random.nextInt(5)) {
                case 0 -> region.putLong(at, random.nextLong());
                case 1 -> region.putLongRelease(at, random.nextLong());
                case 2 -> region.compareAndSetLong(at, region.getLong(at), random.nextLong());
                case 3 -> region.getAndAddLong(at, random.nextInt());
                default -> {
                    byte[] bytes = new byte[1 + random.nextInt(50)];
                    random.nextBytes(bytes);
                    region.write(random.nextInt(WORDS * Long.BYTES - bytes.length), bytes, 0, bytes.length);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldUndoWhatHadNotEndedWhereverThePowerWent(long seed) {
        Random random = new Random(seed);
        for (int turn = 0; turn < 30; turn++) {
            long change = random.nextLong();
            boolean ended = false;
            for (int words = 0; !ended; words++) {
                UndoLog log = log();
                change(log.begin(), random);
                log.end();
                byte[] before = content();
                byte[] after = null;
                power.lastsFor(words);
                try {
                    change(log.begin(), new Random(change));
                    after = content();
                    log.end();
                    ended = true;
                    log();
                    assertArrayEquals(after, content(), "seed " + seed + ", it ended");
                } catch (FragileRegion.Gone gone) {
                    // The turn alone may be left over, of a change that is whole.
                    boolean whole = memory.get("data.undo").getLong(Long.BYTES) == 0 && after != null;
                    log();
                    assertArrayEquals(
                            whole ? after : before, content(), "seed " + seed + ", power for " + words + " words");
                }
            }
        }
    }

    @Test
    void shouldLetOthersBeginAfterACrash() {
        log().begin().putLong(8, 7);
        UndoLog back = log();
        assertEquals(0, data.getLong(8));
        back.begin().putLong(8, 9);
        back.end();
        assertEquals(9, log().begin().getLong(8));
    }

    @Test
    void shouldRefuseAChangeOfTooManyWords() {
        Region changing = log().begin();
        for (int i = 0; i < UndoLog.MOST; i++) {
            changing.putLong(0, i);
        }
        String said = assertThrows(IllegalStateException.class, () -> changing.putLong(0, 1))
                .getMessage();
        assertTrue(said.contains("data") && said.contains(String.valueOf(UndoLog.MOST)), said);
    }
}

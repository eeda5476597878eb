// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoticesTest {
    private final List<String> screen = new ArrayList<>();
    private final Notices notices = new Notices(screen::add);

    @Test
    void shouldShowAtOnceWhileTheUserTypes() {
        notices.tell("one");
        assertEquals(List.of("one"), screen);
    }

    @Test
    void shouldWaitForTheVerbThatHasTheScreen() {
        notices.hold();
        notices.tell("one");
        notices.tell("two");
        assertEquals(List.of(), screen);
        notices.release();
        assertEquals(List.of("one", "two"), screen);
        notices.tell("three");
        notices.hold();
        notices.release();
        assertEquals(List.of("one", "two", "three"), screen);
    }
}

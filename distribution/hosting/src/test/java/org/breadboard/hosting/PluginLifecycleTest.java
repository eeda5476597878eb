// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.PluginSource;
import org.breadboard.platform.registry.Refusal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

class PluginLifecycleTest {
    @TempDir
    private Path folder;

    private Host here;

    /** What one process has of the plug-ins. */
    private static final class Host {
        final PluginRegistry registry = new PluginRegistry();
        final PluginLifecycle lifecycle;
        final SampleBundle sample;
        final SampleBundle clashing;
        final SampleBundle library;
        final List<Bundle> givenUp = new ArrayList<>();

        Host(Path folder) {
            Source source = new Source();
            PluginSource.Listener[] listener = new PluginSource.Listener[1];
            source.opened = to -> listener[0] = to;
            registry.open(source);
            sample = new SampleBundle(1, "org.sample", "sample", listener[0]);
            clashing = new SampleBundle(2, "org.clashing", "sample", listener[0]);
            library = new SampleBundle(3, "org.library", null, listener[0]);
            var framework = SampleBundle.framework(sample.bundle(), clashing.bundle(), library.bundle());
            lifecycle = new PluginLifecycle(
                    framework, registry, new StoppedPlugins(folder), new Wiring(framework), new PluginThreads());
            lifecycle.onGivenUp(givenUp::add);
        }

        PluginState state() {
            return lifecycle.state(sample.bundle());
        }
    }

    /** Tells the registry what the bundles say. */
    private static final class Source implements PluginSource {
        private java.util.function.Consumer<Listener> opened;

        @Override
        public void open(Listener listener) {
            opened.accept(listener);
        }

        @Override
        public List<Refusal> refusals() {
            return List.of();
        }

        @Override
        public void close() {}
    }

    @BeforeEach
    void begin() {
        here = new Host(folder);
    }

    @Test
    void shouldKnowWhatComesOfAStart() {
        assertEquals(PluginState.INSTALLED, here.state());
        here.lifecycle.start(here.sample.bundle());
        here.lifecycle.start(here.clashing.bundle());
        here.lifecycle.start(here.library.bundle());
        assertEquals(PluginState.ACTIVE, here.state());
        assertEquals(PluginState.REFUSED, here.lifecycle.state(here.clashing.bundle()));
        assertEquals(PluginState.LIBRARY, here.lifecycle.state(here.library.bundle()));
        assertEquals(Optional.empty(), here.lifecycle.failure(here.clashing.bundle()));
    }

    @Test
    void shouldSayWhyABundleDidNotStartUntilItIsTriedAgain() {
        here.sample.failToStart(true);
        here.lifecycle.start(here.sample.bundle());
        assertEquals(PluginState.REFUSED, here.state());
        assertEquals(Optional.of("no luck"), here.lifecycle.failure(here.sample.bundle()));
        assertEquals(1, here.givenUp.size());
        here.sample.failToStart(false);
        here.lifecycle.start(here.sample.bundle());
        assertEquals(PluginState.ACTIVE, here.state());
        assertEquals(Optional.empty(), here.lifecycle.failure(here.sample.bundle()));
    }

    @Test
    void shouldTakeUpWhatIsFreeAgainAndSeeWhatStopsByItself() throws BundleException {
        here.lifecycle.start(here.sample.bundle());
        here.lifecycle.start(here.clashing.bundle());
        here.sample.stop();
        assertEquals(PluginState.INSTALLED, here.state());
        assertEquals(PluginState.ACTIVE, here.lifecycle.state(here.clashing.bundle()));
    }

    @Test
    void shouldSeeWhatAnotherProcessStopsAndStarts() throws IOException {
        Host there = new Host(folder);
        here.lifecycle.start(here.sample.bundle());
        there.lifecycle.start(there.sample.bundle());
        here.lifecycle.stop(here.sample.bundle(), "sample");
        assertEquals(PluginState.STOPPED, here.state());
        there.lifecycle.follow();
        assertEquals(PluginState.STOPPED, there.state());
        assertEquals(Optional.of("sample"), there.lifecycle.stoppedId(there.sample.bundle()));
        assertEquals(List.of("sample"), there.lifecycle.stoppedIds());
        assertEquals(Bundle.RESOLVED, there.sample.state());
        there.lifecycle.start(there.sample.bundle());
        there.lifecycle.forgetStop(there.sample.bundle());
        assertEquals(PluginState.STOPPED, here.state());
        here.lifecycle.follow();
        assertEquals(PluginState.ACTIVE, here.state());
        assertEquals(List.of(), here.lifecycle.stoppedIds());
        assertEquals(Bundle.ACTIVE, here.sample.state());
    }

    @Test
    void shouldNotAdmitWhatIsStopped() throws IOException {
        here.lifecycle.start(here.sample.bundle());
        here.lifecycle.stop(here.sample.bundle(), "sample");
        Host later = new Host(folder);
        later.lifecycle.admit(later.sample.bundle());
        assertEquals(PluginState.STOPPED, later.state());
        assertEquals(Bundle.RESOLVED, later.sample.state());
    }

    @Test
    void shouldBeAsBeforeIfABundleDoesNotStop() throws IOException {
        here.lifecycle.start(here.sample.bundle());
        here.sample.failToStop(true);
        Bundle bundle = here.sample.bundle();
        assertThrows(IOException.class, () -> here.lifecycle.stop(bundle, "sample"));
        assertThrows(IOException.class, () -> here.lifecycle.clear(bundle, PluginState.UPDATING));
        assertEquals(PluginState.ACTIVE, here.state());
        assertFalse(new StoppedPlugins(folder).any());
    }

    @Test
    void shouldGoThroughAnUpdateAndBeRemoved() throws IOException {
        here.lifecycle.start(here.sample.bundle());
        here.lifecycle.clear(here.sample.bundle(), PluginState.UPDATING);
        assertEquals(PluginState.UPDATING, here.state());
        assertTrue(here.registry.installed().isEmpty());
        here.lifecycle.start(here.sample.bundle());
        assertEquals(PluginState.ACTIVE, here.state());
        here.lifecycle.clear(here.sample.bundle(), PluginState.REMOVING);
        here.lifecycle.removed(here.sample.bundle());
        assertEquals(List.of(), here.registry.installed());
    }

    @Test
    void shouldTakeNoWayThatThereIsNot() throws IOException {
        Bundle bundle = here.sample.bundle();
        here.lifecycle.start(bundle);
        here.lifecycle.stop(bundle, "sample");
        IllegalStateException twice =
                assertThrows(IllegalStateException.class, () -> here.lifecycle.quit(bundle, "sample"));
        assertEquals("org.sample is stopped and cannot become stopping", twice.getMessage());
        assertEquals(PluginState.STOPPED, here.state());
    }
}

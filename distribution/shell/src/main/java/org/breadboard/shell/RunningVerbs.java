package org.breadboard.shell;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.breadboard.hosting.PluginUsers;
import org.breadboard.platform.Breadboard;

/** What the platform runs with plug-ins, as their host sees it. Any thread. */
final class RunningVerbs implements PluginUsers {
    private static final long ENDING_MS = 15_000;
    private static final long LOOK_MS = 20;

    private final Breadboard breadboard;

    RunningVerbs(Breadboard breadboard) {
        this.breadboard = breadboard;
    }

    @Override
    public List<String> runsWith(String plugin) {
        return breadboard.runsWith(plugin);
    }

    @Override
    public Optional<String> liveWith(String plugin) {
        return breadboard.live().filter(breadboard.runsWith(plugin)::contains);
    }

    @Override
    public List<String> mixesWith(String plugin) {
        return breadboard.mixesWith(plugin);
    }

    @Override
    public void endRunsWith(String plugin, boolean live) {
        breadboard.endRunsWith(plugin);
        Optional<String> stays = live ? Optional.empty() : liveWith(plugin);
        long endNs = System.nanoTime() + ENDING_MS * 1_000_000;
        try {
            // Nobody tells of the end of a run.
            while (!breadboard.runsWith(plugin).stream().allMatch(stays.stream().toList()::contains)
                    && System.nanoTime() < endNs) {
                Thread.sleep(LOOK_MS);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public <T> T exchanging(Exchange<T> exchange) throws IOException {
        return breadboard.<T, IOException>exchanging(exchange::make);
    }

    @Override
    public Optional<String> liveUpdated() {
        return breadboard.liveUpdated();
    }

    @Override
    public void abandoned(String plugin, String what, Thread thread) {
        breadboard.abandoned(plugin, what, thread);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.breadboard.hosting.PluginUsers;
import org.breadboard.platform.verbs.Board;

/** What a board runs with plug-ins, as their host sees it. Any thread. */
final class RunningVerbs implements PluginUsers {
    private static final Duration ENDING = Duration.ofSeconds(15);

    private final Board board;

    RunningVerbs(Board board) {
        this.board = board;
    }

    @Override
    public List<String> runsWith(String plugin) {
        return board.runsWith(plugin);
    }

    @Override
    public Optional<String> liveWith(String plugin) {
        return board.resident().title().filter(runsWith(plugin)::contains);
    }

    @Override
    public List<String> mixesWith(String plugin) {
        return board.names().mixesWith(plugin);
    }

    @Override
    public void endRunsWith(String plugin, boolean live) {
        board.endRunsWith(plugin);
        try {
            board.awaitRunsWith(plugin, live ? Optional.empty() : liveWith(plugin), ENDING);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public <T> T exchanging(Exchange<T> exchange) throws IOException {
        return board.resident().<T, IOException>exchanging(exchange::make);
    }

    @Override
    public Optional<String> liveUpdated() {
        return board.resident().updated();
    }

    @Override
    public void abandoned(String plugin, String what, Thread thread) {
        board.abandoned(plugin, what, thread);
    }
}

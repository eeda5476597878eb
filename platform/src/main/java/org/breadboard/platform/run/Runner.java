package org.breadboard.platform.run;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.breadboard.api.Plugin;
import org.breadboard.platform.mix.Mix;

/** Runs one resolved mix. */
public final class Runner {
    private final List<Plugin> plugins;

    /** A runner over the installed plug-ins. */
    public Runner(List<Plugin> plugins) {
        this.plugins = List.copyOf(plugins);
    }

    /** Told how far a run is. Called by the thread that runs. */
    @FunctionalInterface
    public interface Progress {
        /** {@code doneNs} of {@code totalNs} have passed, and {@code committed} transactions are done so far. */
        void at(long doneNs, long totalNs, long committed);
    }

    /**
     * Runs the mix to its end, or until {@code cancelled} says so.
     *
     * @param history where the history's bytes go, or null to check and forget it
     * @throws org.breadboard.api.RefusedException if the mix cannot work, in one sentence
     */
    public RunResult run(Mix mix, java.nio.file.Path history, Progress progress, BooleanSupplier cancelled) {
        throw new IllegalStateException("the runner is being built: " + plugins.size());
    }
}

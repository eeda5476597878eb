package ${package};

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;

/** Purses with the same number of coins at first; each transaction moves some from one to another, or counts a few purses. */
public final class Transfer implements WorkloadType {
    private static final Setting<Long> PURSES_PER_NODE = Setting.integer(
            "pursesPerNode", "purses", 100_000, 1, 10_000_000, "Purses per node of the cluster.");
    private static final Setting<Double> COUNT_SHARE =
            Setting.number("countShare", "", 0.2, 0, 1, "The share of transactions that only count purses.");

    /** Creates the kind of workload. */
    public Transfer() {}

    @Override
    public String id() {
        return "${artifactId}";
    }

    @Override
    public String description() {
        return "Moves coins between purses, and counts them";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(PURSES_PER_NODE, COUNT_SHARE);
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        long purses = Math.round(settings.get(PURSES_PER_NODE) * nodes * scale);
        if (purses < Purses.COUNTED) {
            throw new RefusedException("Scale " + scale + " leaves " + purses + " purses, but a count needs "
                    + Purses.COUNTED + ".");
        }
        return new Purses(purses, settings.get(COUNT_SHARE));
    }
}

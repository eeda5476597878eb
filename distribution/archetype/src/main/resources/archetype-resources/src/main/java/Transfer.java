package ${package};

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;

/** Purses with the same number of coins at first; each transaction moves some from one to another, or counts a few purses. */
public final class Transfer implements WorkloadType {
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
    public List<Setting> settings() {
        return List.of(
                Setting.integer("pursesPerNode", "purses", 100_000, 1, 10_000_000, "Purses per node of the cluster."),
                Setting.number("countShare", "", 0.2, 0, 1, "The share of transactions that only count purses."));
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        long purses = Math.round(settings.integer("pursesPerNode") * nodes * scale);
        if (purses < Purses.COUNTED) {
            throw new RefusedException("Scale " + scale + " leaves " + purses + " purses, but a count needs "
                    + Purses.COUNTED + ".");
        }
        return new Purses(purses, settings.number("countShare"));
    }
}

package org.breadboard.platform.cluster;

import org.breadboard.api.workload.Population;
import org.breadboard.platform.runtime.PluginWatch;

/** A population that shows whoever watches the building of a cluster that it goes on. */
record WatchedPopulation(Population population) implements Population {
    @Override
    public long candidates() {
        return population.candidates();
    }

    @Override
    public long key(long index) {
        PluginWatch.beat();
        return population.key(index);
    }

    @Override
    public boolean value(long key, byte[] value) {
        PluginWatch.beat();
        return population.value(key, value);
    }
}

package org.breadboard.hw.htmbloom.node;

import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/** The hardware of one HADES node: cores' caches, directory and NIC (HADES Fig. 5). */
final class HadesNode implements Device, CachedMemory, ConflictTracking {
    private final Directory directory;
    private final Nic nic;

    HadesNode(HardwareContext context) {
        directory = new Directory(context, new NodeParameters(context.profile()));
        nic = new Nic(context, directory);
    }

    @Override
    public <C extends Capability> C capability(Class<C> capability) {
        if (capability == OneSidedVerbs.class) {
            return capability.cast(nic.verbs());
        }
        return capability == CachedMemory.class || capability == ConflictTracking.class ? capability.cast(this) : null;
    }

    @Override
    public void map(Region region) {
        directory.space.map(region);
    }

    @Override
    public Core core(Stage stage) {
        return new CachedCore(directory, directory.core(stage));
    }

    @Override
    public void register(Region region, Region witness) {
        nic.register(region, witness);
    }

    @Override
    public Tracker open(Stage stage, Task task) {
        return new NodeTracker(directory, stage, task);
    }

    /** What one core waits for memory that nobody watches. */
    private record CachedCore(Directory directory, int number) implements Core {
        @Override
        public double load(Step step, Region region, long address, int lengthBytes) {
            return access(step, region, address, lengthBytes, false);
        }

        @Override
        public double store(Step step, Region region, long address, int lengthBytes) {
            return access(step, region, address, lengthBytes, true);
        }

        private double access(Step step, Region region, long address, int lengthBytes, boolean write) {
            directory.outlet.use(step);
            long first = directory.space.line(region, address);
            long last = directory.space.line(region, address + lengthBytes - 1);
            double ns = directory.caches().access(number, first, last, write, (double) step.nowNs());
            step.stall(ns);
            return ns;
        }
    }
}

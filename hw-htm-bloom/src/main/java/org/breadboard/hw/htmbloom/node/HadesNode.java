// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.node;

import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.htmbloom.directory.Conflicts;
import org.breadboard.hw.htmbloom.directory.DeniedRequests;
import org.breadboard.hw.htmbloom.directory.Directory;
import org.breadboard.hw.htmbloom.directory.RemoteTransactions;
import org.breadboard.hw.htmbloom.nic.Nic;
import org.breadboard.hw.htmbloom.tracker.Trackers;
import org.breadboard.hw.htmbloom.verbs.VerbsMemory;
import org.breadboard.hw.htmbloom.wire.NicPort;
import org.breadboard.hw.htmbloom.wire.Outlet;
import org.breadboard.hw.htmbloom.wire.RegionTable;

/** The hardware of one HADES node: cores' caches, directory and NIC (HADES Fig. 5). */
final class HadesNode implements Device, CachedMemory, ConflictTracking {
    private final Outlet outlet = new Outlet();
    private final Directory directory;
    private final DeniedRequests denied;
    private final RegionTable regions;
    private final Trackers trackers;
    private final VerbsMemory verbs;
    private final Nic nic;

    /** Built in the order in which results list counters and resources. */
    HadesNode(HardwareContext context) {
        directory = new Directory(context);
        denied = new DeniedRequests(context, outlet, this::receiveAgain);
        NicPort port = new NicPort(context, outlet, this::receive);
        regions = new RegionTable(context.node(), context.nodes(), directory.space());
        RemoteTransactions remotes = new RemoteTransactions(directory, denied, port);
        Conflicts conflicts = new Conflicts(directory, remotes);
        trackers = new Trackers(directory, conflicts, denied, outlet, port, regions);
        verbs = new VerbsMemory(context, directory, port, regions);
        nic = new Nic(directory, remotes, conflicts, denied, port, regions, trackers, verbs);
    }

    private void receive(Transit transit, Message message) {
        nic.receive(transit, message);
    }

    private void receiveAgain(Transit transit, Message message) {
        nic.receiveAgain(transit, message);
    }

    @Override
    public <C extends Capability> C capability(Class<C> capability) {
        if (capability == OneSidedVerbs.class) {
            return capability.cast(verbs);
        }
        return capability == CachedMemory.class || capability == ConflictTracking.class ? capability.cast(this) : null;
    }

    @Override
    public void map(Region region) {
        directory.space().map(region);
    }

    @Override
    public Core core(Stage stage) {
        return new CachedCore(directory, outlet, directory.core(stage));
    }

    @Override
    public void register(Region region, Region witness) {
        regions.register(region, witness);
    }

    @Override
    public Tracker open(Stage stage, Task task) {
        return trackers.open(stage, task);
    }

    @Override
    public void hold(Step step, Region region, long address, int lengthBytes) {
        directory.complete();
        long last = directory.line(region, address + lengthBytes - 1);
        for (long line = directory.line(region, address); line <= last; line++) {
            directory.locks().hold(line);
        }
        step.stall(directory.tripNs());
    }

    @Override
    public void letGo(Step step, Region region, long address, int lengthBytes) {
        outlet.use(step);
        long last = directory.line(region, address + lengthBytes - 1);
        for (long line = directory.line(region, address); line <= last; line++) {
            directory.locks().letGo(line);
        }
        step.stall(directory.tripNs());
        denied.tryAgain();
    }

    @Override
    public int locks() {
        directory.complete();
        return directory.locks().size();
    }

    /** What one core waits for memory that nobody watches. */
    private record CachedCore(Directory directory, Outlet outlet, int number) implements Core {
        @Override
        public double load(Step step, Region region, long address, int lengthBytes) {
            return access(step, region, address, lengthBytes, false);
        }

        @Override
        public double store(Step step, Region region, long address, int lengthBytes) {
            return access(step, region, address, lengthBytes, true);
        }

        private double access(Step step, Region region, long address, int lengthBytes, boolean write) {
            outlet.use(step);
            long first = directory.line(region, address);
            long last = directory.line(region, address + lengthBytes - 1);
            double ns = directory.caches().access(number, first, last, write, (double) step.nowNs());
            step.stall(ns);
            return ns;
        }
    }
}

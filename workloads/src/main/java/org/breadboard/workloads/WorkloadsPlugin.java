package org.breadboard.workloads;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.workloads.objectstore.ObjectStore;
import org.breadboard.workloads.retwis.Retwis;
import org.breadboard.workloads.smallbank.SmallBank;
import org.breadboard.workloads.tatp.Tatp;

/** The workloads of FaSST's evaluation: SmallBank, TATP and the object store. */
@ServiceProvider(Plugin.class)
public final class WorkloadsPlugin implements Plugin {
    /** For service loaders. */
    public WorkloadsPlugin() {}

    @Override
    public String id() {
        return "workloads";
    }

    @Override
    public String description() {
        return "SmallBank, TATP and the object store";
    }

    @Override
    public List<WorkloadType> workloads() {
        return List.of(new SmallBank(), new Tatp(), new ObjectStore(), new Retwis());
    }
}

package com.example.transfer;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.workload.WorkloadType;

/** The plug-in's table of contents. */
@ServiceProvider(Plugin.class)
public final class TransferPlugin implements Plugin {
    /** For service loaders. */
    public TransferPlugin() {}

    @Override
    public String id() {
        return "transfer";
    }

    @Override
    public String description() {
        return "Coins that move between purses";
    }

    @Override
    public List<WorkloadType> workloads() {
        return List.of(new Transfer());
    }
}

package com.example.thinning;

import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.Register;
import org.breadboard.api.pipeline.Stage;

/**
 * Counts the packets of each client in a register. A stage compares a cell and adds to it, or sets it to zero, but not
 * both; so the packet that finds the cell full takes a second pass, which sets it to zero, and is dropped.
 */
final class ThinningProgram implements PipelineProgram {
    /** Where stores listen, and for how many of their cores (packets of NOCC). */
    private static final int STORE_PORT = 9000;

    private static final int STORE_PORTS = 64;
    private static final int CLIENT_AT = 1;
    private static final int CLIENTS = 1024;

    private final String name;
    private final int every;

    ThinningProgram(String name, int every) {
        this.name = name;
        this.every = every;
    }

    @Override
    public void assemble(Assembly assembly) {
        assembly.ports(STORE_PORT, STORE_PORTS);
        assembly.passes(2);
        Field client = assembly.header("client", CLIENT_AT, 32);
        Field counted = assembly.metadata("counted", 8);
        Field again = assembly.carried("again", 8);
        Register packets = assembly.register("packets", 0, CLIENTS, 8);

        Stage.Access count = assembly.stage(0).access(packets, client);
        count.when(again.is(1)).set(0);
        count.when().ifBelow(every - 1, counted).add(1);

        Stage verdict = assembly.stage(1);
        verdict.when(again.is(0), counted.is(0)).set(again, 1).then(Fate.RECIRCULATE);
        verdict.when(again.is(1)).count(name + ".dropped").then(Fate.DROP);
    }
}

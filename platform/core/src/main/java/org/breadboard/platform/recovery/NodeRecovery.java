// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.recovery;

import java.util.List;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.Recovery;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.platform.member.Configuration;
import org.breadboard.platform.memory.NodeMemory;
import org.breadboard.platform.runtime.Engine;

/** What one node has for recovering. */
public final class NodeRecovery implements Recovery {
    private final int node;
    private final Engine engine;
    private final Configuration configuration;
    private final NodeMemory memory;
    private final ControlNetwork network;
    private final Recoveries recoveries;

    /** Builds it. */
    public NodeRecovery(
            int node,
            Engine engine,
            Configuration configuration,
            NodeMemory memory,
            ControlNetwork network,
            Recoveries recoveries) {
        this.node = node;
        this.engine = engine;
        this.configuration = configuration;
        this.memory = memory;
        this.network = network;
        this.recoveries = recoveries;
    }

    @Override
    public boolean isMember(int which) {
        return configuration.isMember(which);
    }

    @Override
    public List<Region> kept(String prefix) {
        return memory.kept(prefix);
    }

    @Override
    public void drop(Region kept) {
        memory.drop(kept);
    }

    @Override
    public Stage stage(StageProgram program, String affinity, int receiveSlots) {
        Stage stage = engine.stage(node, configuration.epoch(), new StageSpec("recovery", 1, affinity), program);
        network.attach(node, stage, receiveSlots);
        return stage;
    }

    @Override
    public void send(Step step, int to, Message message) {
        if (!configuration.isMember(to)) {
            throw new IllegalArgumentException(
                    "node " + to + " is no member of configuration " + configuration.epoch());
        }
        network.send(step, to, message);
    }

    @Override
    public void serving(Step step) {
        recoveries.serving();
    }

    @Override
    public void committed(Step step, long epoch, long author, int table, long key, long version) {
        recoveries.outcomes().committed(epoch, author, table, key, version);
    }

    @Override
    public void finished(Step step) {
        recoveries.finished(step.nowNs());
    }
}

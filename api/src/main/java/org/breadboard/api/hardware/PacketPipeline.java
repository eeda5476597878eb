package org.breadboard.api.hardware;

import org.breadboard.api.pipeline.PipelineProgram;

/**
 * A programmable match-action pipeline in the way of packets (NOCC 3): the capability of a switch. Hardware that offers it is built
 * once for each switch of the cluster, and puts itself into the way with {@link Fabric#interposeSwitch}.
 */
public interface PacketPipeline extends Capability {
    /**
     * Loads the program. Once, before the run begins.
     *
     * @throws org.breadboard.api.RefusedException if the pipeline cannot do what the program does; says why
     */
    void load(PipelineProgram program);
}

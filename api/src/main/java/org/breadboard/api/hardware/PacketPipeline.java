package org.breadboard.api.hardware;

import java.util.List;
import org.breadboard.api.pipeline.PipelineProgram;

/**
 * A programmable match-action pipeline in the way of packets (NOCC 3): the capability of a switch. Hardware that offers it is built
 * once for each switch of the cluster, and puts itself into the way with {@link Fabric#interposeSwitch}.
 */
public interface PacketPipeline extends Capability {
    /**
     * Loads the program: calls its {@link PipelineProgram#assemble} and checks what it said. Once, while the cluster is built, by the
     * thread that builds it. A pipeline without a program only forwards.
     *
     * @throws org.breadboard.api.RefusedException if the pipeline cannot do what the program does; says why, and leaves out the
     *     program's name, which the platform puts in front
     */
    void load(PipelineProgram program);

    /**
     * What whoever reads the figures should know of how the program fared, one sentence each, which goes on after the program's name: that
     * it saw no packet, for example. Asked when the run is over, if there is a program.
     */
    default List<String> remarks() {
        return List.of();
    }
}

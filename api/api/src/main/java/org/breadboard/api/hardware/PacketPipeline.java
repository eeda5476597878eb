// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import java.util.List;
import org.breadboard.api.pipeline.PipelineProgram;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A programmable match-action pipeline in the path of packets (NOCC 3): the capability of a switch. Hardware that
 * offers it is built once for each switch of the cluster, and puts itself into the path with
 * {@link Fabric#interposeSwitch}.
 */
@ConsumerType
public interface PacketPipeline extends Capability {
    /**
     * Loads the program: calls its {@link PipelineProgram#assemble} and checks the program. Once, while the cluster is
     * built, by the thread that builds it. A pipeline without a program only forwards.
     *
     * @throws org.breadboard.api.RefusedException if the pipeline cannot do what the program does; the message says
     *     why, without the program's name, which the platform puts in front
     */
    void load(PipelineProgram program);

    /**
     * Remarks on the program for readers of the figures, for example that it saw no packet. Each is a sentence that
     * follows the program's name. Asked when the run is over, if there is a program.
     */
    default List<String> remarks() {
        return List.of();
    }
}

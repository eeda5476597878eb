// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.pipeline;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A program for a match-action pipeline. It is data: {@link #assemble} declares once what each stage does, and the
 * pipeline does it with every packet. What a pipeline cannot do cannot be expressed, or is refused when the program is
 * loaded, with the reason.
 */
@FunctionalInterface
@ConsumerType
public interface PipelineProgram {
    /**
     * Declares what the program does. Called once, while the switch is built.
     *
     * @throws org.breadboard.api.RefusedException if this pipeline is too small for it
     */
    void assemble(Assembly assembly);
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

/**
 * How large a pipeline is.
 *
 * @param stages that a packet passes
 * @param registersPerStage how many register arrays a stage can have
 * @param stageMemoryBits memory for the registers of one stage
 * @param cellBits the widest cell
 * @param headerVectorBits what the parser fills and the stages work on: the parsed bytes, metadata and carried fields
 * @param frameHeaderBytes the headers in front of the payload, which the parser takes first
 * @param maxPasses a packet that wants more is dropped
 */
public record PipelineLimits(
        int stages,
        int registersPerStage,
        long stageMemoryBits,
        int cellBits,
        int headerVectorBits,
        int frameHeaderBytes,
        int maxPasses) {

    /** How many bytes of the payload would fit the header vector if nothing else had to. */
    public int reachBytes() {
        return Math.max(0, headerVectorBits / Byte.SIZE - frameHeaderBytes);
    }
}

/**
 * A match-action pipeline as a machine: {@link org.breadboard.hw.p4switch.pipeline.Pipeline} is loaded with a
 * {@link org.breadboard.hw.p4switch.pipeline.CompiledProgram}, and does one pass of a packet at a time over flat
 * arrays. Names and refusals are behind it, in {@code org.breadboard.hw.p4switch.assembly}. One thread at a time.
 */
package org.breadboard.hw.p4switch.pipeline;

/**
 * A match-action pipeline: {@link org.breadboard.hw.p4switch.pipeline.ProgramAssembly} takes a program down, refuses what the pipeline
 * cannot do, and makes a {@link org.breadboard.hw.p4switch.pipeline.Pipeline} of it, which does one pass of a packet at a time over
 * flat arrays. One thread at a time.
 */
package org.breadboard.hw.p4switch.pipeline;

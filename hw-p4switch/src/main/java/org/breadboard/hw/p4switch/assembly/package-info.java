/**
 * What a program may say to a pipeline: {@link org.breadboard.hw.p4switch.assembly.ProgramAssembly} takes a program
 * down, refuses what the pipeline cannot do, and loads a {@link org.breadboard.hw.p4switch.pipeline.Pipeline} with the
 * rest. Used while a switch is built, by one thread.
 */
package org.breadboard.hw.p4switch.assembly;

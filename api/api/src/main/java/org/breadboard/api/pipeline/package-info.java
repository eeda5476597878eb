/**
 * Programs for match-action pipelines, as programmable switches run them: they can express what such a pipeline does in
 * one pass of a packet, and nothing else. Entry type: {@link org.breadboard.api.pipeline.PipelineProgramType}, which a
 * plug-in names in {@link org.breadboard.api.Plugin#programs}; a mix takes it with {@code switch: ID}.
 *
 * <p>An example: a program that drops every hundredth packet of a client. The client's number is in bytes 1 to 4 of
 * packets to the ports from 9000 on:
 *
 * <pre>{@code
 * public void assemble(Assembly assembly) {
 *     assembly.ports(9000, 64);
 *     assembly.passes(2);
 *     Field client = assembly.header("client", 1, 32);
 *     Field counted = assembly.metadata("counted", 8);
 *     Field again = assembly.carried("again", 8);
 *     Register packets = assembly.register("packets", 0, 1024, 8);
 *
 *     Stage.Access count = assembly.stage(0).access(packets, client);
 *     count.when(again.is(1)).set(0);
 *     count.when().ifBelow(99, counted).add(1);
 *
 *     Stage verdict = assembly.stage(1);
 *     verdict.when(again.is(0), counted.is(0)).set(again, 1).then(Fate.RECIRCULATE);
 *     verdict.when(again.is(1)).count("thinning.dropped").then(Fate.DROP);
 * }
 * }</pre>
 *
 * <p>Whether a pass adds to a cell or sets it to zero may depend on the packet. The cell's content allows one
 * comparison with one write only. So the hundredth packet recirculates to set the cell to zero, and {@code again} tells
 * that pass from the first. {@code stage(1)} decides, since a stage sees what the stages before it have set. Other
 * packets pass between the two passes; one of the same client finds the cell full, too, and is dropped as well.
 *
 * <p>A program is assembled by the thread that builds the cluster; the pipeline then runs it, one pass at a time.
 */
@Version("0.1.0")
@Export
package org.breadboard.api.pipeline;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

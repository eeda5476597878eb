/**
 * Programs for match-action pipelines, as programmable switches run them: what such a pipeline can do in one pass of a packet, and
 * nothing that it cannot. Entry type: {@link org.breadboard.api.pipeline.PipelineProgramType}, which a plug-in names in {@link
 * org.breadboard.api.Plugin#programs}; a mix takes it with {@code switch: ID}.
 *
 * <p>A program that drops every hundredth packet of a client, whose number is in bytes 1 to 4 of what is sent to the ports from 9000 on:
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
 * <p>A pass can add to a cell or set it to zero, according to what is in the packet, but not to what is in the cell: that is one comparison
 * with one write. So the hundredth packet comes round again to set the cell to zero, with {@code again} to tell. It is {@code stage(1)}
 * that decides, since a stage sees what the stages before it have set. Between the two passes other packets have theirs; should one of the
 * same client be among them, it finds the cell full too, and is dropped as well.
 *
 * <p>A program is assembled by the thread that builds the cluster; the pipeline then runs it, one pass at a time.
 */
@Version("0.1.0")
@Export
package org.breadboard.api.pipeline;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

/**
 * Programs for match-action pipelines, as programmable switches run them: what such a pipeline can do in one pass of a packet, and
 * nothing that it cannot. Entry type: {@link org.breadboard.api.pipeline.PipelineProgramType}.
 */
@Version("0.1.0")
@Export
package org.breadboard.api.pipeline;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

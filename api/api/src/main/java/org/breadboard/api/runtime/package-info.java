/**
 * Stages, tasks, steps, messages and resources: how code runs on the board. Entry types:
 * {@link org.breadboard.api.runtime.StageProgram}, {@link org.breadboard.api.runtime.Task},
 * {@link org.breadboard.api.runtime.Hop}. A stage program and its tasks are called by one thread at a time; a hop is
 * called by any thread that serves its node, or that sends, so the state that hops share is atomic words or belongs to
 * an affinity group (see {@link org.breadboard.api.runtime.StageSpec}).
 */
@Version("0.1.0")
@Export
package org.breadboard.api.runtime;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

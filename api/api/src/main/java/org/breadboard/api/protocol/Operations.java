// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.protocol;

import org.breadboard.api.runtime.Step;
import org.osgi.annotation.versioning.ProviderType;

/** Counts the operations of a micro-benchmark. One stage's thread. */
@ProviderType
public interface Operations {
    /** Whether the run is over: begin nothing more. */
    boolean stopping(Step step);

    /** One operation is complete that began at {@code startedNs}. */
    void completed(Step step, long startedNs);

    /** One operation came back with wrong bytes: the run fails with this sentence. */
    void wrong(Step step, String sentence);
}

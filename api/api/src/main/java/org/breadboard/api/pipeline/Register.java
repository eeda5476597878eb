// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.pipeline;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * An array of cells of up to 32 bits in one stage's memory, zero at first, kept between packets. A pass accesses one
 * cell of it, once, through {@link Stage#access}.
 */
@ConsumerType
public interface Register {
    /** The name in refusals and results. */
    String name();

    /** How many cells it has. */
    int cells();
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.pipeline;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Headers of one shape that follow each other in a packet. A pass sees one of them: its number, counted from 0, is what
 * the field {@code at} of {@link Assembly#stack} held when the pass began. A number beyond the stack, or beyond the
 * packet's end, shows zeros, and a value set there is lost.
 */
@ConsumerType
public interface HeaderStack {
    /**
     * A field of the element that this pass sees, {@code offsetBytes} after the element's beginning; 8, 16 or 32 bits,
     * big-endian.
     */
    Field field(String name, int offsetBytes, int bits);
}

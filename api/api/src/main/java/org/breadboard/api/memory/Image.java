// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.memory;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The read-only content that replicas of one table start from. Regions made from one image share its pages and copy a
 * page when they first write to it, so a population is held once however many replicas it has. Immutable; any thread.
 */
@ProviderType
public interface Image {
    /** Size in bytes of every region made from this image. */
    long sizeBytes();

    /** How the bytes are laid out. */
    Layout layout();
}

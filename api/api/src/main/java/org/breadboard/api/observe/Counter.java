// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.observe;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A named count in a result. Each instance has one writer at a time (its stage or its device's owner); the platform
 * adds up instances of one name.
 */
@ConsumerType
public interface Counter {
    /** Adds {@code n}, which may be 0 but not negative. */
    void add(long n);

    /** The count of this instance so far. */
    long value();
}

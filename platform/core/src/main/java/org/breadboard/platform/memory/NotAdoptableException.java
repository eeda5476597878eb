// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.memory;

/** What a cluster holds is not laid out as its successor has it, which must be given the records one by one. */
public final class NotAdoptableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotAdoptableException(String region) {
        super("region " + region + " is not there with the same layout", null, false, false);
    }
}

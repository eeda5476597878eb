// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Says what messages are, for people who look at a run closely: a protocol has one for its messages, and a device's
 * object that is the {@link Message#owner} of messages may be one for these. It reads what the bytes and registers of a
 * message say, at any point of its way, and changes nothing. By the thread that runs; a run that nobody looks at never
 * calls it.
 */
@FunctionalInterface
@ConsumerType
public interface MessageReader {
    /** Reads nothing. Whose a message is then follows from the step that took it, as far as that goes. */
    MessageReader NONE = message -> null;

    /** Reads a message; null if it is none of those that it knows. */
    Reading read(Message message);

    /**
     * What a message says.
     *
     * @param attempt by what its bytes tell the attempt that it is about, or the client, from others that are under
     *     way, in a numbering of the reader's own; {@link #UNNAMED} if they do not tell
     * @param words what it asks or answers in a few words, for example {@code lock and read account 17}
     */
    record Reading(long attempt, String words) {
        /** The bytes do not tell. */
        public static final long UNNAMED = Long.MIN_VALUE;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.observe;

/** Why an attempt at a transaction did not commit. Results count aborts by reason. */
public enum AbortReason {
    /** A record that it needed was locked by another transaction. */
    LOCKED,
    /** Something that it read had changed when it was validated. */
    VALIDATION,
    /** Hardware squashed it because of a conflict, real or (with a filter) suspected. */
    SQUASHED,
    /** A device on the path judged that it would fail, and sent it back. */
    EARLY,
    /** The transaction's own logic gave up: not retried, and not an error. */
    APPLICATION,
    /** A resource that it needs was used up (a log, a table, a filter). */
    EXHAUSTED,
    /** It was under way when a machine crashed, and recovery decided against it. */
    CRASH
}

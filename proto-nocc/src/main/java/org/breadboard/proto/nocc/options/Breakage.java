// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.options;

/**
 * Planted faults of clients and stores: each breaks the protocol in one place, so that it can be seen that the checks
 * find it.
 */
public enum Breakage {
    /** Nothing is broken. */
    NONE,
    /** The store commits whatever it is asked to. */
    SKIP_COMPARE,
    /** The store's aborts say the stale values only, not what else the transaction wrote. */
    OMIT_WRITTEN,
    /** The store does not remember requests: a repeated one is executed again. */
    FORGET_REQUESTS,
    /** The store does not know that two requests are attempts at the same transaction. */
    FORGET_ATTEMPTS,
    /** The store locks nothing between the two phases. */
    SKIP_LOCK,
    /** The store neither sends its last backup anything nor waits for it. */
    SKIP_BACKUP,
    /** A store answers when it has executed, and does not wait for its backups. */
    ANSWER_EARLY,
    /** A backup applies and acknowledges what comes, whatever is missing before it. */
    SKIP_GAPS,
    /** The client leaves the table out of the names of records on the wire. */
    SHARE_KEYS,
    /** The client sends the first 8 B of what it writes. */
    CUT_VALUES,
    /**
     * The client says the versions that it read its values at, and not those that the store found them at when it
     * compared.
     */
    STALE_WITNESS,
    /** A store writes nothing down of what it executed; its backups do. */
    FORGET_LOG,
    /** What an attempt did that is not a client's last one is forgotten with the configuration. */
    FORGET_TWINS,
    /** Recovery does not look at logs. */
    SKIP_LOG_SCAN,
    /** Recovery does not lock again what is under way. */
    SKIP_LOCK_REBUILD,
    /** Recovery takes what one store has prepared for committed, whatever others lack. */
    SKIP_VOTE
}

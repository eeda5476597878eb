// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;

/**
 * How many attempts were squashed, by reason.
 *
 * @param byLocalAccess of this node's, by an access of another of its transactions
 * @param byCommit by a conflicting commit
 * @param byLock by a lock that stood against the commit
 * @param byEviction by a stored line that left the shared cache
 * @param byOtherNode of this node's, by what another node has said
 */
public record SquashCounters(
        Counter byLocalAccess, Counter byCommit, Counter byLock, Counter byEviction, Counter byOtherNode) {
    SquashCounters(NodeScope scope) {
        this(
                scope.counter("squash.byLocalAccess"),
                scope.counter("squash.byCommit"),
                scope.counter("squash.byLock"),
                scope.counter("squash.byEviction"),
                scope.counter("squash.learntFromOtherNode"));
    }
}

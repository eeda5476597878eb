// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

/** What a run can break on purpose, to see its check fail. */
enum Breakage {
    /** Nothing. */
    NONE,
    /** Nobody who keeps a temporary durable copy is told that the transaction commits before its client is. */
    SKIP_DECISION,
    /** Recovery does not look at temporary durable copies. */
    SKIP_LOG_SCAN
}

/**
 * Recovery after crashes, as FaRM has it and FaSST 5.1 and Xenic 4.2.1 refer to: locks are released, logs are scanned,
 * what they hold is locked again, and each transaction in them is decided, applied to all copies or to none, and
 * unlocked. A protocol says what its locks, logs and tables look like, by a
 * {@link org.breadboard.kit.recovery.RecoverySource}; {@link org.breadboard.kit.recovery.RecoveryAgent} does the rest,
 * on a stage of its own on each node.
 */
@Version("0.1.0")
@Export
package org.breadboard.kit.recovery;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

/**
 * What optimistic protocols share: the attempts of a context at its transactions
 * ({@link org.breadboard.kit.occ.Attempt}), a transaction that goes from phase to phase
 * ({@link org.breadboard.kit.occ.PhasedTransaction}, the entry type), where its accesses are
 * ({@link org.breadboard.kit.occ.AccessMap}), and which verbs it has under way
 * ({@link org.breadboard.kit.occ.VerbWindow}). Which phases there are, what they send and what that costs stays each
 * protocol's own. Everything here belongs to one stage and is used by its thread. Optional: it is built on
 * {@code org.breadboard.api} alone.
 */
@Version("0.1.0")
@Export
package org.breadboard.kit.occ;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

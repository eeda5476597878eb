/**
 * Transactions as data and a pure function. Entry type: {@link org.breadboard.api.txn.TransactionLogic}. An instance
 * of {@link org.breadboard.api.txn.Transaction} belongs to one stage at a time.
 */
@Version("0.1.0")
@Export
package org.breadboard.api.txn;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

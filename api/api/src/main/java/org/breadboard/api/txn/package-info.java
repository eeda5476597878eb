/**
 * Transactions as data and a pure function. Entry type: {@link org.breadboard.api.txn.TransactionLogic}. A transaction
 * has a view for each of its users: its logic has {@link org.breadboard.api.txn.LogicContext}, who draws it
 * {@link org.breadboard.api.txn.TransactionInput}, a protocol {@link org.breadboard.api.txn.Transaction}. It belongs to
 * one stage at a time.
 */
@Version("0.1.0")
@Export
package org.breadboard.api.txn;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

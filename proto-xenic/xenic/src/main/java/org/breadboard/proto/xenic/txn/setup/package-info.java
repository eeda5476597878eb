/**
 * What is settled before a run of Xenic begins, and does not change: settings, the rule that is left out, tables, types
 * of transactions. Entry types: {@link org.breadboard.proto.xenic.txn.setup.XenicOptions},
 * {@link org.breadboard.proto.xenic.txn.setup.Catalog}. Immutable; any thread.
 */
package org.breadboard.proto.xenic.txn.setup;

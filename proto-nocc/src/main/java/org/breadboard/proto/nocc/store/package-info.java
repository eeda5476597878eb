/**
 * The store: records, and what is done to them in the order in which requests arrive (NOCC 2), and a log of it for
 * backups. Entry type: {@link org.breadboard.proto.nocc.store.StoreNode}. All stages of a store share one thread.
 */
package org.breadboard.proto.nocc.store;

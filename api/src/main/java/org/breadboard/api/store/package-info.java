/**
 * Stores as cursors over bytes, and transactions on the stores of a coordinator's own node. Entry types:
 * {@link org.breadboard.api.store.StoreType}, and for protocols {@link org.breadboard.api.store.LocalTransaction}: one
 * for each coordinator, working through the {@link org.breadboard.api.store.LocalRecords} of their thread on the
 * {@link org.breadboard.api.store.LocalTable}s of their node; at backups {@code LocalRecords} applies their writes.
 * Regions are shared by threads under header words ({@link org.breadboard.api.store.LocalHeader}); every other type
 * names its thread.
 */
@Version("0.1.0")
@Export
package org.breadboard.api.store;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

/**
 * Stores as cursors over bytes, and transactions on those of one's own node. Entry types: {@link
 * org.breadboard.api.store.StoreType}, and for protocols {@link org.breadboard.api.store.LocalTransaction}: many of them, one for
 * each coordinator, work through the {@link org.breadboard.api.store.LocalRecords} of their thread on the {@link
 * org.breadboard.api.store.LocalTable}s of their node; at backups {@code LocalRecords} applies what they wrote. Regions are shared by
 * threads under header words ({@link org.breadboard.api.store.LocalHeader}); each of the other objects says whose it is.
 */
@Version("0.1.0")
@Export
package org.breadboard.api.store;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

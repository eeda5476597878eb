/**
 * Tables as bytes, for authors of protocols: what a table holds in the beginning
 * ({@link org.breadboard.kit.table.TableImages}), and an engine for ordered tables, of which a transaction uses only
 * records on its coordinator's own node. Entry type of that engine: {@link org.breadboard.kit.table.LocalTransaction}.
 * Many of them, one for each coordinator, work through the {@link org.breadboard.kit.table.LocalRecords} of their
 * thread on the {@link org.breadboard.kit.table.LocalTable}s of their node; at backups {@code LocalRecords} applies
 * what they wrote. Regions are shared by threads under header words ({@link org.breadboard.kit.table.LocalHeader});
 * each of the other objects says whose it is. Optional: it is built on {@code org.breadboard.api} alone.
 */
@Version("0.1.0")
@Export
package org.breadboard.kit.table;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

/**
 * Changes to memory that survives a crash which are there whole afterwards, or not at all
 * ({@link org.breadboard.kit.durable.UndoLog}). {@link org.breadboard.kit.table.TableCopies} has them for tables.
 * Optional: it is built on {@code org.breadboard.api} alone.
 */
@Version("0.1.0")
@Export
package org.breadboard.kit.durable;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

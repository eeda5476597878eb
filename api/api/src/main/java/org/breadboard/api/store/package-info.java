/** Stores: data structures as cursors over bytes. Entry type: {@link org.breadboard.api.store.StoreType}. */
@Version("0.1.0")
@Export
package org.breadboard.api.store;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

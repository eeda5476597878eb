/**
 * What protocols can ask of this NIC beyond datagrams: {@link com.example.cachingnic.cache.RecordCache}. Other plug-ins
 * are built against this package, so its version grows with each change: the first number when they have to change.
 */
@Version("1.0.0")
@Export
package com.example.cachingnic.cache;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

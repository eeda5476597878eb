/**
 * What a user can name: {@link org.breadboard.platform.catalogue.Catalogue} lists mixes, studies, testbeds and what
 * plug-ins offer.
 */
@Version("0.1.0")
@Export
package org.breadboard.platform.catalogue;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

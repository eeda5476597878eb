/**
 * The form of a pack: which files it has, what its manifest says of them, and how they lie in an archive. Entry type:
 * {@link org.breadboard.platform.pack.form.PackManifest}. One thread.
 */
package org.breadboard.platform.pack.form;

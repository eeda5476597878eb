/**
 * From what files and single values say to a mix that can be run. Entry type:
 * {@link org.breadboard.platform.mix.resolve.MixResolver}.
 */
package org.breadboard.platform.mix.resolve;

/**
 * What both runtimes are to the rest of the platform. Entry type: {@link org.breadboard.platform.runtime.Engine}.
 */
package org.breadboard.platform.runtime;

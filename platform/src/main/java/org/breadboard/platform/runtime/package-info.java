/**
 * What both runtimes are to the rest of the platform. Entry type: {@link org.breadboard.platform.runtime.Engine}; beside it
 * {@link org.breadboard.platform.runtime.PluginWatch}, for plug-ins that do not return where no engine runs.
 */
package org.breadboard.platform.runtime;

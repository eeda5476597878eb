/**
 * What both runtimes are to the rest of the platform. Entry type: {@link org.breadboard.platform.runtime.Engine};
 * beside it {@link org.breadboard.platform.runtime.PluginWatch}, for plug-ins that do not return where no engine runs,
 * and what both runtimes are made of: inboxes and pools of messages.
 */
package org.breadboard.platform.runtime;

/**
 * Hosts plug-ins in Felix. {@link org.breadboard.hosting.PluginHost} is the entry: it feeds a registry with the
 * plug-ins of the installed bundles, has the jars of a folder brought in as File Install finds them, and does what the
 * verb {@code plugin} asks for, {@link org.breadboard.hosting.PluginActions}. What runs with plug-ins it learns from
 * its {@link org.breadboard.hosting.PluginUsers}. File Install has a thread of its own, and verbs come on any.
 */
package org.breadboard.hosting;

/**
 * Which plug-ins there are. A {@link org.breadboard.platform.registry.PluginSource} (ServiceLoader, or Felix's
 * services) tells the {@link org.breadboard.platform.registry.PluginRegistry} what appears and vanishes; the registry
 * examines it under a watchdog and keeps what is sound. All types may be used from any thread.
 */
package org.breadboard.platform.registry;

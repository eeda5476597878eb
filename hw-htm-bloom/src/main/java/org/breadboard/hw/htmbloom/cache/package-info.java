/**
 * Cache lines, and what an access to memory costs a core: private caches, the shared last-level cache with its
 * directory, DRAM (HADES Table III). Entry type: {@link org.breadboard.hw.htmbloom.cache.Caches}. One thread: that of
 * the node's stages; {@link org.breadboard.hw.htmbloom.cache.CacheLine} and
 * {@link org.breadboard.hw.htmbloom.cache.LlcGeometry} belong to any.
 */
package org.breadboard.hw.htmbloom.cache;

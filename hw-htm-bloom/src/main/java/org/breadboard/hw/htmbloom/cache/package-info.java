/**
 * What an access to memory costs a core: private caches, the shared last-level cache with its directory, DRAM (HADES
 * Table III).
 */
package org.breadboard.hw.htmbloom.cache;

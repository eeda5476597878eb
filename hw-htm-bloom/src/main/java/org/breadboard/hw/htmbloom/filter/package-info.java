/**
 * Bloom filters over cache lines (HADES V.C), in pools that can run out. The entry is
 * {@link org.breadboard.hw.htmbloom.filter.FilterPool}; a {@link org.breadboard.hw.htmbloom.filter.LineFilter} is the
 * geometry of its filters. Geometries are immutable and belong to any thread; a pool belongs to one.
 */
package org.breadboard.hw.htmbloom.filter;

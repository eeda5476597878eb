/**
 * Hardware for transactions that is made of Bloom filters (HADES, sections IV and V): so far the filters themselves, in
 * pools that can run out, and what a node keeps of them. The entry is
 * {@link org.breadboard.hw.htmbloom.HtmBloomPlugin}; filters are reached through
 * {@link org.breadboard.hw.htmbloom.FilterPool}. Geometries are immutable and belong to any thread; a pool belongs to
 * one.
 */
package org.breadboard.hw.htmbloom;

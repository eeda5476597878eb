/**
 * The bytes behind {@link org.breadboard.api.memory.Region}. Entry type:
 * {@link org.breadboard.platform.memory.PagedRegion}. As unsynchronised as the api says, but for the copying of pages,
 * which any threads may race for.
 */
package org.breadboard.platform.memory;

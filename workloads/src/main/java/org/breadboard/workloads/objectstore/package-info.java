/**
 * The transactional object store O(r, w) of FaSST 6.1. Entry type:
 * {@link org.breadboard.workloads.objectstore.ObjectStore}. All but the generators is immutable; a generator belongs to
 * one thread.
 */
package org.breadboard.workloads.objectstore;

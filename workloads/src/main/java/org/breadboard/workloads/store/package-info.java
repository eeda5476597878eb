/**
 * Stores. For tables that are read in order: {@link org.breadboard.workloads.store.BPlusTreeType}; what may run at the
 * same time on one region is said by {@link org.breadboard.workloads.store.BPlusTreeStore}. As indexes that
 * transactions only look keys up in: {@link org.breadboard.workloads.store.IndexType} and
 * {@link org.breadboard.workloads.store.BTreeType}, whose inserts and deletes want a quiet region. A store is immutable
 * geometry.
 */
package org.breadboard.workloads.store;

/**
 * Stores for tables that are read in order. Entry type: {@link org.breadboard.workloads.store.BPlusTreeType}. A store is immutable
 * geometry; what may run at the same time on one region is said by {@link org.breadboard.workloads.store.BPlusTreeStore}.
 */
package org.breadboard.workloads.store;

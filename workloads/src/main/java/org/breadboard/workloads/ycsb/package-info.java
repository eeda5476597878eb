/**
 * YCSB with transactions: several requests each, which read a record or overwrite a field (Cooper et al., SoCC 2010;
 * HADES VII). Entry type: {@link org.breadboard.workloads.ycsb.Ycsb}. All but the generators is immutable.
 */
package org.breadboard.workloads.ycsb;

/** SmallBank, TATP and the object store. The entry is {@link org.breadboard.workloads.WorkloadsPlugin}. */
package org.breadboard.workloads;

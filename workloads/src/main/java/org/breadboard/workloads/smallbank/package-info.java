/**
 * SmallBank (Alomari et al., ICDE 2008) as FaSST 6.3 and DrTM run it. Entry type:
 * {@link org.breadboard.workloads.smallbank.SmallBank}. All but the generators is immutable.
 */
package org.breadboard.workloads.smallbank;

/** JMH benchmarks of the core's hot paths, each beside a baseline that it is to be compared with. */
package org.breadboard.benchmarks;

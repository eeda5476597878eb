/**
 * {@code list combinations}: which protocols, profiles, programs and workloads go together, tried or only asked. Entry
 * type: {@link org.breadboard.platform.combinations.CombinationTable}. One thread.
 */
package org.breadboard.platform.combinations;

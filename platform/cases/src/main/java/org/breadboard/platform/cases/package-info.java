/**
 * Small runs that follow from seeds, each verified, and made smaller where it fails. Entry type:
 * {@link org.breadboard.platform.cases.Cases}. One thread each.
 */
package org.breadboard.platform.cases;

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

/** A number of a data sheet that follows from what was measured. */
record Derived(String parameter, double value, String source) {}

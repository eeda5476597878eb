// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

/** The forms in which every verb can print its result. */
public enum OutputFormat {
    /** Aligned columns, for people. */
    TABLE,
    /** One JSON value. */
    JSON,
    /** Comma-separated values with a header line. */
    CSV
}

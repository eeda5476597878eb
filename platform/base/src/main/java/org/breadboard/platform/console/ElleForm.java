// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

import java.util.Locale;

/** The forms of a history that Elle can check. */
public enum ElleForm {
    /** Each read shows all that was installed until then: the form in which Elle sees most. */
    LIST_APPEND,
    /** Each read shows one value: small, but Elle does not see the order of writes that read nothing. */
    RW_REGISTER;

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

/** The verbs about what there is: {@code list}, {@code describe} and {@code mix}. */
package org.breadboard.platform.describe.verb;

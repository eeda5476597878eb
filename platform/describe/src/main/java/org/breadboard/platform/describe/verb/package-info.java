/** The verbs about what there is: {@code list}, {@code describe}, {@code mix} and {@code hardware}. */
package org.breadboard.platform.describe.verb;

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import java.util.List;
import org.breadboard.api.Plugin;

/**
 * A plug-in that brings verbs, whatever else it brings. It is found as every plug-in is, as a service of type
 * {@link Plugin}. Its verbs are there as long as it is; one whose name is taken keeps the whole plug-in out.
 */
public interface VerbPlugin extends Plugin {
    /** Its verbs; called once, when the plug-in is examined. */
    List<Verb> verbs();
}

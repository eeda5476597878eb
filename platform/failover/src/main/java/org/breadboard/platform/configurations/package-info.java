/**
 * A run whose machines crash and come back: {@link org.breadboard.platform.configurations.Reconfiguring} is one engine
 * to whoever drives the run, and one cluster after another behind it. By the thread that controls the run.
 */
package org.breadboard.platform.configurations;

/**
 * Folders of what belongs together, such as a paper's artefact. Entry type:
 * {@link org.breadboard.platform.project.Project}. Any thread.
 */
package org.breadboard.platform.project;

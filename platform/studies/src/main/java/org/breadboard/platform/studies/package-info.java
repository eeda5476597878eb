/**
 * {@code study}: all points of a study from its file to its kept claims. Entry type:
 * {@link org.breadboard.platform.studies.StudyExperiment}. One study on one thread; its points are processes.
 */
package org.breadboard.platform.studies;

/**
 * {@code project pack} and {@code project check}: a project as an artefact that others can judge, and their judgement.
 * Entry types: {@link org.breadboard.platform.pack.ProjectPack} and {@link org.breadboard.platform.pack.ProjectCheck}.
 * One thread; studies of a check are processes.
 */
package org.breadboard.platform.pack;

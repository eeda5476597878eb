package org.breadboard.platform;

/**
 * What {@code study} is asked to do.
 *
 * @param study the name of a shipped study, or the path of a YAML file
 * @param output the form of what is printed
 */
public record StudyRequest(String study, OutputFormat output) {}

package org.breadboard.platform;

import org.breadboard.platform.console.OutputFormat;

/**
 * What {@code study} is asked to do.
 *
 * @param study the name of a shipped study, or the path of a YAML file
 * @param resume whether to go on with the newest run of it that was stopped or killed
 * @param parallel how many points may run at once, or null for what the study says
 * @param output the form of what is printed
 */
public record StudyRequest(String study, boolean resume, Integer parallel, OutputFormat output) {}

package org.breadboard.platform.registry;

/**
 * Something that is installed but cannot be used.
 *
 * @param origin where it comes from, as people say it: a bundle and its jar
 * @param sentence what is wrong and what would be right, in one sentence
 */
public record Refusal(String origin, String sentence) {}

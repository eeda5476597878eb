package org.breadboard.api.pipeline;

/** What a match asks of a packet's fields. Made by a {@link Field}; a match that needs several of them takes several. */
public interface Condition {}

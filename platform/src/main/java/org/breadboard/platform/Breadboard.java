package org.breadboard.platform;

/** The platform's facade. */
public final class Breadboard {}

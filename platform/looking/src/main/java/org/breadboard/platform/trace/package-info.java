/**
 * What happened in a span of virtual time, event by event. Entry types: {@link org.breadboard.platform.trace.Trace},
 * which holds it, and {@link org.breadboard.platform.trace.TraceRecorder}, which an engine tells of events. Nothing is
 * drawn here. One thread: the engine's while it is recorded, the caller's afterwards.
 */
package org.breadboard.platform.trace;

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * Something that happened at one place: it came, waited until it began, was served until it ended, and left, to be at
 * the next place when it has travelled. Times are in ns of virtual time; those of resources may lie between two.
 */
public final class Span {
    /** What a span is. */
    public enum Kind {
        /** A step of a stage: it receives, runs a task, or transmits. */
        STEP,
        /** A message leaves a stage, having waited there since the step that took it. */
        LEAVING,
        /** A message passes a resource. */
        PASSING
    }

    /**
     * What a span is of one attempt; a packet with several messages is of several.
     *
     * @param transaction its number in the trace, or 0 if nobody knows
     * @param words what is done, asked or answered, or null
     * @param cause what had to happen before, or null if that is not in the trace
     */
    public record Part(int transaction, String words, Span cause) {}

    private final Kind kind;
    private final Place place;
    private final double beganNs;
    private final int message;
    private final List<Part> parts = new ArrayList<>(1);
    private double arrivedNs;
    private double endedNs;
    private double leftNs;
    private int wireBytes;

    Span(Kind kind, Place place, int message, double arrivedNs, double beganNs) {
        this.kind = kind;
        this.message = message;
        this.place = place;
        this.arrivedNs = arrivedNs;
        this.beganNs = beganNs;
    }

    void arrived(double atNs) {
        arrivedNs = atNs;
    }

    void ended(double atNs, double outNs) {
        endedNs = atNs;
        leftNs = outNs;
    }

    void takes(int bytesOnLink) {
        wireBytes = bytesOnLink;
    }

    void add(Part part) {
        parts.add(part);
    }

    /** What it is. */
    public Kind kind() {
        return kind;
    }

    /** Where. */
    public Place place() {
        return place;
    }

    /** The number of the message that is there, unique within its trace, or 0. */
    public int message() {
        return message;
    }

    /** When it came there. */
    public double arrivedNs() {
        return arrivedNs;
    }

    /** When its service began. */
    public double beganNs() {
        return beganNs;
    }

    /** When its service ended. */
    public double endedNs() {
        return endedNs;
    }

    /** When it reached the next place. */
    public double leftNs() {
        return leftNs;
    }

    /** What the message takes on a link, headers and gaps included, in B; 0 where that is no link. */
    public int wireBytes() {
        return wireBytes;
    }

    /** Whose it is. */
    public List<Part> parts() {
        return parts;
    }

    /** Its part of an attempt, or null. */
    public Part part(int transaction) {
        for (Part part : parts) {
            if (part.transaction() == transaction) {
                return part;
            }
        }
        return null;
    }
}

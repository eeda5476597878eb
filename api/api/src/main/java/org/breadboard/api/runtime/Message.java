// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

import org.breadboard.api.memory.Bytes;

/**
 * Bytes on their way, with the few registers that devices need to carry them. Messages are pooled: {@link Step#take}
 * gives one, its receiver owns it, and the runtime takes it back after {@link StageProgram#receive} or
 * {@link Task#completed} returns, unless that called {@link #keep()}.
 *
 * <p>What a protocol puts on the wire is in the bytes, so that sizes are honest. The registers are a device's work
 * request: what a real NIC has in its queue entries. One thread at a time.
 */
public final class Message {
    private final byte[] bytes;
    private long register0;
    private long register1;
    private long register2;
    private long register3;
    private int lengthBytes;
    private int wireBytes;
    private int kind;
    private int sourceNode;
    private int targetNode;
    private int port;
    private int epoch;
    private Task task;
    private long attempt;
    private Object owner;
    private Object frame;
    private Place place;
    private boolean kept;
    private boolean givenBack;

    /** A message that can carry {@code capacityBytes}. */
    Message(int capacityBytes) {
        this.bytes = new byte[capacityBytes];
    }

    /** The bytes themselves; valid from 0 to {@link #lengthBytes()}. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many bytes it could carry. */
    public int capacityBytes() {
        return bytes.length;
    }

    /** How many bytes it carries. */
    public int lengthBytes() {
        return lengthBytes;
    }

    /** Sets how many bytes it carries. */
    public void lengthBytes(int value) {
        if (value < 0 || value > bytes.length) {
            throw new IllegalArgumentException("a message of " + bytes.length + " B cannot carry " + value + " B");
        }
        lengthBytes = value;
    }

    /** Bytes that it takes on the link, headers included; set by the transport. */
    public int wireBytes() {
        return wireBytes;
    }

    /** Sets the bytes on the link. */
    public void wireBytes(int value) {
        wireBytes = value;
    }

    /** The kind of message, in the sender's numbering. */
    public int kind() {
        return kind;
    }

    /** Sets the kind of message. */
    public void kind(int value) {
        kind = value;
    }

    /** The node it comes from. */
    public int sourceNode() {
        return sourceNode;
    }

    /** Sets the node it comes from. */
    public void sourceNode(int value) {
        sourceNode = value;
    }

    /** The node it goes to. */
    public int targetNode() {
        return targetNode;
    }

    /** Sets the node it goes to. */
    public void targetNode(int value) {
        targetNode = value;
    }

    /** The port (queue pair, core, flow) at the target node, in the transport's numbering. */
    public int port() {
        return port;
    }

    /** Sets the port at the target node. */
    public void port(int value) {
        port = value;
    }

    /**
     * The configuration epoch that it was sent in: {@link Stage#generation} of its stage, stamped by {@link Step#take},
     * and where machines may crash by the port that it leaves through, whoever made it.
     */
    public int epoch() {
        return epoch;
    }

    /** Sets that generation. */
    public void epoch(int value) {
        epoch = value;
    }

    /** The task that a completion is for, or null. */
    public Task task() {
        return task;
    }

    /** The attempt of {@link #task()} that asked for the completion. */
    public long attempt() {
        return attempt;
    }

    /** Makes this a request whose completion goes to the current attempt of {@code task} (null: to nobody). */
    public void completeTo(Task task) {
        this.task = task;
        this.attempt = task == null ? 0 : task.attempt();
    }

    /** Addresses it to one attempt of a task, which need not be the current one. */
    public void completeTo(Task task, long attempt) {
        this.task = task;
        this.attempt = attempt;
    }

    /** One of four 64-bit registers of the device that carries it, counted from 0. */
    public long register(int index) {
        return switch (index) {
            case 0 -> register0;
            case 1 -> register1;
            case 2 -> register2;
            case 3 -> register3;
            default -> throw new IndexOutOfBoundsException("register " + index + " of 4");
        };
    }

    /** Sets one of the four registers. */
    public void register(int index, long value) {
        switch (index) {
            case 0 -> register0 = value;
            case 1 -> register1 = value;
            case 2 -> register2 = value;
            case 3 -> register3 = value;
            default -> throw new IndexOutOfBoundsException("register " + index + " of 4");
        }
    }

    /** The device's object that handles it, such as a queue pair, or null. */
    public Object owner() {
        return owner;
    }

    /** Sets the device's object. */
    public void owner(Object value) {
        owner = value;
    }

    /**
     * What a reliable transport has put around it for the way between two devices, such as its number and an
     * acknowledgement; null beyond that way. A copy has the same.
     */
    public Object frame() {
        return frame;
    }

    /** Puts a transport's frame around it, or takes it off (null). */
    public void frame(Object value) {
        frame = value;
    }

    /** Gives it a place in the ring that it will arrive at; freed once, when it leaves the ring or is released. */
    public void place(Place value) {
        place = value;
    }

    /**
     * Takes its place off it, for a transport that sends copies in its stead and gives the place to the one that
     * arrives; null if it has none.
     */
    public Place takePlace() {
        Place taken = place;
        place = null;
        return taken;
    }

    /** Frees its place, if it has one. */
    void leavePlace() {
        Place left = place;
        if (left != null) {
            place = null;
            left.free();
        }
    }

    /** The receiver keeps it beyond the call and gives it back through {@link Step#release} or by sending it. */
    public void keep() {
        kept = true;
    }

    /** Whether the receiver kept it, which is then forgotten. */
    boolean takeKept() {
        boolean was = kept;
        kept = false;
        return was;
    }

    /** A pool hands it out. */
    void issue() {
        givenBack = false;
    }

    /**
     * A pool gets it back: {@link #leavePlace()} and {@link #clear()}, once.
     *
     * @throws IllegalStateException if it is in a pool already: two owners would write to it
     */
    void giveBack() {
        if (givenBack) {
            throw new IllegalStateException("a message is released twice");
        }
        givenBack = true;
        leavePlace();
        clear();
    }

    /** The 64-bit number at {@code at}. */
    public long getLong(int at) {
        return Bytes.getLong(bytes, at);
    }

    /** Puts a 64-bit number at {@code at}; does not change the length. */
    public void putLong(int at, long value) {
        Bytes.putLong(bytes, at, value);
    }

    /** The 32-bit number at {@code at}. */
    public int getInt(int at) {
        return Bytes.getInt(bytes, at);
    }

    /** Puts a 32-bit number at {@code at}; does not change the length. */
    public void putInt(int at, int value) {
        Bytes.putInt(bytes, at, value);
    }

    /** Copies bytes, length and registers of {@code other}, which must fit; its place stays its own. */
    public void copyOf(Message other) {
        System.arraycopy(other.bytes, 0, bytes, 0, other.lengthBytes);
        register0 = other.register0;
        register1 = other.register1;
        register2 = other.register2;
        register3 = other.register3;
        lengthBytes = other.lengthBytes;
        wireBytes = other.wireBytes;
        kind = other.kind;
        sourceNode = other.sourceNode;
        targetNode = other.targetNode;
        port = other.port;
        epoch = other.epoch;
        task = other.task;
        attempt = other.attempt;
        owner = other.owner;
        frame = other.frame;
    }

    /** Forgets all but the bytes. */
    private void clear() {
        lengthBytes = 0;
        wireBytes = 0;
        kind = 0;
        sourceNode = 0;
        targetNode = 0;
        port = 0;
        epoch = 0;
        task = null;
        attempt = 0;
        owner = null;
        frame = null;
        place = null;
        kept = false;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;

/**
 * What a {@link Resident} or {@link LiveHost} and its client say to each other: frames of a kind, a length and so many
 * bytes. Any thread may write, and one reads.
 */
final class Frames implements Closeable {
    private static final int MOST_BYTES = 1 << 24;
    private static final int HEAD_BYTES = 1 + Integer.BYTES;
    private static final Kind[] KINDS = Kind.values();

    /** What a frame means. */
    enum Kind {
        /**
         * The client's first: which of its streams are terminals and how wide, to a {@link LiveHost} the folder of its
         * plug-ins and whether it wants stack traces, and the words of its line, each after a 0.
         */
        REQUEST,
        /** For the client's standard output. */
        OUT,
        /** For its standard error. */
        ERR,
        /** The client wants what runs to stop. */
        STOP,
        /** Somebody has pressed a key there. */
        KEY,
        /** It is being done: what breaks off from now on was begun. */
        TAKEN,
        /** It is done; the exit code. */
        EXIT,
        /** It does not do that; the client does. */
        COLD,
        /** To a resident whose time is over: somebody needs another one. From a host: its time is over, ask again. */
        LEAVE
    }

    /** One frame. */
    record Frame(Kind kind, byte[] bytes) {}

    private final SocketChannel channel;
    private final DataInputStream in;

    /** Of a connection, which it closes. */
    Frames(SocketChannel channel) {
        this.channel = channel;
        in = new DataInputStream(Channels.newInputStream(channel));
    }

    /** Writes a frame. */
    synchronized void write(Kind kind, byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + length)
                .put((byte) kind.ordinal())
                .putInt(length)
                .put(bytes, offset, length)
                .flip();
        while (frame.hasRemaining()) {
            channel.write(frame);
        }
    }

    /** Writes a frame. */
    void write(Kind kind, byte... bytes) throws IOException {
        write(kind, bytes, 0, bytes.length);
    }

    /** The next frame; null if there is none any more. */
    Frame read() throws IOException {
        int kind = in.read();
        if (kind < 0) {
            return null;
        }
        int length = in.readInt();
        if (kind >= KINDS.length || length < 0 || length > MOST_BYTES) {
            throw new IOException("a frame of kind " + kind + " with " + length + " B");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("a frame broke off");
        }
        return new Frame(KINDS[kind], bytes);
    }

    /** A stream whose bytes become frames of a kind. */
    OutputStream stream(Kind kind) {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                Frames.this.write(kind, (byte) one);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                Frames.this.write(kind, bytes, offset, length);
            }
        };
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

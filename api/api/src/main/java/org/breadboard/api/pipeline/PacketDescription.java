// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;

/**
 * What a program of switches has to know of a protocol's packets so that it can send back what is known to be stale,
 * without knowing the protocol: where a record's key lies, where its version or value, which entries ask whether that
 * is still current, which tell what it is or will be, and what makes a request its own refusal. A protocol gives it in
 * {@link org.breadboard.api.protocol.ProtocolType#packets}; the shipped program that reads it is {@code early-abort}.
 * Built by {@link #of}; immutable, any thread.
 *
 * <p>A packet's payload has a header and behind it entries, which follow each other. A place counts from the beginning
 * of its part, in bytes, and has 8, 16 or 32 bits. Numbers are big-endian, as everything that a pipeline reads:
 * versions have to be in network byte order, keys and values are only compared for equality and may be in any.
 *
 * <p>FaSST's, as an example: no header, and entries of 28 B, each a header of 4 B and a request of 24 B.
 *
 * <pre>{@code
 * PacketDescription.of(0, 28)
 *         .ports(0, 1024)
 *         .key(entry(12, 32), entry(16, 32), entry(0, 8))
 *         .versions(entry(20, 32), entry(24, 32))
 *         .wholeIf(entry(1, 16).is(0x1800), entry(3, 8).is(0xa5))
 *         .asks(kind(0, 8).is(1), entry(3, 8).is(0xa5), entry(0, 8).isNot(255), entry(4, 8).is(CHECK))
 *         .tells(kind(0, 8).is(1), entry(3, 8).is(0xa5), entry(0, 8).isNot(255), entry(4, 8).is(PUT))
 *         .refusedAs(kind(0, 8).is(2))
 *         .build()
 * }</pre>
 *
 * <p><b>What a protocol promises by describing its packets.</b> A request in which an entry asks may come back: the
 * fields of {@link #refusal} are set, source and target are swapped, all else is as it was sent. Nothing of it has
 * happened at its target, whatever else it held, so its sender takes all of it as refused. It may come back although
 * nothing is stale, so a sender tries again. What a program says is never a commit.
 *
 * <p>With versions, an entry that tells is about a version that its record has or is certain to get, and versions of a
 * record grow; so whoever asks for an older one would be refused by the record, too. With values, what tells is the
 * current value as far as its sender knows. A program takes the last one for current, and whoever asks for another one
 * gets it, in the place of the own ({@link Comparison#VALUE}).
 *
 * <p>A program believes a claim a few times only, until there is another one, since who tells may never come.
 *
 * @param firstPort the first of the ports to or from which packets are seen ({@link Assembly#ports})
 * @param ports how many there are
 * @param headerBytes where the first entry begins
 * @param entryBytes how long an entry is
 * @param key the words of a record's key in an entry; the first one chooses where a switch keeps the record, so it is
 *     the one that differs most
 * @param comparison what the words of {@code compared} are
 * @param compared the words that say how an entry's record was found, or what it is now: the upper and the lower half
 *     of a version or the lower one alone, or up to four words of a value
 * @param whole when an entry is as long as {@code entryBytes}, so that another one follows there; always, if empty
 * @param asks when an entry asks: one of these holds, all of it
 * @param tells when an entry tells: one of these holds, all of it
 * @param claims when an entry claims its record; an entry may ask and claim
 * @param refusal what a request has to have so that its sender takes it for its refusal: each is set
 */
public record PacketDescription(
        int firstPort,
        int ports,
        int headerBytes,
        int entryBytes,
        List<Place> key,
        Comparison comparison,
        List<Place> compared,
        List<Match> whole,
        List<List<Match>> asks,
        List<List<Match>> tells,
        List<List<Match>> claims,
        List<Match> refusal) {
    /** Bytes of {@link Part#KIND}. */
    private static final int KIND_BYTES = 4;

    private static final int MOST_VALUE_WORDS = 4;

    /** A part of a packet. */
    public enum Part {
        /** The message's kind, 4 B, which transports carry in a header of their own ({@link Assembly#kind}). */
        KIND,
        /** What is before the entries. */
        HEADER,
        /** An entry. */
        ENTRY
    }

    /** How an entry that asks is found stale. */
    public enum Comparison {
        /** Its version is below the one that is known. */
        VERSION,
        /** Its value is not the one that is known; a packet that comes back has the known one in its place. */
        VALUE
    }

    /**
     * A field of a packet.
     *
     * @param offsetBytes from the beginning of its part
     * @param bits 8, 16 or 32
     */
    public record Place(Part part, int offsetBytes, int bits) {
        /** The field is this number, which is taken as unsigned; in a refusal, the number that it gets. */
        public Match is(int value) {
            return new Match(this, value, true);
        }

        /** The field is not this number. */
        public Match isNot(int value) {
            return new Match(this, value, false);
        }

        private boolean isOutside(int partBytes) {
            return offsetBytes < 0 || offsetBytes + (long) bits / Byte.SIZE > partBytes;
        }
    }

    /**
     * A field and a number.
     *
     * @param equal whether it is to be that number, or any other
     */
    public record Match(Place place, int value, boolean equal) {}

    /** Copies the lists. */
    public PacketDescription {
        key = List.copyOf(key);
        compared = List.copyOf(compared);
        whole = List.copyOf(whole);
        asks = copy(asks);
        tells = copy(tells);
        claims = copy(claims);
        refusal = List.copyOf(refusal);
    }

    private static List<List<Match>> copy(List<List<Match>> cases) {
        return cases.stream().map(List::copyOf).toList();
    }

    /** A field of the message's kind, whose highest byte has offset 0. */
    public static Place kind(int offsetBytes, int bits) {
        return new Place(Part.KIND, offsetBytes, bits);
    }

    /** A field before the entries. */
    public static Place header(int offsetBytes, int bits) {
        return new Place(Part.HEADER, offsetBytes, bits);
    }

    /** A field of an entry. */
    public static Place entry(int offsetBytes, int bits) {
        return new Place(Part.ENTRY, offsetBytes, bits);
    }

    /**
     * Begins the description of packets.
     *
     * @param headerBytes where the first entry begins
     * @param entryBytes how long an entry is
     */
    public static Builder of(int headerBytes, int entryBytes) {
        return new Builder(headerBytes, entryBytes);
    }

    /**
     * Looks whether each place lies in its part, and whether all is said that a program needs. The platform does so
     * before a program gets to see it.
     *
     * @throws RefusedException if not; the message is a clause that says what is wrong and what would be right
     */
    public void check() {
        if (headerBytes < 0 || entryBytes < 1) {
            throw new RefusedException("entries of " + entryBytes + " B begin at byte " + headerBytes
                    + ": they have a byte at least, and begin at byte 0 or behind it");
        }
        check(key, "the key", Part.ENTRY);
        check(compared, "what is compared", Part.ENTRY);
        int most = comparison == Comparison.VERSION ? 2 : MOST_VALUE_WORDS;
        if (compared.size() > most) {
            throw new RefusedException("a " + (comparison == Comparison.VERSION ? "version" : "value") + " has "
                    + compared.size() + " words: it has " + most + " at most");
        }
        checkMatches(whole, "what makes an entry whole");
        asks.forEach(matches -> checkMatches(matches, "what asks"));
        tells.forEach(matches -> checkMatches(matches, "what tells"));
        claims.forEach(matches -> checkMatches(matches, "what claims"));
        checkMatches(refusal, "the refusal");
        if (asks.isEmpty() || tells.isEmpty() || refusal.isEmpty()) {
            throw new RefusedException("nothing says "
                    + (asks.isEmpty() ? "what asks" : tells.isEmpty() ? "what tells" : "what a refusal is")
                    + ": a program needs an entry that asks, one that tells, and a refusal");
        }
        for (Match match : refusal) {
            if (!match.equal() || match.place().part() == Part.ENTRY) {
                throw new RefusedException("the refusal sets a field of an entry, or says what one is not: it sets"
                        + " numbers of kind and header");
            }
        }
    }

    private void check(List<Place> words, String what, Part part) {
        if (words.isEmpty()) {
            throw new RefusedException(what + " has no word: it has one at least");
        }
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).part() != part) {
                throw new RefusedException(what + " has word " + i + " outside of the entry: each has to be in it");
            }
            check(words.get(i), "word " + i + " of " + what);
        }
    }

    private void checkMatches(List<Match> matches, String what) {
        for (Match match : matches) {
            Place place = match.place();
            check(place, what);
            if (place.bits() < Integer.SIZE && (match.value() < 0 || match.value() >= 1 << place.bits())) {
                throw new RefusedException(what + " says " + Integer.toUnsignedString(match.value()) + " of "
                        + place.bits() + " bits, which hold " + ((1 << place.bits()) - 1) + " at most");
            }
        }
    }

    private void check(Place place, String what) {
        if (place.bits() != Byte.SIZE && place.bits() != Short.SIZE && place.bits() != Integer.SIZE) {
            throw new RefusedException(what + " is a field of " + place.bits() + " bits: it has 8, 16 or 32");
        }
        int partBytes = switch (place.part()) {
            case KIND -> KIND_BYTES;
            case HEADER -> headerBytes;
            case ENTRY -> entryBytes;
        };
        if (place.isOutside(partBytes)) {
            String part = place.part().name().toLowerCase(java.util.Locale.ROOT);
            throw new RefusedException(what + " points outside its packet: " + place.bits() + " bits at byte "
                    + place.offsetBytes() + " of the " + part + ", which has " + partBytes + " B");
        }
    }

    /** Takes a description down. One thread. */
    public static final class Builder {
        private final int headerBytes;
        private final int entryBytes;
        private int firstPort;
        private int ports = 1 << 16;
        private List<Place> key = List.of();
        private Comparison comparison = Comparison.VERSION;
        private List<Place> compared = List.of();
        private List<Match> whole = List.of();
        private final List<List<Match>> asks = new ArrayList<>();
        private final List<List<Match>> tells = new ArrayList<>();
        private final List<List<Match>> claims = new ArrayList<>();
        private List<Match> refusal = List.of();

        private Builder(int headerBytes, int entryBytes) {
            this.headerBytes = headerBytes;
            this.entryBytes = entryBytes;
        }

        /** The ports to or from which packets go; all, if nothing is said. */
        public Builder ports(int first, int count) {
            firstPort = first;
            ports = count;
            return this;
        }

        /** The words of a record's key, the one that differs most first. */
        public Builder key(Place... words) {
            key = List.of(words);
            return this;
        }

        /**
         * A record's version: its upper and lower half, or the lower one alone. A version whose upper half is not zero
         * is neither kept nor compared; so whoever asks for whatever version there is says one.
         */
        public Builder versions(Place... words) {
            comparison = Comparison.VERSION;
            compared = List.of(words);
            return this;
        }

        /** A record's value, up to four words. */
        public Builder values(Place... words) {
            comparison = Comparison.VALUE;
            compared = List.of(words);
            return this;
        }

        /** When an entry is as long as was said; behind any other one nothing more is looked at. */
        public Builder wholeIf(Match... all) {
            whole = List.of(all);
            return this;
        }

        /** One case in which an entry asks whether its version or value is current. */
        public Builder asks(Match... all) {
            asks.add(List.of(all));
            return this;
        }

        /** One case in which an entry tells its record's version or value. */
        public Builder tells(Match... all) {
            tells.add(List.of(all));
            return this;
        }

        /**
         * One case in which an entry claims its record: it is about to change, and until somebody tells, whoever asks
         * for it comes in vain, whatever version it asks for. A version that it says is told, too.
         */
        public Builder claims(Match... all) {
            claims.add(List.of(all));
            return this;
        }

        /** What is set in kind and header of a request that comes back. */
        public Builder refusedAs(Match... all) {
            refusal = List.of(all);
            return this;
        }

        /** The description; {@link PacketDescription#check} is called later. */
        public PacketDescription build() {
            return new PacketDescription(
                    firstPort,
                    ports,
                    headerBytes,
                    entryBytes,
                    key,
                    comparison,
                    compared,
                    whole,
                    asks,
                    tells,
                    claims,
                    refusal);
        }
    }
}

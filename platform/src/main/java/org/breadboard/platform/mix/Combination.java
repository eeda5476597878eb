package org.breadboard.platform.mix;

/**
 * What a mix chooses by name, whatever its numbers are.
 *
 * @param profile the data sheet of every machine, or several, separated by commas, of which the first that fits counts
 * @param program what switches run, or {@link #NONE}
 * @param workload what clients ask for, or {@link #NONE} for a protocol that runs operations
 */
public record Combination(String protocol, String profile, String program, String workload) {
    /** No program, or no workload. */
    public static final String NONE = MixKeys.NONE;

    /** The same with another protocol. */
    public Combination withProtocol(String other) {
        return new Combination(other, profile, program, workload);
    }

    /** The same with another data sheet. */
    public Combination withProfile(String other) {
        return new Combination(protocol, other, program, workload);
    }

    /** The same with another program. */
    public Combination withProgram(String other) {
        return new Combination(protocol, profile, other, workload);
    }

    /** The same with another workload. */
    public Combination withWorkload(String other) {
        return new Combination(protocol, profile, program, other);
    }
}

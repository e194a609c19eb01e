/**
 * A line that consists of a version only: the output of many CLIs, and of few programs with the
 * same name.
 */
export const BARE_VERSION = /^v?\d+\.\d+\.\d+[\w.+-]*\s*$/m;

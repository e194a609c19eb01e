/** The whole of a line is a version: what many CLIs print, and few programs that share their name. */
export const BARE_VERSION = /^v?\d+\.\d+\.\d+[\w.+-]*\s*$/m;

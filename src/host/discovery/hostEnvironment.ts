import type { SessionSpec } from '../../pty/sessionService';
import type { ProgramSpec } from '../../pty/ptyProcess';

/**
 * The variable with the host's id, set for all programs of a host, so that the programs of a host that has ended
 * can be found.
 */
export const HOST_MARKER_VARIABLE = 'AGENT_TERMINALS_HOST';

/**
 * The variables that Node and system calls read. All others are removed: a host outlives the window
 * that started it, and that window's variables must not reach another window's sessions.
 */
const KEPT = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'LANG', 'LC_ALL'],
  ...['LD_LIBRARY_PATH', 'XDG_RUNTIME_DIR'],
  ...['SYSTEMROOT', 'WINDIR', 'SYSTEMDRIVE', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'USERNAME'],
  ...['APPDATA', 'LOCALAPPDATA', 'HOMEDRIVE', 'HOMEPATH', 'PROGRAMDATA'],
]);

type Variables = Readonly<Record<string, string | undefined>>;

/** Builds the environment of a host from that of the window that starts it. */
export function buildHostEnvironment(source: Variables): Readonly<Record<string, string>> {
  const kept = Object.entries(source).filter(
    (entry): entry is [string, string] =>
      KEPT.has(entry[0].toUpperCase()) && entry[1] !== undefined,
  );
  // The runtime may be Electron, which runs as Node only with this variable.
  return { ...Object.fromEntries(kept), ELECTRON_RUN_AS_NODE: '1' };
}

/** Returns the spec with {@link HOST_MARKER_VARIABLE} set for all its programs. */
export function markedSpec(spec: SessionSpec, host: string): SessionSpec {
  const mark = <T extends ProgramSpec | undefined>(program: T): T =>
    program && { ...program, env: { ...program.env, [HOST_MARKER_VARIABLE]: host } };
  const { fallback } = spec;
  return {
    ...spec,
    program: mark(spec.program),
    followUp: mark(spec.followUp),
    fallback: fallback && {
      ...fallback,
      program: mark(fallback.program),
      followUp: mark(fallback.followUp),
    },
  };
}

import type { SessionSpec } from '../../pty/sessionService';
import type { ProgramSpec } from '../../pty/ptyProcess';

/** Names the host in the environment of all that it starts, so that what a dead one left is found. */
export const HOST_MARKER_VARIABLE = 'AGENT_TERMINALS_HOST';

/**
 * What Node and the system's own calls read, and nothing else: a host lives longer than the window
 * that started it, whose variables are no business of another window's sessions.
 */
const KEPT = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'LANG', 'LC_ALL'],
  ...['LD_LIBRARY_PATH', 'XDG_RUNTIME_DIR'],
  ...['SYSTEMROOT', 'WINDIR', 'SYSTEMDRIVE', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'USERNAME'],
  ...['APPDATA', 'LOCALAPPDATA', 'HOMEDRIVE', 'HOMEPATH', 'PROGRAMDATA'],
]);

type Variables = Readonly<Record<string, string | undefined>>;

/** The environment of the host itself, made of that of the window which starts it. */
export function buildHostEnvironment(source: Variables): Readonly<Record<string, string>> {
  const kept = Object.entries(source).filter(
    (entry): entry is [string, string] =>
      KEPT.has(entry[0].toUpperCase()) && entry[1] !== undefined,
  );
  // What runs an extension may be an editor, which is Node only where it is told so.
  return { ...Object.fromEntries(kept), ELECTRON_RUN_AS_NODE: '1' };
}

/** The same session, whose programs carry the host's name. */
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

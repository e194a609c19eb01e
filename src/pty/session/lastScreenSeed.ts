import type { SessionSpec } from '../sessionService';

/** Stores the last screens of sessions whose host has ended, by PTY id. */
export interface LastScreenStore {
  /** Undefined if none is stored. */
  read(ptyId: string): Promise<{ readonly text: string } | undefined>;
  remove(ptyId: string): Promise<void>;
}

/** The beginning of the line below the last screen of a lost session. */
export const LAST_SCREEN_MARK = '[Its session host ended: ';

/**
 * Starts a session. Its seed is the last screen stored for its id, if one is stored and the spec
 * has no seed.
 */
export async function startWithLastScreen<T>(
  spec: SessionSpec,
  screens: LastScreenStore,
  start: (seeded: SessionSpec) => Promise<T>,
): Promise<T> {
  const last = spec.seed === undefined ? await screens.read(spec.id) : undefined;
  const started = await start(last ? { ...spec, seed: formatLastScreen(last.text) } : spec);
  if (last && spec.persistence !== 'host') {
    // A session host updates the file itself. Without one, the next start would show it again.
    void screens.remove(spec.id).catch(() => undefined);
  }
  return started;
}

/** Returns the last screen of the lost session, then a line that marks it as such. */
function formatLastScreen(shown: string): string {
  const begin = shown === '' || shown.endsWith('\n') ? shown : `${shown}\r\n`;
  return `${begin}\x1b[0m\x1b[2m${LAST_SCREEN_MARK}the rows above are its last screen.]\x1b[0m\r\n`;
}

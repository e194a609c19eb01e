import type { SessionSpec } from '../sessionService';

/** The last screens of sessions whose host has ended. */
export interface LastScreenStore {
  read(ptyId: string): Promise<{ readonly text: string } | undefined>;
  remove(ptyId: string): Promise<void>;
}

/** The begin of the line below the last screen of a lost session. */
export const LAST_SCREEN_MARK = '[Its session host ended: ';

/** Starts a session with the last screen of its id as its seed, if one is kept and the spec has no seed. */
export async function startWithLastScreen<T>(
  spec: SessionSpec,
  screens: LastScreenStore,
  start: (seeded: SessionSpec) => Promise<T>,
): Promise<T> {
  const last = spec.seed === undefined ? await screens.read(spec.id) : undefined;
  const started = await start(last ? { ...spec, seed: formatLastScreen(last.text) } : spec);
  if (last && spec.persistence !== 'host') {
    // The session host keeps that file current itself. Elsewhere it would be shown again.
    void screens.remove(spec.id).catch(() => undefined);
  }
  return started;
}

/** The last screen of the lost session, then a line that marks it as such. */
function formatLastScreen(shown: string): string {
  const begin = shown === '' || shown.endsWith('\n') ? shown : `${shown}\r\n`;
  return `${begin}\x1b[0m\x1b[2m${LAST_SCREEN_MARK}what is above is the last that it showed.]\x1b[0m\r\n`;
}

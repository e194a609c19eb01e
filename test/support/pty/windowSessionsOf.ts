import { OwnedSessions } from '../../../src/pty/ownedSessions';
import type { SessionBackend } from '../../../src/pty/sessionBackend';
import { WindowSessions, type WindowSessionsDeps } from '../../../src/pty/windowSessions';

/** The sessions of a window with one backend, without sessions of earlier windows. */
export function windowSessionsOf(
  backend: SessionBackend,
  change: Partial<WindowSessionsDeps> = {},
): WindowSessions {
  return new WindowSessions({
    backends: { window: backend, host: backend },
    owned: new OwnedSessions(),
    wrapInTmux: (spec) => Promise.resolve(spec),
    requireNotInOtherHost: () => Promise.resolve(),
    lastScreens: { read: () => Promise.resolve(undefined), remove: () => Promise.resolve() },
    guard: { require: () => {} },
    ...change,
  });
}

import type { Event } from '../../base/event';
import type { Disposable } from '../../base/lifecycle';
import type { SessionService } from '../../pty/sessionService';
import type { Persistence } from '../../pty/spawnMode';

export interface WatchPersistenceDeps {
  readonly settings: {
    readonly onDidChange: Event<unknown>;
    read(): { readonly settings: { readonly persistence: Persistence } };
  };
  readonly sessions: Pick<SessionService, 'list'>;
  readonly showInfo: (text: string) => void;
}

/** Explains the setting as it is changed, once for each change. */
export function watchPersistence({
  settings,
  sessions,
  showInfo,
}: WatchPersistenceDeps): Disposable {
  let { persistence } = settings.read().settings;
  return settings.onDidChange(() => {
    const now = settings.read().settings.persistence;
    if (now !== persistence) {
      persistence = now;
      const running = sessions.list().filter(({ state }) => state !== 'terminated').length;
      showInfo(explainPersistence(now, { platform: process.platform, running }));
    }
  });
}

/** What a change of the setting `persistence` means, for the person who has just made it. */
export function explainPersistence(
  persistence: Persistence,
  { platform, running }: { readonly platform: NodeJS.Platform; readonly running: number },
): string {
  if (persistence === 'tmux' && platform === 'win32') {
    return 'tmux is for Linux and macOS, so no session starts while agentTerminals.persistence is "tmux": choose "host", which does the same here.';
  }
  const kept = running > 0 ? ' Those that run keep what they began with.' : '';
  return `${MEANINGS[persistence]}${kept}`;
}

const MEANINGS = {
  window: 'Sessions that start from now on end with their window.',
  host: 'Sessions that start from now on are held by a small process of their own, and go on while a window is reloaded, updated or closed.',
  tmux: 'Sessions that start from now on live in a tmux server of their own, and go on while a window is reloaded, updated or closed. tmux has to be installed.',
} as const satisfies Record<Persistence, string>;

import type { Event } from '../../base/event';
import type { Disposable } from '../../base/lifecycle';
import { isRunning } from '../../pty/liveAgent';
import type { SessionService } from '../../pty/sessionService';
import type { Persistence } from '../../pty/spawnMode';

/** Explains the new value of the setting after each change. */
export function watchPersistence({
  settings,
  sessions,
  showInfo,
}: {
  readonly settings: {
    readonly onDidChange: Event<unknown>;
    read(): { readonly settings: { readonly persistence: Persistence } };
  };
  readonly sessions: Pick<SessionService, 'list'>;
  readonly showInfo: (text: string) => void;
}): Disposable {
  let { persistence } = settings.read().settings;
  return settings.onDidChange(() => {
    const now = settings.read().settings.persistence;
    if (now !== persistence) {
      persistence = now;
      const running = sessions.list().filter(isRunning).length;
      showInfo(explainPersistence(now, { platform: process.platform, running }));
    }
  });
}

/**
 * Returns the meaning of the new value, for the person who has just set it. `running` is the number
 * of running sessions.
 */
export function explainPersistence(
  persistence: Persistence,
  { platform, running }: { readonly platform: NodeJS.Platform; readonly running: number },
): string {
  if (persistence === 'tmux' && platform === 'win32') {
    return 'tmux runs on Linux and macOS only, so no session starts while agentTerminals.persistence is "tmux": choose "host" instead.';
  }
  const kept = running > 0 ? ' Running sessions keep the value with which they began.' : '';
  return `${MEANINGS[persistence]}${kept}`;
}

const MEANINGS = {
  window: 'Sessions that start from now on end with their window.',
  host: 'Sessions that start from now on run in a separate process, and continue while a window is reloaded, updated or closed.',
  tmux: 'Sessions that start from now on run in a separate tmux server, and continue while a window is reloaded, updated or closed. tmux must be installed.',
} as const satisfies Record<Persistence, string>;

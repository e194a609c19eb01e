import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionSpec } from '../../../src/pty/sessionService';
import { useApi } from '../api/useApi';
import { useSessionHost } from '../host/useSessionHost';
import { findShell } from '../pty/shellHome';
import { openToOthers } from './useSecondUser';

type Persistence = NonNullable<SessionSpec['persistence']>;

/**
 * A window for each test whose API listens, and its sessions, in a home that other users can enter. The
 * person's umask protects nothing.
 */
export function useHomeOfSessions(): HomeOfSessions {
  let umask: number | undefined;
  before(() => void (umask = process.umask(0)));
  after(() => void (umask !== undefined && process.umask(umask)));
  const host = useSessionHost();
  // Before the hooks of the API, which end the window, but not the sessions that outlive it.
  afterEach(async () => {
    const { sessions } = home.api.core;
    await Promise.all(sessions.list().map(async ({ id }) => sessions.find(id)?.kill()));
  });
  const home = new HomeOfSessions(useApi('tcp'));
  beforeEach(() => home.setUp(host.extensionPath));
  return home;
}

class HomeOfSessions {
  /** The ids of the sessions, by where they run. */
  readonly ids = new Map<Persistence, string>();

  constructor(readonly api: ReturnType<typeof useApi>) {}

  async setUp(extensionPath: string): Promise<void> {
    const { api, ids } = this;
    const { fixture } = api;
    ids.clear();
    fixture.extensionPath = extensionPath;
    fixture.set({ agentsMayDrive: true });
    await fixture.reopen();
    await fixture.core.reconnector.whenReconnected();
    await api.update();
    openToOthers(fixture.home);
  }

  /** Starts an agent in each place. */
  async start(): Promise<void> {
    const { fixture } = this.api;
    const places = ['window', 'host', ...(findShell('tmux') ? ['tmux' as const] : [])] as const;
    for (const persistence of places) {
      fixture.set({ persistence });
      const prepared = await fixture.prepare();
      const { id } = await prepared.launch();
      await fixture.untilShown(await fixture.watch(id), 'agent in');
      this.ids.set(persistence, id);
    }
  }

  /** The directory of the extension. */
  get directory(): string {
    return join(this.api.fixture.home, '.agent-terminals');
  }

  /** All files, directories and sockets of the extension that have contents, by their paths. */
  paths(): readonly string[] {
    const { home } = this.api.fixture;
    return ['.agent-terminals', 'storage'].flatMap((name) => [
      join(home, name),
      ...below(join(home, name)),
    ]);
  }

  sockets(): readonly string[] {
    const { home } = this.api.fixture;
    return below(home).filter((path) => statSync(path).isSocket());
  }
}

/** The names of what exists only while a file is written. */
const TRANSIENT = /\.(?:lock|tmp)$/;

function below(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => !TRANSIENT.test(name))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? [path, ...below(path)] : [path];
    });
}

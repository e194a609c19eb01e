import assert from 'node:assert/strict';
import type { HostAccess } from '../../../src/host/discovery/diskHostAccess';
import type { HostClient, HostClientDeps } from '../../../src/host/client/hostClient';

import { requireSession } from '../../../src/pty/sessionBackend';
import type { SessionEvent, SessionSpec } from '../../../src/pty/sessionService';
import { createClient, TestHost } from './hostedSessions';
import { specOf, useSessionManager, type SessionManagerFixture } from '../pty/useSessionManager';
import { waitFor } from '../waitFor';

const LIMIT_MS = 30_000;

/** A host in this process with fake PTYs, and the clients of windows that a test creates. */
export function useHostClient(): HostClientFixture {
  const fixture = new HostClientFixture(useSessionManager());
  beforeEach(() => fixture.setUp());
  afterEach(() => fixture.tearDown());
  return fixture;
}

export class HostClientFixture {
  private readonly clients: HostClient[] = [];
  private running: TestHost | undefined;
  /** The messages that windows have logged. */
  log: string[] = [];

  /** The access to the host that currently runs. */
  private readonly access: HostAccess = {
    find: () => this.host.find(),
    ensure: () => this.host.ensure(),
    isAlive: (found) => found === this.host.found && this.host.isThere,
  };

  constructor(readonly held: SessionManagerFixture) {}

  get host(): TestHost {
    assert.ok(this.running, 'a host is running');
    return this.running;
  }

  setUp(): void {
    this.log = [];
    this.start('host-1');
  }

  tearDown(): void {
    this.clients.splice(0).forEach((client) => client.dispose());
    this.host.dispose();
  }

  /** The client of another window, connected to the host. */
  readonly open = async (change: Partial<HostClientDeps> = {}): Promise<HostClient> => {
    const client = this.make(change);
    await client.connect();
    return client;
  };

  readonly make = (change: Partial<HostClientDeps> = {}): HostClient => {
    const record = (message: string | Error): void => void this.log.push(String(message));
    const logger = { debug() {}, info: record, warn: record, error: record };
    const client = createClient(this.access, { logger, ...change });
    this.clients.push(client);
    return client;
  };

  readonly spec = (id: string, change: Partial<SessionSpec> = {}): SessionSpec =>
    specOf(id, { persistence: 'host', folder: 'file:///home/ada', ...change });

  readonly eventsOf = (client: HostClient): SessionEvent[] => {
    const events: SessionEvent[] = [];
    client.onDidChange((event) => events.push(event));
    return events;
  };

  /** A viewer and its output. */
  readonly watch = async (client: HostClient, id: string) => {
    const seen = { text: '', exits: [] as (boolean | number | null)[] };
    const attachment = await requireSession(client, id).attach({
      onData: (data) => (seen.text += data),
      onExit: ({ isLost, exitCode }) => seen.exits.push(isLost || exitCode),
    });
    return { seen, attachment };
  };

  /** Starts another host, which takes over the sessions. */
  start(host: string): void {
    this.running = new TestHost(this.held.backend, { host });
  }

  /** Ends the host, as `kill -9` does. */
  kill(): void {
    this.host.dispose();
  }

  readonly until = (what: string, condition: () => boolean): Promise<void> =>
    waitFor(condition, { limitMs: LIMIT_MS, what });
}

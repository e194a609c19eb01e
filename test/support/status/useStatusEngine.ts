import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nullLogger } from '../../../src/base/logger';
import { BUILT_IN_PROVIDERS } from '../../../src/providers/catalog/builtInProviders';
import type { SessionInfo, VisibleScreen } from '../../../src/pty/sessionService';
import type { Signal } from '../../../src/status/activity';
import { parseScreenCase } from '../../../src/status/screens/screenCase';
import { StatusEngine } from '../../../src/status/statusEngine';
import type { UserRule } from '../../../src/status/screens/userRules';
import { FakeSessions, sessionInfo } from '../pty/fakeSessions';
import { ManualClock } from '../manualClock';

/** The session under test. */
export const ID = 'claude-main-t1';

/** The status file of an agent that waits for permission. */
export const FILE_WAITS: Omit<Signal, 'at'> = {
  source: 'statusFile',
  state: { kind: 'needsInput', need: 'permission', question: undefined },
  ruleId: 'file-waiting',
  reason: 'its status file contains "waiting"',
};

/** Sessions that count the reads of their screens, and the most simultaneous ones. */
class CountingSessions extends FakeSessions {
  reads = 0;
  most = 0;
  private open = 0;

  override callsOf = (id: string) => ({ screen: () => this.read(id) });

  private async read(id: string): Promise<VisibleScreen> {
    this.reads++;
    this.open++;
    this.most = Math.max(this.most, this.open);
    await Promise.resolve();
    this.open--;
    return this.screenOf(id);
  }
}

/** An engine over fake sessions for each test; checks that no timer outlives it. */
export function useStatusEngine(): StatusEngineFixture {
  const fixture = new StatusEngineFixture();
  beforeEach(() => fixture.setUp());
  afterEach(() => fixture.tearDown());
  return fixture;
}

class StatusEngineFixture {
  clock = new ManualClock();
  sessions = new CountingSessions();
  userRules: readonly UserRule[] = [];
  /** Whether the screens are read by the rules of the provider. */
  hasRules = true;
  fileSignal: Signal | undefined;
  /** How often the settings and the status file were read. */
  reads = 0;
  /** The errors that the engine logged. */
  logged: string[] = [];
  engine = this.create();
  /** The statuses of the session that the engine reported, in order. */
  reportedKinds: string[] = [];

  setUp(): void {
    this.clock = new ManualClock();
    this.clock.advance(100_000);
    this.sessions = new CountingSessions();
    this.userRules = [];
    this.hasRules = true;
    this.fileSignal = undefined;
    this.reads = 0;
    this.logged = [];
    this.engine = this.create();
    this.reportedKinds = [];
    this.engine.onDidChange((id) => this.reportedKinds.push(this.engine.get(id).state.kind));
  }

  tearDown(): void {
    this.engine.dispose();
    assert.equal(this.clock.pendingTimers, 0, 'a timer outlived the engine');
  }

  /** Lets time pass in steps, and runs all callbacks after each. */
  readonly pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 100) {
      this.clock.advance(Math.min(left, 100));
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  };

  readonly put = (change: Partial<SessionInfo> = {}): void =>
    this.sessions.put(sessionInfo({ id: ID, state: 'idle', ...change }));

  /** The agent writes; from then on its screen is the recorded one, or has the given rows. */
  readonly shows = (screen: string | readonly string[]): void => {
    this.sessions.screens.set(ID, typeof screen === 'string' ? recorded(screen) : screenOf(screen));
    this.put({ state: 'active', lastOutputAt: this.clock.now() });
  };

  /** Lets two seconds pass without output. */
  readonly fallsQuiet = async (): Promise<void> => {
    await this.pass(2000);
    const session = this.sessions.get(ID);
    assert.ok(session);
    this.sessions.put({ ...session, state: 'idle' });
    await this.pass(100);
  };

  readonly reports = (data: string): void => this.sessions.signal({ id: ID, code: 7501, data });

  readonly hook = (name: string, payload: unknown = {}): void =>
    this.engine.handleHook({ ptyId: ID, name, payload, at: this.clock.now() });

  readonly kind = (): string => this.engine.get(ID).state.kind;

  private create(): StatusEngine {
    return new StatusEngine({
      sessions: this.sessions,
      clock: this.clock,
      logger: { ...nullLogger, error: (message) => this.logged.push(String(message)) },
      files: {
        read: () => {
          this.reads++;
          return Promise.resolve(this.fileSignal);
        },
        forget() {},
      },
      agentOf: ({ id }) => {
        this.reads++;
        const found = BUILT_IN_PROVIDERS.find((one) => id.startsWith(`${one.id}-`));
        const status = found && { ...found.status, screen: { version: 0, rules: [] } };
        const provider = this.hasRules || !found || !status ? found : { ...found, status };
        return provider && { provider, rules: this.userRules, env: {} };
      },
    });
  }
}

/** A recorded screen, by the name of its file. */
export function recorded(file: string): VisibleScreen {
  const path = join(process.cwd(), 'test', 'fixtures', 'screens', file);
  return { ...parseScreenCase(readFileSync(path, 'utf8')).screen, altScreen: true };
}

/** A screen with these rows. */
export function screenOf(rows: readonly string[]): VisibleScreen {
  return { rows, cursor: { row: 0, column: 0 }, altScreen: false, title: '' };
}

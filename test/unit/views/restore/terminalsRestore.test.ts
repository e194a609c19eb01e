import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Emitter } from '../../../../src/base/event';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import type { TerminalLayout } from '../../../../src/views/restore/terminalLayout';
import { TerminalsRestore } from '../../../../src/views/restore/terminalsRestore';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';

const SAVED: TerminalLayout = {
  groups: [
    { column: 1, sessions: ['a', 'b', 'c'], front: 'b' },
    { column: 2, sessions: ['d'] },
  ],
  panel: { sessions: ['e', 'f'], front: 'f' },
};

/** A window after a reload, with its stored layout and its sessions. */
class World {
  readonly clock = new ManualClock();
  readonly adopted = new Emitter<SessionInfo>();
  readonly here = new Set<string>();
  readonly elsewhere = new Set<string>();
  readonly events: string[] = [];
  found = (): void => {};
  readonly errors: unknown[] = [];
  /** The session that VS Code refuses to open. */
  refused = '';
  hasPanel = true;
  saved = SAVED;
  awaited: readonly string[] = [];
  readonly restore = new TerminalsRestore({
    file: { read: () => Promise.resolve(this.saved) },
    keeper: {
      start: (layout) => {
        this.events.push('keep');
        this.awaited = idsOf(layout);
      },
      await: (layout) => (this.awaited = idsOf(layout)),
    },
    terminals: {
      open: ({ sessionId, redraws }, { location, column, focus, isQuiet, terminal }) => {
        if (sessionId === this.refused) {
          throw new Error(`${sessionId} is refused.`);
        }
        assert.deepEqual([focus, redraws, isQuiet ?? false], ['leave', true, location === 'panel']);
        const another = terminal === 'another' ? 'another ' : '';
        this.events.push(`open ${another}${sessionId} ${column ?? location}`);
      },
      reveal: (id) => {
        this.events.push(`front ${id}`);
        return true;
      },
      whenOpen: () => Promise.resolve(),
    },
    sessions: {
      has: (id) => this.here.has(id),
      get: (id) => (this.here.has(id) ? sessionInfo({ id }) : undefined),
    },
    reconnector: {
      isRunningElsewhere: (id) => this.elsewhere.has(id),
      onDidReconnect: this.adopted.event,
      whenReconnected: () => new Promise((resolve) => (this.found = resolve)),
    },
    tasks: { list: () => [] },
    keepFronts: () => (but) => {
      this.events.push(`put back but ${[...but].join()}`);
      return Promise.resolve();
    },
    hasPanel: () => this.hasPanel,
    clock: this.clock,
    handleError: (error) => this.errors.push(error),
  });

  adopt(...ids: readonly string[]): void {
    ids.forEach((id) => this.here.add(id));
    ids.forEach((id) => this.adopted.fire(sessionInfo({ id })));
  }

  /** Returns the events since the last call. */
  take(): readonly string[] {
    return this.events.splice(0);
  }
}

function idsOf({ groups, panel }: TerminalLayout): readonly string[] {
  return [...groups, panel].flatMap(({ sessions }) => sessions);
}

/** Lets pending promises settle. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await setImmediate();
  }
}

describe('TerminalsRestore', () => {
  let world: World;

  beforeEach(() => (world = new World()));

  afterEach(() => world.restore.dispose());

  it('opens a session in all its places of the layout', async () => {
    const groups = [
      { column: 1, sessions: ['a', 'a'] },
      { column: 2, sessions: ['a'] },
    ];
    world.saved = { groups, panel: { sessions: ['a'] } };
    world.adopt('a');
    void world.restore.start();
    await settle();
    const opened = world.take().filter((event) => event.startsWith('open'));
    assert.deepEqual(opened, [
      ...['open a 1', 'open another a 1', 'open another a 2', 'open another a panel'],
    ]);
  });

  it('opens each session in its place and order, and restores the front tabs', async () => {
    world.adopt('a', 'b', 'c', 'd', 'e', 'f');
    const started = world.restore.start();
    await settle();
    assert.deepEqual(world.take(), [
      ...['open a 1', 'open b 1', 'open c 1', 'open d 2', 'open e panel', 'open f panel'],
      ...['front b', 'put back but 1', 'front f', 'keep'],
    ]);
    world.found();
    await started;
    world.adopt('a');
    await settle();
    assert.deepEqual(world.take(), [], 'no session opens twice');
  });

  it('opens the others after one that cannot be opened', async () => {
    world.saved = { groups: [{ column: 1, sessions: ['a', 'b'] }], panel: { sessions: [] } };
    ['a', 'b'].forEach((id) => world.elsewhere.add(id));
    const started = world.restore.start();
    await settle();
    world.found();
    await started;
    world.refused = 'a';
    world.adopt('a');
    world.adopt('b');
    await settle();
    assert.equal(world.errors.length, 1);
    assert.deepEqual(
      world.take().filter((event) => event.startsWith('open')),
      ['open b 1'],
    );
  });

  it('does not reveal a closed panel', async () => {
    world.hasPanel = false;
    world.adopt('f');
    void world.restore.start();
    await settle();
    assert.deepEqual(world.take(), ['open f panel', 'put back but ', 'keep']);
  });

  it('opens later sessions in their places, and awaits only running ones', async () => {
    world.adopt('b');
    const started = world.restore.start();
    await settle();
    assert.deepEqual(world.take().slice(0, 2), ['open b 1', 'front b']);
    assert.deepEqual(world.awaited, ['a', 'c', 'd', 'e', 'f']);
    world.adopt('d');
    world.elsewhere.add('e');
    world.found();
    await started;
    assert.deepEqual(world.take(), ['open d 2', 'put back but ']);
    assert.deepEqual(world.awaited, ['e']);
    world.adopt('a', 'e');
    await settle();
    assert.deepEqual(world.take(), ['open e panel', 'put back but ']);
  });

  it('opens no session that is not in the layout', async () => {
    world.adopt('other');
    void world.restore.start();
    await settle();
    assert.deepEqual(world.take(), ['keep']);
  });
});

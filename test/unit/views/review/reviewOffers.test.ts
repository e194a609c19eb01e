import assert from 'node:assert/strict';
import type { TaskChanges } from '../../../../src/agents/worktrees/worktreeStates';
import { Emitter } from '../../../../src/base/event';
import { ReviewOffers } from '../../../../src/views/review/reviewOffers';
import { worktreeTask } from '../../../support/agents/worktreeTask';
import { FakeStatus } from '../../../support/status/fakeStatus';
import { changesWith, readChanges } from '../../../support/views/changes';

const SESSION = 'ada-main-t1';
const TASK = worktreeTask('t1', [SESSION]);

/** A review of one file that is open, and what is offered. */
class World {
  readonly status = new FakeStatus();
  readonly didRead = new Emitter<void>();
  readonly offered: string[] = [];
  readonly opened: number[] = [];
  readonly errors: unknown[] = [];
  /** Thrown when a review is opened again. */
  failure: Error | undefined;
  tabs = ['Task t1 (1 file)'];
  found: TaskChanges = readChanges('a.js');

  constructor() {
    const offers = new ReviewOffers({
      status: this.status,
      worktreeStates: {
        changesOf: () => this.found,
        uncommittedOf: () => undefined,
        onDidChange: this.didRead.event,
      },
      tabLabels: () => this.tabs,
      offer: (sentence) => Promise.resolve(this.offered.push(sentence) > 0),
      reopen: (_, { files }) =>
        this.failure
          ? Promise.reject(this.failure)
          : Promise.resolve(void this.opened.push(files.length)),
      showError: (error) => this.errors.push(error),
    });
    offers.note(
      TASK,
      changesWith(this.found.kind === 'read' ? this.found.changes.files : []),
      'Task t1',
    );
  }

  read(...paths: readonly string[]): void {
    this.found = readChanges(...paths);
    this.didRead.fire();
  }
}

describe('ReviewOffers', () => {
  it('offer a review again, once, when its files have changed and its agent rests', async () => {
    const world = new World();
    world.read('a.js');
    world.status.put(SESSION, { kind: 'working' });
    world.read('a.js', 'b.js');
    assert.deepEqual(world.offered, []);
    world.status.put(SESSION, { kind: 'done' });
    world.read('a.js', 'b.js', 'c.js');
    assert.deepEqual(world.offered, ['Files of Task t1 have changed since its review opened.']);
    await Promise.resolve();
    assert.deepEqual(world.opened, [3]);
  });

  for (const other of ['a.js (Task t1)', 'Task t12 (1 file)']) {
    it(`forget a review whose tab is closed, also with a tab ${other}`, () => {
      const world = new World();
      world.tabs = [other];
      world.read('a.js');
      world.tabs = ['Task t1 (1 file)'];
      world.read('b.js');
      assert.deepEqual(world.offered, []);
    });
  }

  it('show that a review cannot be opened again', async () => {
    const world = new World();
    world.failure = new Error('No editor.');
    world.read('b.js');
    await new Promise(setImmediate);
    assert.deepEqual(world.errors, [world.failure]);
  });
});

import assert from 'node:assert/strict';
import type { CheckedAgent } from '../../../../src/agents/start/agentPlan';
import { ModelLister } from '../../../../src/driver/models/modelLister';
import { AGENT_SETTINGS } from '../../../support/agents/agentSettings';
import { providerOf } from '../../../support/agents/transcriptLines';
import { ManualClock } from '../../../support/manualClock';

const HOUR_MS = 3_600_000;

/** A CLI that lists one more model on each call; its path depends on the folder. */
function createLister(clock: ManualClock, runs: string[]): ModelLister {
  const configOf = (id: string) => ({ provider: providerOf(id), env: {} });
  let path = '';
  return new ModelLister({
    clock,
    guard: {
      require: () => {},
      run: ({ file }) => {
        runs.push(file);
        return Promise.resolve({
          kind: 'done',
          code: 0,
          stdout: `a/m${runs.length}`,
          stderr: '',
        });
      },
    },
    home: '/',
    agentResolver: {
      // The lister reads only these two fields.
      check: (id) =>
        Promise.resolve({
          config: configOf(id),
          cli: { kind: 'path', path },
        } as unknown as CheckedAgent),
      commandEnvironment: () => Promise.resolve({}),
      resolve: (id) => configOf(id) as unknown as CheckedAgent['config'],
    },
    platform: 'linux',
    settingsOf: (uri) => {
      path = `/cli/${uri ?? ''}`;
      return AGENT_SETTINGS;
    },
  });
}

describe('ModelLister', () => {
  const folder = (uri: string) => ({ uri, path: '/', name: uri });

  it('runs the CLI again after an hour', async () => {
    const clock = new ManualClock();
    const runs: string[] = [];
    const lister = createLister(clock, runs);
    await lister.list('opencode');
    clock.advance(HOUR_MS - 1);
    await lister.list('opencode');
    assert.equal(runs.length, 1);
    clock.advance(1);
    await lister.list('opencode');
    assert.equal(runs.length, 2);
  });

  it('keeps the lists of 64 CLIs, and forgets the oldest', async () => {
    const runs: string[] = [];
    const lister = createLister(new ManualClock(), runs);
    for (let number = 0; number < 65; number++) {
      await lister.list('opencode', { folder: folder(`f${number}`) });
    }
    await lister.list('opencode', { folder: folder('f64') });
    await lister.list('opencode', { folder: folder('f1') });
    assert.equal(runs.length, 65);
    await lister.list('opencode', { folder: folder('f0') });
    assert.equal(runs.length, 66);
  });

  it('runs no CLI for which no command is known', async () => {
    const runs: string[] = [];
    assert.deepEqual(await createLister(new ManualClock(), runs).list('crush'), {
      kind: 'notPossible',
      reason:
        'No command that lists the models of Charm Crush is known: look them up in its terminal.',
    });
    assert.deepEqual(runs, []);
  });
});

import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { ModelChanger } from '../../../../src/driver/models/modelChanger';
import type { ProviderDefinition } from '../../../../src/providers/model/providerDefinition';
import { providerOf } from '../../../support/agents/transcriptLines';
import { ManualClock } from '../../../support/manualClock';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';

const ID = 'claude-main-t1';
const OLD = "❯ /model old\n  ⎿  Set model to Old\n  ⎿  Model 'older' not found";

/** What CLIs have shown for a name: the rows before it, and after it. */
const REPORTS: readonly {
  readonly providerId: string;
  readonly typed: string;
  readonly before: string;
  readonly after: string;
  readonly outcome: 'asks' | 'changed' | 'refused';
}[] = [
  {
    providerId: 'copilot',
    typed: '/model second',
    before: ' ● Model changed from second to third for this session',
    after:
      ' ● Model changed from second to third for this session\n ● Model changed from third to second for this session',
    outcome: 'changed',
  },
  {
    providerId: 'copilot',
    typed: '/model second',
    before: ' ● Model changed from stand-in to second for this session',
    after:
      ' ● Model changed from stand-in to second for this session\n ● Switched model to: second',
    outcome: 'changed',
  },
  {
    providerId: 'copilot',
    typed: '/model second',
    before: 'Please use /login to sign in to use Copilot',
    after:
      ' ✗ You must be signed in to select a model. Run /login to sign in again.\nPlease use /login to sign in to use Copilot',
    outcome: 'refused',
  },
  {
    providerId: 'grok',
    typed: '/model second',
    before: '  main ~/app          2.3K / 256K │ [Dashboard]',
    after:
      '  main ~/app          2.3K / 256K │ [Dashboard]\n                                                                 ✓ Default model: second',
    outcome: 'changed',
  },
  {
    // The report before it stays, and its row has lost the scroll bar.
    providerId: 'grok',
    typed: '/model third',
    before: '     Unknown model: nosuch                                              █',
    after:
      '     Unknown model: nosuch\n     Worked for 0.4s                          ✓ Default model: third   █',
    outcome: 'changed',
  },
  {
    // It takes the place of the report before it.
    providerId: 'grok',
    typed: '/model nosuchtwo',
    before: '     Unknown model: nosuch                                              █',
    after: '     Unknown model: nosuchtwo                                           █',
    outcome: 'refused',
  },
  {
    // Likewise.
    providerId: 'pi',
    typed: '/model third',
    before: ' Model: second',
    after: ' Model: third',
    outcome: 'changed',
  },
  {
    providerId: 'pi',
    typed: '/model nosuch',
    before: ' Model: third',
    after: ' Model: third\n\n> nosuch\n\n  No matching models',
    outcome: 'refused',
  },
  {
    providerId: 'pi',
    typed: '/model thi',
    before: ' Model: second',
    after: ' Model: second\n\n> thi\n\n→ third [stand-in]\n\n  Model Name: third',
    outcome: 'asks',
  },
  {
    providerId: 'commandcode',
    typed: '/model own/second',
    before: '# Command Code v1.64.0\n# models: own/first · own (byok)\n# /home/ada/app',
    after: '# Command Code v1.64.0\n# models: own/second · own (byok)\n# /home/ada/app',
    outcome: 'changed',
  },
  {
    providerId: 'commandcode',
    typed: '/model own/second',
    before: ' █   █ ▀ █ █ █   models: own/first · own (byok)\n ▀▀▀ ▀   ▀ ▀▀    ~/app',
    after: ' █   █ ▀ █ █ █   models: own/second · own (byok)\n ▀▀▀ ▀   ▀ ▀▀    ~/app',
    outcome: 'changed',
  },
  {
    providerId: 'commandcode',
    typed: '/model nosuch',
    before: '# models: own/first · own (byok)',
    after: 'Select model\n\n› Type to search models...\n\nown (byok)\nFirst',
    outcome: 'asks',
  },
  {
    providerId: 'commandcode',
    typed: '/model nosuch',
    before: '# Command Code v1.64.0\n# models: own/first · own (byok)\n# /home/ada/app',
    after:
      '◼ Unknown model "nosuch" — opening the model picker so you can choose.\n\nSelect model\nown (byok)\nFirst',
    outcome: 'refused',
  },
  {
    providerId: 'kimi',
    typed: '/model second',
    before: '   Switched to second with thinking off.\n │ > ',
    after:
      '   Switched to second with thinking off.\n  Select a model  (type to search)\n   ❯ second  stand-in ← current',
    outcome: 'asks',
  },
  {
    providerId: 'kimi',
    typed: '/model second',
    before: '   Switched to third with thinking off.',
    after:
      '   Switched to third with thinking off.\n   Switched to second with thinking off.\n │ > ',
    outcome: 'changed',
  },
  {
    providerId: 'kimi',
    typed: '/model second',
    before: '   Switched to second with thinking off.',
    after:
      '   Switched to second with thinking off.\n   Already using second with thinking off.\n │ > ',
    outcome: 'changed',
  },
  {
    // It cannot be saved as the default.
    providerId: 'kimi',
    typed: '/model second',
    before: '   Switched to Third Model with thinking off.',
    after:
      '   Switched to Third Model with thinking off.\n   Error: Switched to Second Model, but failed to save default: EACCES',
    outcome: 'changed',
  },
  {
    providerId: 'kimi',
    typed: '/model nosuch',
    before: '   Already using second with thinking off.',
    after:
      '   Already using second with thinking off.\n   Error: Unknown model alias: nosuch\n │ > ',
    outcome: 'refused',
  },
];

/** An agent whose screens the test provides, one for each read; the last one stays. */
class World {
  readonly sessions = new FakeSessions();
  readonly sent: string[] = [];
  screens: string[] = [OLD];
  provider: ProviderDefinition | undefined = providerOf('claude');
  private readonly clock = new ManualClock();
  readonly changer = new ModelChanger({
    clock: {
      now: () => this.clock.now(),
      monotonic: () => this.clock.monotonic(),
      schedule: (delayMs, callback) => {
        const timer = this.clock.schedule(delayMs, callback);
        queueMicrotask(() => this.clock.advance(delayMs));
        return timer;
      },
    },
    delivery: { send: (_, prompt) => Promise.resolve(void this.sent.push(prompt)) },
    providerOf: () => this.provider,
    sessions: this.sessions,
  });

  constructor() {
    this.sessions.put(sessionInfo({ id: ID, label: 'Ada' }));
    const text = () => (this.screens.length > 1 ? this.screens.shift() : this.screens[0]) ?? '';
    this.sessions.callsOf = () => ({ text: () => Promise.resolve(text()) });
  }
}

describe('ModelChanger', () => {
  it('types the prompt of the CLI, and returns once a new report shows', async () => {
    const world = new World();
    world.screens = [OLD, OLD, `${OLD}\n❯ /model haiku\n  ⎿  Set model to Haiku 5.5`];
    assert.equal(await world.changer.change(ID, 'haiku'), 'changed');
    assert.deepEqual(world.sent, ['/model haiku']);
  });

  it('fails with what the CLI reports of a model that is gone', async () => {
    const world = new World();
    world.screens = [OLD, `${OLD}\n❯ /model gone\n  ⎿  Model 'gone' not found. Try 'opus' instead`];
    await assert.rejects(
      world.changer.change(ID, 'gone'),
      new SessionError(
        'BAD_REQUEST',
        `Ada does not use the model "gone": "⎿  Model 'gone' not found. Try 'opus' instead". Choose another one.`,
      ),
    );
  });

  it('also waits for the answer to a question that the CLI asks first', async () => {
    const world = new World();
    const question = `${OLD}\n❯ /model opus\n▔▔▔\n  Switch model?\n  ❯ 1. Yes`;
    // Longer than the CLI may take to report a change.
    world.screens = [OLD, ...Array<string>(500).fill(question), `${OLD}\n  ⎿  Set model to Opus`];
    let asked = 0;
    assert.equal(await world.changer.change(ID, 'opus', () => asked++), 'changed');
    assert.equal(asked, 1);
  });

  it('returns a while after a question that is answered without a report of a change', async () => {
    const world = new World();
    const question = `${OLD}\n❯ /model opus\n▔▔▔\n  Switch model?\n  ❯ 1. Yes`;
    world.screens = [OLD, question, OLD];
    assert.equal(await world.changer.change(ID, 'opus'), 'unconfirmed');
  });

  it('returns after a time limit, whatever earlier reports show', async () => {
    assert.equal(await new World().changer.change(ID, 'opus'), 'unseen');
  });

  for (const { providerId, typed, before, after, outcome } of REPORTS) {
    it(`finds "${outcome}" for ${providerId}: ${JSON.stringify(after)}`, async () => {
      const world = new World();
      world.provider = providerOf(providerId);
      // A question that stays is awaited for as long as it stays.
      world.screens = [before, before, after, ...(outcome === 'asks' ? [before] : [])];
      let asked = 0;
      const changing = world.changer.change(ID, typed.split(' ').at(-1) ?? '', () => asked++);
      if (outcome === 'refused') {
        // Without the scroll bar.
        await assert.rejects(changing, { code: 'BAD_REQUEST', message: /\S"\. [^█]*$/ });
      } else {
        assert.equal(await changing, outcome === 'asks' ? 'unconfirmed' : outcome);
      }
      assert.equal(asked > 0, outcome === 'asks');
      assert.deepEqual(world.sent, [typed]);
    });
  }

  for (const model of ['', 'two words', 'line\nbreak', 'bell\x07', '--flag x', '--fast']) {
    it(`types nothing for ${JSON.stringify(model)}`, async () => {
      const world = new World();
      await assert.rejects(world.changer.change(ID, model), { code: 'BAD_REQUEST' });
      assert.deepEqual(world.sent, []);
    });
  }

  it('types nothing for an agent without a known way, and explains why', async () => {
    const world = new World();
    world.provider = providerOf('crush');
    await assert.rejects(world.changer.change(ID, 'x'), {
      code: 'ILLEGAL_STATE',
      message:
        'No prompt that changes the model of Charm Crush is known: use its own menu, or start another session with that model.',
    });
    world.provider = undefined;
    await assert.rejects(world.changer.change(ID, 'x'), {
      message: /^Ada is a shell and has no model/,
    });
    assert.deepEqual(world.sent, []);
  });
});

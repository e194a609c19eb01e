import assert from 'node:assert/strict';
import type { CommandServices } from '../../../../src/commands/commandServices';
import { changeModel } from '../../../../src/commands/prompts/changeModel';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { CommandWorld } from '../../../support/views/commandWorld';
import { taskIn } from '../../../support/views/treeSources';

const CAN = 'ada-main-t1';
const CANNOT = 'bob-chat-c1';
const WHY = 'No way is known.';

/** A task with two running agents; the model of one of them can be changed. */
function world(overrides: Partial<CommandServices> = {}): CommandWorld {
  const made = new CommandWorld(overrides);
  made.tasks = [taskIn('app', 't1', [CAN, CANNOT])];
  made.sessions.put(sessionInfo({ id: CAN }));
  made.sessions.put(sessionInfo({ id: CANNOT }));
  made.models.obstacles.set(CANNOT, WHY);
  made.models.list = {
    kind: 'known',
    models: [
      { id: 'big', name: 'Big $(x)' },
      { id: 'small', name: undefined },
    ],
  };
  return made;
}

/** A person who chooses the entries with these labels, one after another. */
function choosing(...labels: readonly string[]): Pick<CommandServices, 'choices'> {
  const left = [...labels];
  return {
    choices: {
      choose: (_question, choices) => {
        const label = left.shift();
        return Promise.resolve(choices.find((choice) => choice.label === label)?.value);
      },
      chooseMany: () => Promise.resolve(undefined),
      chooseDirectory: () => Promise.resolve(undefined),
    },
  };
}

describe('changeModel', () => {
  it('asks nothing if the session and the model are named', async () => {
    const made = world();
    await changeModel(made.deps, { session: CAN, model: 'big' });
    assert.deepEqual(made.events, [`model ${CAN} big`, `keep big for ${CAN}`]);
  });

  it('offers only sessions whose model can be changed, and the models of their agent', async () => {
    const made = world(choosing('Big $(x)'));
    await changeModel(made.deps, {});
    assert.deepEqual(made.events, ['list models', `model ${CAN} big`, `keep big for ${CAN}`]);
  });

  it('explains why for a named session and for the active one', async () => {
    const made = world();
    await assert.rejects(changeModel(made.deps, { session: CANNOT }), {
      code: 'ILLEGAL_STATE',
      message: WHY,
    });
    made.activeSessionId = CANNOT;
    await assert.rejects(changeModel(made.deps, { model: 'big' }), { message: WHY });
    assert.deepEqual(made.events, []);
  });

  it('lists the models again on request', async () => {
    const made = world(choosing('Refresh', 'small'));
    await changeModel(made.deps, { session: CAN });
    assert.deepEqual(made.events, [
      'list models',
      'list models again',
      `model ${CAN} small`,
      `keep small for ${CAN}`,
    ]);
  });

  it('takes a name that is typed, also if the models cannot be listed', async () => {
    const { pickers } = new CommandWorld().deps;
    const askText = () => Promise.resolve(' mine ');
    const typed = { pickers: { ...pickers, askText } };
    const made = world({ ...choosing('Other...'), ...typed });
    await changeModel(made.deps, { session: CAN });
    made.models.list = { kind: 'notPossible', reason: 'It lists none.' };
    await changeModel(made.deps, { session: CAN });
    assert.deepEqual(made.events, [
      ...['list models', `model ${CAN} mine`, `keep mine for ${CAN}`],
      ...['list models', 'log It lists none.', `model ${CAN} mine`, `keep mine for ${CAN}`],
    ]);
  });

  it('does nothing once the person has cancelled', async () => {
    const made = world(choosing());
    await changeModel(made.deps, { session: CAN });
    assert.deepEqual(made.events, ['list models']);
  });

  it('tells the person where the agent asks first, and where it reports nothing', async () => {
    const made = world();
    made.models.asks = true;
    await changeModel(made.deps, { session: CAN, model: 'big' });
    made.models.changed = 'unconfirmed';
    await changeModel(made.deps, { session: CAN, model: 'big' });
    made.models.asks = false;
    made.models.changed = 'unseen';
    await changeModel(made.deps, { session: CAN, model: 'big' });
    const shown = made.events.map((event) =>
      event.replace(/^(info) .* (asks|not reported) .*/, '$1 $2'),
    );
    assert.deepEqual(shown, [
      ...[`model ${CAN} big`, 'info asks', `keep big for ${CAN}`],
      ...[`model ${CAN} big`, 'info asks'],
      ...[`model ${CAN} big`, 'info not reported'],
    ]);
  });
});

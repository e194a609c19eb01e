import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandServices, CommandSource } from '../../../../src/commands/commandServices';
import { createCommandHandlers } from '../../../../src/commands/commandHandlers';
import { ANSWER_LIMIT_MS } from '../../../../src/commands/start/askPersistence';
import type { CommandName } from '../../../../src/config/contributions';
import type { Questions } from '../../../../src/views/dialogs/vscodeMessages';
import { PersistenceChoice } from '../../../../src/views/workspace/persistenceChoice';
import { ScriptedQuestions } from '../../../support/agents/scriptedQuestions';
import { waitFor } from '../../../support/waitFor';
import { CommandWorld } from '../../../support/views/commandWorld';

const ARGS = { task: 'Fix it', provider: 'ada', target: 'far' };

describe('the question at the first start of an agent', () => {
  let storagePath: string;
  beforeEach(async () => (storagePath = await mkdtemp(join(tmpdir(), 'first-start-'))));
  afterEach(() => rm(storagePath, { recursive: true }));

  /** Where the setting cannot be written, as in a settings file with a syntax error. */
  let canSet = true;
  beforeEach(() => (canSet = true));

  function subject(questions: Questions, overrides: Partial<CommandServices> = {}, isSet = false) {
    const world = new CommandWorld();
    const persistenceChoice = new PersistenceChoice({
      storagePath: join(storagePath, 'made-by-it'),
      isSet: () => isSet,
      set: (value) =>
        canSet
          ? Promise.resolve(void world.events.push(`persistence ${value}`))
          : Promise.reject(new Error('not written')),
    });
    const deps = { ...world.deps, questions, persistenceChoice, ...overrides };
    const handlers = createCommandHandlers();
    const run = (name: CommandName, source: CommandSource = 'person') =>
      // All of the commands under test take these arguments.
      handlers[name](deps, ARGS as never, source);
    return { ...world, events: world.events, clock: world.clock, persistenceChoice, run };
  }

  for (const [answer, value] of [
    ['Keep Running', 'host'],
    ['End with the Window', 'window'],
  ] as const) {
    it(`sets ${value} before the start for ${answer}, and is asked once`, async () => {
      const questions = new ScriptedQuestions(answer);
      const { events, run } = subject(questions);
      await run('startAgent');
      await run('startAgent');
      assert.deepEqual(events, [
        `persistence ${value}`,
        'start ada-main-t9 editor',
        'start ada-main-t9 editor',
      ]);
      // Another window of the machine.
      await subject(questions).run('startAgent');
      assert.equal(questions.asked.length, 1);
      assert.deepEqual(questions.asked[0]?.closing, 'End with the Window');
    });
  }

  for (const name of ['startClaude', 'startAgent', 'newChat', 'startSsh'] as const) {
    it(`comes with ${name} of a person, and with that of no program`, async () => {
      const questions = new ScriptedQuestions('Keep Running');
      const { events, run } = subject(questions);
      await run(name, 'program');
      assert.equal(questions.asked.length, 0);
      await run(name);
      assert.ok(events.includes('persistence host'));
    });
  }

  it('sets nothing if it is dismissed, and the start goes on; it is not asked again', async () => {
    const { events, run } = subject(new ScriptedQuestions(undefined));
    await run('startAgent');
    await run('startAgent');
    assert.deepEqual(events, ['start ada-main-t9 editor', 'start ada-main-t9 editor']);
  });

  it('is asked again if its answer cannot be set', async () => {
    const { events, run } = subject(new ScriptedQuestions('Keep Running', 'Keep Running'));
    canSet = false;
    await run('startAgent');
    canSet = true;
    await run('startAgent');
    const start = 'start ada-main-t9 editor';
    assert.deepEqual(events, ['error Error: not written', start, 'persistence host', start]);
  });

  it('is asked again if its window closes before the answer, and not after it', async () => {
    let isAsked = false;
    const open = { ask: () => ((isAsked = true), new Promise(() => {})) } as unknown as Questions;
    const closing = subject(open);
    void closing.run('startAgent');
    await waitFor(() => isAsked, { limitMs: 10_000, what: 'the question' });
    closing.persistenceChoice.dispose();
    const questions = new ScriptedQuestions('Keep Running');
    const next = subject(questions);
    await next.run('startAgent');
    next.persistenceChoice.dispose();
    await subject(questions).run('startAgent');
    assert.equal(questions.asked.length, 1);
  });

  it('comes when a person resumes a conversation', async () => {
    const questions = new ScriptedQuestions('Keep Running');
    await assert.rejects(subject(questions).run('resumeConversation') ?? Promise.resolve());
    assert.equal(questions.asked.length, 1);
  });

  it('is not asked if the person has set the setting, or if nothing can start', async () => {
    const questions = new ScriptedQuestions();
    await subject(questions, {}, true).run('startAgent');
    const workspace = () => ({ folders: [], virtualSchemes: [], isTrusted: true });
    await assert.rejects(subject(questions, { workspace }).run('startAgent') ?? Promise.resolve());
    assert.deepEqual(questions.asked, []);
  });

  it('delays the start for a limited time; a late answer applies to later starts', async () => {
    let answer: (chosen: string) => void = () => {};
    const asked = new Promise<string>((resolve) => (answer = resolve));
    let isAsked = false;
    const questions = { ask: () => ((isAsked = true), asked) } as unknown as Questions;
    const { clock, events, run } = subject(questions);
    const started = run('startAgent');
    await waitFor(() => isAsked, { limitMs: 10_000, what: 'the question' });
    clock.advance(ANSWER_LIMIT_MS - 1);
    await new Promise(setImmediate);
    assert.deepEqual(events, []);
    clock.advance(1);
    await started;
    answer('Keep Running');
    await new Promise(setImmediate);
    assert.deepEqual(events, ['start ada-main-t9 editor', 'persistence host']);
  });
});

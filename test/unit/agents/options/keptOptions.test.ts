import assert from 'node:assert/strict';
import {
  KEPT_OPTIONS,
  START_OPTIONS,
  type StartOptionName,
} from '../../../../src/base/startOptions';
import type { AgentOptions } from '../../../../src/agents/startRequests';
import { KeptOptions, parseKept } from '../../../../src/agents/options/keptOptions';
import type { Conversation, Task } from '../../../../src/tasks/task';
import { conversation, taskIn } from '../../../support/views/treeSources';

const PTY_ID = 'ada-main-t1';

/** Options of a start with a value for each one that agents have. */
const ALL = {
  prompt: 'go',
  model: 'opus',
  spawnMode: 'direct',
  persistence: 'tmux',
  autoApprove: false,
  fresh: true,
  shellSetup: 'module load x',
  env: { A: 'secret' },
  extraArgs: ['-v'],
} as const satisfies AgentOptions;

const STORED = {
  model: 'opus',
  spawnMode: 'direct',
  persistence: 'tmux',
  autoApprove: false,
  shellSetup: 'module load x',
  envNames: ['A'],
  extraArgs: ['-v'],
};

describe('KeptOptions', () => {
  let tasks: Task[] = [];
  const createKept = () =>
    new KeptOptions({
      list: () => tasks,
      find: (id) => tasks.find((one) => one.id === id),
      putConversation: (_id, conversation) => Promise.resolve(void put.push(conversation)),
    });
  const put: Conversation[] = [];

  beforeEach(() => (tasks = [taskIn('app', 't1', [PTY_ID])]));

  /** Keeps options, and stores them in the task as a launch does. */
  function store(kept: KeptOptions, options: AgentOptions, startedBy?: string): Conversation {
    const stored = kept.keep('t1', { ptyId: PTY_ID, startedBy }, options);
    const [known = conversation(PTY_ID)] = tasks[0]?.conversations ?? [];
    const next = { ...known, options: stored };
    tasks = tasks.map((task) => ({ ...task, conversations: [next] }));
    return next;
  }

  it('stores all options but those of one start, and only the names of variables', () => {
    assert.deepEqual(store(createKept(), ALL).options, STORED);
    const names = new Set<StartOptionName>(KEPT_OPTIONS);
    const others = Object.entries(START_OPTIONS)
      .filter(([name, { reader }]) => reader === 'planner' && !names.has(name as StartOptionName))
      .map(([name]) => name);
    assert.deepEqual(others.sort(), ['env', 'fresh', 'prompt']);
  });

  it('stores also the values of variables that name the folder of the conversations', () => {
    const env = { CLAUDE_CONFIG_DIR: '/home/dev/claude', TOKEN: 'secret' };
    const kept = createKept();
    const stored = store(kept, { env });
    const envNames = ['CLAUDE_CONFIG_DIR', 'TOKEN'];
    const homes = { CLAUDE_CONFIG_DIR: '/home/dev/claude' };
    assert.deepEqual(stored.options, { envNames, homes });
    assert.deepEqual(kept.variablesOf(PTY_ID), env);
    assert.deepEqual(createKept().variablesOf(PTY_ID), homes);
    const options = { env: homes, envNames, ssh: undefined };
    assert.deepEqual(createKept().find(stored), { options, unreadable: [] });
    assert.equal(createKept().variablesOf('ada-chat-other'), undefined);
    const other = { homes: { LD_PRELOAD: '/x' } };
    assert.deepEqual(parseKept(other), { options: {}, unreadable: ['homes'] });
  });

  it('stores the model that an agent has changed to, beside its other options', async () => {
    const kept = createKept();
    store(kept, ALL);
    await kept.keepModel(PTY_ID, 'haiku');
    assert.deepEqual(put.at(-1)?.options, { ...STORED, model: 'haiku' });
    await kept.keepModel('ada-chat-other', 'haiku');
    assert.equal(put.length, 1);
  });

  it('finds what another window has stored since', () => {
    const kept = createKept();
    const stored = store(kept, ALL);
    const other = { ...stored, options: { model: 'haiku' } };
    assert.deepEqual(kept.find(other).options, { model: 'haiku', ssh: undefined });
  });

  it('stores nothing for a start without options, nor names that no variable can have', () => {
    const env = { 'A=B': '1', '': '2', AGENT_TERMINALS_TOKEN: '3', 'C\0': '4' };
    assert.equal(store(createKept(), {}).options, undefined);
    assert.equal(store(createKept(), { env, model: undefined }).options, undefined);
  });

  it('keeps names whose values are missing, and options of a later version unless an agent starts', () => {
    store(createKept(), ALL);
    const later = { effort: 'high', envNames: ['B'], model: 'haiku' };
    tasks = tasks.map((task) => ({
      ...task,
      conversations: task.conversations.map((one) => ({ ...one, options: later })),
    }));
    const options = { envNames: ['B'], env: { C: '1' } };
    const expected = { effort: 'high', envNames: ['B', 'C'] };
    assert.deepEqual(store(createKept(), options).options, expected);
    assert.equal(store(createKept(), {}, 'ada-chat-c1').options, undefined);
  });

  it('forgets the values of conversations that no task has any more', () => {
    const kept = createKept();
    const stored = store(kept, ALL);
    tasks = [];
    kept.keep('t2', { ptyId: 'ada-main-t2' }, {});
    assert.deepEqual(kept.find(stored).options.env, undefined);
  });
});

describe('parseKept', () => {
  it('leaves out each value that it cannot use, and names it', () => {
    const odd = {
      autoApprove: 'yes',
      extraArgs: ['-v', 5],
      envNames: ['AGENT_TERMINALS_TOKEN'],
      model: 'opus',
      persistence: null,
      env: { A: 'secret' },
      prompt: 'go',
      later: {},
    };
    assert.deepEqual(parseKept(odd), {
      options: { model: 'opus' },
      unreadable: ['persistence', 'autoApprove', 'extraArgs', 'envNames'],
    });
  });
});

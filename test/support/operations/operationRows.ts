import type { AgentTerminals } from '../../../src/client/agentTerminals';

/** A session, as an agent with a token of its own stands to it. */
export type Target =
  'itself' | 'startedAgent' | 'otherAgent' | 'startedShell' | 'shell' | 'endedAgent';

export const TARGETS: readonly Target[] = [
  'itself',
  'startedAgent',
  'otherAgent',
  'startedShell',
  'shell',
  'endedAgent',
];

const AGENTS: readonly Target[] = ['startedAgent', 'otherAgent'];

interface OperationRow {
  /** Valid input, without the id of the subject. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The same for HTTP, if that takes something else: a query. */
  readonly query?: string;
  /** With which sessions an agent may do it; undefined if it is about none. */
  readonly agent?: readonly Target[];
  /** The code with which it fails for an idle agent that has not been asked anything; undefined if it succeeds. */
  readonly code?: string;
  /** How a program calls it by the client, if it can. */
  readonly client?: (terminals: AgentTerminals, id: string) => Promise<unknown>;
  /** How a person calls it by the command line, if they can. */
  readonly verb?: (id: string) => readonly string[];
}

/** Every operation, by its name; in this order, because some end their session. */
export const OPERATION_ROWS: Readonly<Record<string, OperationRow>> = {
  list: { input: {}, client: (one) => one.list(), verb: () => ['list'] },
  get: { input: {}, agent: TARGETS, client: (one, sessionId) => one.get({ sessionId }) },
  screen: {
    input: { scrollback: 10 },
    query: '?scrollback=10',
    agent: TARGETS,
    client: (one, id) => one.screen(id, { scrollback: 10 }),
    verb: (id) => ['screen', id, '--scrollback', '10'],
  },
  lastAnswer: {
    input: {},
    agent: TARGETS,
    code: 'ILLEGAL_STATE',
    client: (one, id) => one.lastAnswer(id),
    verb: (id) => ['last-answer', id],
  },
  // The folder has no repository.
  changes: {
    input: {},
    code: 'BAD_REQUEST',
    client: (one, task) => one.changes(task),
    verb: (task) => ['changes', task],
  },
  review: {
    input: {},
    code: 'BAD_REQUEST',
    client: (one, task) => one.review(task),
    verb: (task) => ['review', task],
  },
  comment: {
    input: { path: 'a', line: 1, text: 'Why?' },
    code: 'BAD_REQUEST',
    client: (one, task) => one.comment(task, { path: 'a', line: 1, text: 'Why?' }),
    verb: (task) => ['comment', task, 'a:1', 'Why?'],
  },
  sendReview: {
    input: {},
    code: 'BAD_REQUEST',
    client: (one, task) => one.sendReview(task),
    verb: (task) => ['send-review', task],
  },
  markReviewed: {
    input: { path: 'a' },
    agent: [],
    code: 'BAD_REQUEST',
    client: (one, task) => one.markReviewed(task, 'a'),
  },
  commit: {
    input: { message: 'Change it' },
    agent: [],
    code: 'BAD_REQUEST',
    client: (one, task) => one.commit(task, { message: 'Change it' }),
    verb: (task) => ['commit', task, '--message', 'Change it'],
  },
  // No window asks the person.
  land: {
    input: {},
    agent: [],
    code: 'ILLEGAL_STATE',
    client: (one, task) => one.land(task),
    verb: (task) => ['land', task],
  },
  undoLand: {
    input: {},
    agent: [],
    code: 'ILLEGAL_STATE',
    client: (one, task) => one.undoLand(task),
    verb: (task) => ['undo-land', task],
  },
  wait: {
    input: { for: ['working'], timeoutMs: 1 },
    query: '?for=working&timeoutMs=1',
    agent: TARGETS,
    code: 'TIMEOUT',
    client: (one, id) => one.wait(id, { for: ['working'], timeoutMs: 1 }),
    verb: (id) => ['wait', id, '--for', 'working', '--timeout', '0.001'],
  },
  providers: { input: {}, client: (one) => one.providers(), verb: () => ['providers'] },
  models: { input: {}, client: (one) => one.models('fake') },
  conversations: {
    input: {},
    agent: [],
    client: (one) => one.conversations(),
    verb: () => ['conversations'],
  },
  answer: {
    input: { answer: 'deny' },
    agent: [],
    code: 'ILLEGAL_STATE',
    client: (one, id) => one.deny(id),
    verb: (id) => ['deny', id],
  },
  input: { input: { data: '' }, agent: [], client: (one, id) => one.input(id, '') },
  resize: {
    input: { cols: 80, rows: 24 },
    agent: [],
    client: (one, id) => one.resize(id, { cols: 80, rows: 24 }),
  },
  signal: { input: { signal: 'SIGINT' }, agent: [] },
  prompt: {
    input: { prompt: 'hello' },
    agent: AGENTS,
    client: (one, id) => one.prompt(id, 'hello'),
    verb: (id) => ['prompt', id, 'hello'],
  },
  ask: {
    input: { prompt: 'hello', timeoutMs: 1 },
    agent: AGENTS,
    code: 'TIMEOUT',
    client: (one, id) => one.ask(id, 'hello', { timeoutMs: 1 }),
    verb: (id) => ['ask', id, 'hello', '--timeout', '0.001'],
  },
  interrupt: {
    input: {},
    agent: AGENTS,
    client: (one, id) => one.interrupt(id),
    verb: (id) => ['interrupt', id],
  },
  fork: {
    input: { count: 1 },
    agent: ['itself', ...AGENTS],
    client: (one, id) => one.fork(id, { count: 1 }),
    verb: (id) => ['fork', id, '--count', '1'],
  },
  forkTask: {
    input: { count: 1 },
    client: (one, task) => one.forkTask(task, { count: 1 }),
    verb: (task) => ['fork', '--task', task, '--count', '1'],
  },
  resume: {
    input: {},
    agent: [],
    client: (one, id) => one.resume(id),
    verb: (id) => ['resume', id],
  },
  start: {
    input: { cwd: '/' },
    client: (one) => one.start({ cwd: '/' }),
    verb: () => ['start', '--cwd', '/'],
  },
  kill: {
    input: {},
    agent: ['startedAgent', 'startedShell'],
    client: (one, sessionId) => one.close({ sessionId }),
    verb: (id) => ['kill', id],
  },
};

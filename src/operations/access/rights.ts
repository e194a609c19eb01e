/** A session, as an agent with a token of its own stands to it. */
export type Target = keyof typeof TARGETS;

export const TARGETS = {
  itself: 'its own session',
  startedAgent: 'a running agent that it started',
  otherAgent: 'another running agent',
  startedShell: 'a session that it started, after its agent has ended',
  shell: 'a shell, another program or command line, or a session whose agent has ended',
} as const;

const ALL: readonly Target[] = ['itself', 'startedAgent', 'otherAgent', 'startedShell', 'shell'];
const AGENTS: readonly Target[] = ['startedAgent', 'otherAgent'];
const STARTED: readonly Target[] = ['startedAgent', 'startedShell'];
const NONE: readonly Target[] = [];

/**
 * What the callers of the API may do with the sessions that their token has access to. A person may
 * do everything. An agent may not type keys, because the keys that end another agent can be followed
 * by a command for its shell, and because keys answer the questions that agents ask the person.
 * For the same reason it may not answer these in another way. It may not mark its own work as reviewed,
 * commit it or land it.
 * Each operation on a session names one of these. The descriptions of routes and tools and a table in docs/api.md are made
 * from them.
 */
export const RIGHTS = {
  read: { person: ALL, agent: ALL },
  prompt: { person: ALL, agent: AGENTS },
  interrupt: { person: ALL, agent: AGENTS },
  fork: { person: ALL, agent: ['itself', ...AGENTS] },
  kill: { person: ALL, agent: STARTED },
  resume: { person: ALL, agent: NONE },
  answer: { person: ALL, agent: NONE },
  type: { person: ALL, agent: NONE },
  attach: { person: ALL, agent: NONE },
  resize: { person: ALL, agent: NONE },
  signal: { person: ALL, agent: NONE },
  review: { person: ALL, agent: NONE },
  commit: { person: ALL, agent: NONE },
  land: { person: ALL, agent: NONE },
} as const satisfies Record<string, Record<'agent' | 'person', readonly Target[]>>;

/** What a caller may do with a session. */
export type Right = keyof typeof RIGHTS;

/** Whether the holder of a token has a right to a session. */
export function isAllowed(right: Right, by: 'agent' | 'person', target: Target): boolean {
  const targets: readonly Target[] = RIGHTS[right][by];
  return targets.includes(target);
}

/** Whether an agent has a right to any session. */
export function isForAgents(right: Right): boolean {
  return RIGHTS[right].agent.length > 0;
}

/** The sessions to which an agent has a right, as one clause. */
export function describeRights(right: Right): string {
  const targets: readonly Target[] = RIGHTS[right].agent;
  if (targets.length === ALL.length) {
    return 'any session of its folder';
  }
  const names = targets.map((target) => TARGETS[target]);
  return names.length === 0 ? 'no session' : names.join(', ').replace(/, (?=[^,]*$)/, ' or ');
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { hookEvents, type HookSupport } from '../../../../src/providers/model/hookSupport';
import { readConversationId, readHook } from '../../../../src/status/sources/hookSignal';

const COMMAND = 'echo fake-tool-ran > fake-tool.txt';

/** The expected state of each recorded payload; `-`: none, as for events without a hook. */
const EXPECTED_STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  claude: {
    'SessionStart:startup': 'idle',
    'SessionStart:compact': '-',
    InstructionsLoaded: '-',
    UserPromptSubmit: 'working',
    PreToolUse: '-',
    PermissionRequest: `permission Bash: ${COMMAND}`,
    'Notification:permission_prompt': '-',
    'Notification:idle_prompt': '-',
    PostToolUse: 'working',
    PostToolBatch: '-',
    Stop: 'done',
    StopFailure: 'failed API Error: 400 fake failure 400',
    PreCompact: '-',
    PostCompact: '-',
    SubagentStop: '-',
    SessionEnd: '-',
  },
  codex: {
    SessionStart: '-',
    UserPromptSubmit: 'working',
    PreToolUse: '-',
    PermissionRequest: `permission Bash: ${COMMAND}`,
    PostToolUse: 'working',
    Stop: 'done',
  },
  qwen: {
    SessionStart: 'idle',
    UserPromptSubmit: 'working',
    PreToolUse: '-',
    PermissionRequest: `permission run_shell_command: ${COMMAND}`,
    Notification: '-',
    PostToolUse: 'working',
    Stop: 'done',
    SessionEnd: '-',
  },
  copilot: {
    sessionStart: '-',
    userPromptSubmitted: 'working',
    preToolUse: '-',
    permissionRequest: '-',
    notification: `permission Run command: ${COMMAND}`,
    postToolUse: 'working',
    agentStop: 'done',
    errorOccurred: 'failed {"message":"fake failure 400","type":"invalid_request_error"}',
    sessionEnd: '-',
  },
  opencode: {
    'session.status:busy': 'working',
    'session.status:idle': '-',
    'session.status:child': '-',
    'permission.asked': `permission bash: ${COMMAND}`,
    'permission.replied': 'working',
    'session.idle': 'done',
    'session.idle:interrupted': 'idle',
    'session.idle:failed': 'failed APIError',
    'session.idle:child': '-',
  },
  kilocode: {
    'session.status:busy': 'working',
    'session.status:idle': '-',
    'session.status:child': '-',
    'permission.asked': `permission bash: ${COMMAND}`,
    'permission.replied': 'working',
    'session.idle': 'done',
    'session.idle:interrupted': 'idle',
    'session.idle:failed': 'failed APIError',
    'session.idle:child': '-',
  },
  pi: {
    session_start: '-',
    agent_start: 'working',
    agent_end: 'done',
    'agent_end:interrupted': 'idle',
    'agent_end:failed': '-',
  },
  commandcode: {
    onSessionStart: '-',
    run_start: 'working',
    'interaction_requested:permission': 'permission shell_command',
    'interaction_requested:question': 'question undefined',
    interaction_resolved: 'working',
    run_error: 'failed The stand-in was asked to fail.',
    run_end: 'done',
    'run_end:interrupted': 'idle',
    'run_end:denied': 'idle',
    'run_end:failed': '-',
  },
  droid: {
    'SessionStart:startup': '-',
    'SessionStart:child': '-',
    UserPromptSubmit: 'working',
    'UserPromptSubmit:child': '-',
    PreToolUse: '-',
    'Notification:permission_prompt':
      'permission Factory CLI needs permission to execute 1 tool(s)',
    'Notification:idle_prompt': 'idle',
    PostToolUse: 'working',
    Stop: 'done',
    'Stop:child': '-',
    SubagentStop: '-',
    SessionEnd: '-',
    'SessionEnd:child': '-',
  },
};

/** The conversation of the session, where only that tells the events of sub-agents apart. */
const CONVERSATIONS: Readonly<Record<string, string>> = {
  droid: '2dd99dd8-88fb-4e07-af38-3f4ef811b6a3',
};

describe('readHook', () => {
  for (const [id, expectedStates] of Object.entries(EXPECTED_STATES)) {
    describe(`of ${id}`, () => {
      const payloads = readPayloads(id);

      it('has an expectation for every recorded payload', () => {
        assert.deepEqual(Object.keys(payloads).sort(), Object.keys(expectedStates).sort());
      });

      for (const [key, expected] of Object.entries(expectedStates)) {
        it(`reads ${key} as ${expected}`, () => {
          assert.equal(read(id, key, payloads[key]), expected);
        });
      }

      it('returns nothing for a malformed payload', () => {
        for (const event of hookEvents(readingOf(id))) {
          for (const payload of [undefined, null, 'done', 7, []]) {
            assert.equal(read(id, event, payload), '-');
            assert.equal(readConversationId(supportOf(id), eventOf(event, payload)), undefined);
          }
        }
      });
    });
  }

  it('returns the source, the rule, the reason and the time', () => {
    assert.deepEqual(readHook(supportOf('claude'), eventOf('Stop', {})), {
      source: 'hook',
      state: { kind: 'done' },
      ruleId: 'Stop',
      reason: 'its hook Stop reported it',
      at: 5,
    });
  });

  it('counts the work in the background that runs at the end of a turn', () => {
    const states = (tasks: unknown): unknown =>
      readHook(supportOf('claude'), eventOf('Stop', { background_tasks: tasks }))?.state;
    const running = { id: 'b1', type: 'shell', status: 'running' };
    assert.deepEqual(states([running, { status: 'pending' }, { status: 'completed' }]), {
      kind: 'working',
      background: 2,
    });
    const many = Array.from({ length: 10_000 }, () => running);
    assert.deepEqual(states(many), { kind: 'working', background: 10_000 });
    for (const malformed of [undefined, null, [], {}, 'running', 7, [null, 7, 'x', [], {}]]) {
      assert.deepEqual(states(malformed), { kind: 'done' });
    }
  });

  it('ignores what a sub-agent reports', () => {
    for (const event of ['Stop', 'PostToolUse', 'PermissionRequest']) {
      assert.equal(read('claude', event, { agent_id: 'a1' }), '-');
    }
  });

  it('returns a question on one line, without control characters, cut if it is too long', () => {
    const command = `a\nb\x1b[31m\x07${'c'.repeat(1000)}`;
    const payload = { tool_name: 'Bash', tool_input: { command } };
    const text = read('claude', 'PermissionRequest', payload);
    assert.match(text, /^permission Bash: a b\[31mc+…$/);
    assert.equal(text.length, 'permission '.length + 300);
  });

  it('reads nothing from prototypes, and changes none [A41]', () => {
    const payload: unknown = JSON.parse(
      '{"tool_name":"Bash","__proto__":{"tool_input":{"command":"planted"},"agent_id":"a1"}}',
    );
    assert.equal(read('claude', 'PermissionRequest', payload), 'permission Bash');
    assert.equal(({} as { agent_id?: unknown }).agent_id, undefined);
  });

  it('reads a payload that is nested deeply [A41]', () => {
    const depth = 400_000;
    const nested = '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
    const payload: unknown = JSON.parse(`{"tool_name":"Bash","tool_input":${nested}}`);
    assert.equal(read('claude', 'PermissionRequest', payload), 'permission Bash');
  });

  it('counts all events until the conversation is known', () => {
    const event = eventOf('Stop', readPayloads('droid')['Stop:child']);
    assert.equal(readHook(supportOf('droid'), event)?.state.kind, 'done');
  });

  it('returns limited if the failure is a rate limit', () => {
    assert.equal(read('claude', 'StopFailure', { error: 'rate_limit' }), 'limited');
  });

  it('returns no words of an error if the payload has none, and finds others', () => {
    const failure = (payload: unknown): string => read('qwen', 'StopFailure', payload);
    assert.equal(failure({}), 'failed');
    assert.equal(failure({ last_assistant_message: '\n' }), 'failed');
    assert.equal(failure({ error: 'server_error' }), 'failed server_error');
  });

  it('returns done if the limit of an answer has cut it', () => {
    assert.equal(read('pi', 'agent_end', { stopReason: 'length' }), 'done');
  });

  it('returns nothing for a CLI without hooks', () => {
    assert.equal(readHook({ kind: 'none' }, eventOf('Stop', {})), undefined);
  });
});

describe('readConversationId', () => {
  const conversationIds: readonly (readonly [string, string, string | undefined])[] = [
    ['claude', 'SessionStart:startup', '66666666-2222-4333-8444-555555555555'],
    ['claude', 'UserPromptSubmit', undefined],
    ['codex', 'SessionStart', '01a20030-1be3-71d2-9926-989586b12218'],
    ['copilot', 'sessionStart', 'a69956d6-6069-494d-8901-f4d3963d1307'],
    ['qwen', 'SessionStart', '11111111-2222-4333-8444-555555555555'],
    ['opencode', 'session.status:busy', 'ses_dfe2c3819ffekFWZtD3ZQMBCjx'],
    ['opencode', 'session.status:child', undefined],
    ['kilocode', 'session.status:busy', 'ses_df0f8eebeffeZ6bsgnIMRgbhN6'],
    ['kilocode', 'session.status:child', undefined],
    ['pi', 'session_start', '01a213de-adc9-7d88-b291-5e83fba1a0a6'],
    ['commandcode', 'onSessionStart', 'dc616d9d-943d-4dae-924c-a6e0f455c805'],
    ['commandcode', 'run_start', undefined],
    ['droid', 'SessionStart:startup', '2dd99dd8-88fb-4e07-af38-3f4ef811b6a3'],
    ['droid', 'SessionStart:child', undefined],
  ];
  for (const [id, key, expected] of conversationIds) {
    it(`finds ${expected} in ${key} of ${id}`, () => {
      const event = eventOf(key.replace(/:.*/, ''), readPayloads(id)[key]);
      assert.equal(readConversationId(supportOf(id), event), expected);
    });
  }

  for (const id of ['', '--resume', '../../etc', 'a b', 'x'.repeat(200), 7, null]) {
    it(`rejects ${JSON.stringify(id)} as an id`, () => {
      const event = eventOf('SessionStart', { session_id: id });
      assert.equal(readConversationId(supportOf('claude'), event), undefined);
    });
  }
});

function read(id: string, key: string, payload: unknown): string {
  const event = eventOf(key.replace(/:.*/, ''), payload);
  const state = readHook(supportOf(id), event, CONVERSATIONS[id])?.state;
  if (state?.kind === 'failed') {
    return ['failed', ...(state.error === undefined ? [] : [state.error])].join(' ');
  }
  return state?.kind === 'needsInput' ? `${state.need} ${state.question}` : (state?.kind ?? '-');
}

function eventOf(name: string, payload: unknown) {
  return { ptyId: `any-main-task_1`, name, payload, at: 5 };
}

function supportOf(id: string): HookSupport {
  return BUILT_IN_PROVIDERS.find((provider) => provider.id === id)?.hooks ?? { kind: 'none' };
}

function readingOf(id: string): Exclude<HookSupport, { kind: 'none' }> {
  const support = supportOf(id);
  assert.ok(support.kind !== 'none');
  return support;
}

function readPayloads(id: string): Readonly<Record<string, unknown>> {
  const path = join(import.meta.dirname, '../../..', 'fixtures', 'hooks', `${id}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}

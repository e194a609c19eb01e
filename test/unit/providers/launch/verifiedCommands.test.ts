import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import type { AgentIntent } from '../../../../src/providers/launch/agentCommand';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { configOf, planFor } from '../../../support/agents/agentCommands';

const UUID = '6e1b3f2a-8d52-4c1e-9b3a-2f7d1c0e4a55';
const PROMPT = 'Fix the bug';
const TYPED = 'typed';
const REFUSED = 'refused';

/** The arguments of each verified CLI; `typed` and `refused` are outcomes, not arguments. */
interface Row {
  /** A new conversation without options. */
  readonly plain: string;
  /** With auto-approve. */
  readonly approve: string;
  /** What a prompt of several words adds. */
  readonly prompt: string;
  /** What a model named M adds, before the prompt. */
  readonly model: string;
  /** All arguments of a new conversation with an id of our choice. */
  readonly fresh: string;
  /** Resuming the conversation UUID. */
  readonly resume: string;
  readonly resumeLast: string;
}

const ROWS: Readonly<Record<string, Row>> = {
  claude: {
    plain: '',
    approve: '--dangerously-skip-permissions',
    prompt: '-- PROMPT',
    model: '--model M',
    fresh: '--session-id UUID',
    resume: '--resume UUID',
    resumeLast: '--continue',
  },
  codex: {
    plain: '--no-daemon',
    approve: '--no-daemon --dangerously-bypass-approvals-and-sandbox',
    prompt: '--no-daemon -- PROMPT',
    model: '--no-daemon -m M',
    fresh: '--no-daemon',
    resume: 'resume UUID --no-daemon',
    resumeLast: 'resume --last --no-daemon',
  },
  gemini: {
    plain: '',
    approve: '--approval-mode=yolo',
    prompt: '-i PROMPT',
    model: '-m M',
    fresh: '--session-id UUID',
    resume: '--resume UUID',
    resumeLast: '--resume',
  },
  qwen: {
    plain: '',
    approve: '--approval-mode=yolo',
    prompt: '-i PROMPT',
    model: '-m M',
    fresh: '--session-id UUID',
    resume: '--resume UUID',
    resumeLast: '--continue',
  },
  opencode: {
    plain: '',
    approve: '--auto',
    prompt: '--prompt PROMPT',
    model: '-m M',
    fresh: '',
    resume: '--session UUID',
    resumeLast: '--continue',
  },
  copilot: {
    plain: '',
    approve: '--allow-all-tools',
    prompt: '-i PROMPT',
    model: '--model M',
    fresh: '--session-id UUID',
    resume: '--resume=UUID',
    resumeLast: '--continue',
  },
  droid: {
    plain: '',
    approve: '--auto high',
    prompt: 'PROMPT',
    model: REFUSED,
    fresh: '',
    resume: '--resume UUID',
    resumeLast: '--resume --last',
  },
  amp: {
    plain: '',
    approve: '--dangerously-allow-all',
    prompt: TYPED,
    model: '-m M',
    fresh: '',
    resume: 'threads continue UUID',
    resumeLast: 'threads continue --last',
  },
  commandcode: {
    plain: '--skip-onboarding',
    approve: '--skip-onboarding --yolo',
    prompt: '--skip-onboarding PROMPT',
    model: '--skip-onboarding --model M',
    fresh: '--skip-onboarding',
    resume: '--resume UUID --skip-onboarding',
    resumeLast: '--continue --skip-onboarding',
  },
  auggie: {
    plain: '--allow-indexing',
    approve: '--allow-indexing',
    prompt: '--allow-indexing PROMPT',
    model: '--allow-indexing -m M',
    fresh: '--allow-indexing',
    resume: '--resume UUID --allow-indexing',
    resumeLast: REFUSED,
  },
  cline: {
    plain: '-i --auto-approve false',
    approve: '-i --auto-approve true',
    prompt: '-i --auto-approve false -- PROMPT',
    model: '-i --auto-approve false -m M',
    fresh: '-i --auto-approve false',
    resume: '--id UUID -i --auto-approve false',
    resumeLast: REFUSED,
  },
  kilocode: {
    plain: '',
    approve: '--auto',
    prompt: '--prompt PROMPT',
    model: '-m M',
    fresh: '',
    resume: '--session UUID',
    resumeLast: '--continue',
  },
  kimi: {
    plain: '',
    approve: '--auto',
    prompt: TYPED,
    model: '-m M',
    fresh: '',
    resume: '--session UUID',
    resumeLast: '--continue',
  },
  mastracode: {
    plain: '',
    approve: '',
    prompt: TYPED,
    model: REFUSED,
    fresh: '',
    resume: REFUSED,
    resumeLast: '',
  },
  continue: {
    plain: '',
    approve: '--auto',
    prompt: '-- PROMPT',
    model: '--model M',
    fresh: '',
    resume: REFUSED,
    resumeLast: '--resume',
  },
  pi: {
    plain: '',
    approve: '',
    prompt: 'PROMPT',
    model: '--model M',
    fresh: '',
    resume: '--session UUID',
    resumeLast: '--continue',
  },
  grok: {
    plain: '',
    approve: '--always-approve',
    prompt: '-- PROMPT',
    model: '-m M',
    fresh: '--session-id UUID',
    resume: '--resume UUID',
    resumeLast: '--continue',
  },
  qoder: {
    plain: '',
    approve: '--dangerously-skip-permissions',
    prompt: 'PROMPT',
    model: '-m M',
    fresh: '--session-id UUID',
    resume: '--resume UUID',
    resumeLast: '--continue',
  },
  letta: {
    plain: '--new',
    approve: '--new --yolo',
    prompt: TYPED,
    model: '--new -m M',
    fresh: '--new',
    resume: REFUSED,
    resumeLast: '',
  },
};

const INTENTS = {
  plain: {},
  approve: { autoApprove: true },
  prompt: { prompt: PROMPT },
  model: { model: 'M' },
  fresh: { conversation: { kind: 'fresh', uuid: UUID } },
  resume: { conversation: { kind: 'resume', id: UUID } },
  resumeLast: { conversation: { kind: 'resumeLast' } },
} as const satisfies Record<keyof Row, Partial<AgentIntent>>;

describe('commands of the verified CLIs', () => {
  it('are listed for every verified CLI', () => {
    const verified = BUILT_IN_PROVIDERS.filter((p) => p.verification.kind !== 'unverified');
    assert.deepEqual(verified.map((p) => p.id).sort(), Object.keys(ROWS).sort());
  });

  for (const [id, row] of Object.entries(ROWS)) {
    it(`match the list for ${id}`, () => {
      const actual = Object.entries(INTENTS).map(([name, intent]) => [name, outcome(id, intent)]);
      assert.deepEqual(Object.fromEntries(actual), row);
    });
  }
});

function outcome(id: string, intent: Partial<AgentIntent>): string {
  try {
    const { args, prompt } = planFor(configOf(id), intent);
    const words = args.map((arg) => arg.replace(UUID, 'UUID').replace(PROMPT, 'PROMPT'));
    return typeof prompt === 'object' ? TYPED : words.join(' ');
  } catch (error) {
    assert.ok(SessionError.is(error, 'BAD_REQUEST'));
    return REFUSED;
  }
}

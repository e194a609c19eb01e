import assert from 'node:assert/strict';
import { NoticePrinter } from '../../../src/cli/noticePrinter';
import { runCli } from '../../../src/cli/runCli';
import type { CliIo } from '../../../src/cli/verb';
import { VERBS } from '../../../src/cli/verbs/allVerbs';
import type { AgentTerminals } from '../../../src/client/agentTerminals';
import { ClientError } from '../../../src/client/clientError';
import type { AskResult } from '../../../src/client/clientOptions';

const ANSWER: AskResult = { response: 'all of it', ms: 5, endedBy: 'hook' };
const LATE = new ClientError('TIMEOUT', 'It took too long.', 'half of it');

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe('runCli', () => {
  /** Whether its output goes to a terminal. */
  let isTerminal = false;
  /** The notices of a core in this process. */
  let ofOwnCore: readonly string[] = [];

  beforeEach(() => {
    isTerminal = false;
    ofOwnCore = [];
  });

  /** Runs the command line against a window that answers an ask by `ask`. */
  async function run(ask: () => Promise<AskResult>, ...argv: readonly string[]): Promise<Ran> {
    let stdout = '';
    let stderr = '';
    const started = { id: 'new', notices: ['It differs.\x1bc'] };
    const terminals = {
      ask,
      start: () => Promise.resolve(started),
      resume: () => Promise.resolve(started),
      fork: () => Promise.resolve([started]),
      forkTask: () => Promise.resolve([{ sessions: [started] }]),
      async *askStream() {
        yield 'all';
        return ask();
      },
      async *events() {
        await Promise.resolve();
        yield {
          type: 'output',
          sessionId: 'id',
          data: '\x1b]52;c;eA==\x07\x1b[31mred\x9b2J\u2028',
        };
        yield { type: 'exit', sessionId: 'id', exitCode: 0 };
        yield { type: 'activity', sessionId: 'id', activity: { kind: 'done' } };
      },
    };
    const io = {
      stdin: { isTTY: true },
      stdout: { isTTY: isTerminal, write: (text: string) => (stdout += text) },
      stderr: { isTTY: isTerminal, write: (text: string) => (stderr += text) },
      ...{ env: {}, cwd: '/' },
      // The verbs of these tests use no other members.
      connect: () => terminals as unknown as AgentTerminals,
      headless: { open: () => Promise.resolve(), close: () => Promise.resolve() },
    };
    const { print, printAnswer } = new NoticePrinter(io.stderr as unknown as NodeJS.WriteStream);
    ofOwnCore.forEach(print);
    Object.assign(io, { printNotices: printAnswer });
    const code = await runCli(argv, VERBS, io as unknown as CliIo);
    return { code, stdout, stderr };
  }

  const answers = (): Promise<AskResult> => Promise.resolve(ANSWER);
  const fails = (): Promise<AskResult> => Promise.reject(LATE);

  it('prints an answer, for a person and as JSON', async () => {
    assert.deepEqual(await run(answers, 'ask', 'id', 'well?'), {
      ...{ code: 0, stdout: 'all of it\n', stderr: '' },
    });
    assert.deepEqual(await run(answers, 'ask', 'id', 'well?', '--json'), {
      ...{ code: 0, stdout: `${JSON.stringify(ANSWER)}\n`, stderr: '' },
    });
    const streamed = await run(answers, 'ask', 'id', 'well?', '--stream');
    assert.equal(
      streamed.stdout,
      `{"event":"delta","text":"all","added":"all"}\n${JSON.stringify({ event: 'done', ...ANSWER })}\n`,
    );
  });

  it('prints the partial answer of a failed ask, and the error', async () => {
    assert.deepEqual(await run(fails, 'ask', 'id', 'well?'), {
      code: 5,
      stdout: 'half of it\n',
      stderr: 'agent-terminals: It took too long. (TIMEOUT)\n',
    });
    const { code, stdout, stderr } = await run(fails, 'ask', 'id', 'well?', '--json');
    assert.deepEqual([code, stdout], [5, '']);
    assert.deepEqual(JSON.parse(stderr), {
      error: { code: 'TIMEOUT', message: 'It took too long.', response: 'half of it' },
    });
  });

  it('exits with a code of its own if the agent asks a question, and prints it', async () => {
    const message = 'Ada asks "May I?": answer that to continue.';
    const asks = () => Promise.reject(new ClientError('NEEDS_INPUT', message, 'so far', 'May I?'));
    assert.deepEqual(await run(asks, 'ask', 'id', 'well?'), {
      code: 6,
      stdout: 'so far\n',
      stderr: `agent-terminals: ${message} (NEEDS_INPUT)\n`,
    });
    const { stderr } = await run(asks, 'ask', 'id', 'well?', '--json');
    assert.deepEqual(JSON.parse(stderr), {
      error: { code: 'NEEDS_INPUT', message, response: 'so far', question: 'May I?' },
    });
  });

  it('removes control sequences of an answer for a terminal, and prints it exactly elsewhere', async () => {
    const acting = 'a\tb\n\x1b]52;c;eA==\x07\x1b[31mred\x1b[0m\x9b2J\x1bc\rend\x7f\x08';
    const answered = () => Promise.resolve({ ...ANSWER, response: acting });
    const blocked = () => Promise.reject(new ClientError('AGENT_BLOCKED', acting, acting));
    assert.equal((await run(answered, 'ask', 'id', 'well?')).stdout, `${acting}\n`);
    assert.equal((await run(blocked, 'ask', 'id', 'well?')).stdout, `${acting}\n`);
    isTerminal = true;
    for (const ask of [answered, blocked]) {
      const { stdout, stderr } = await run(ask, 'ask', 'id', 'well?');
      assert.match(stdout, /^a\tb\n.*red.*end\n$/);
      assert.doesNotMatch(stdout + stderr, /[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
    }
  });

  it('prints the notices of a start once, to stderr, and as JSON in the answer', async () => {
    const verbs = [['start'], ['resume', 'id'], ['fork', 'id'], ['fork', '--task', 'id']];
    for (const verb of verbs) {
      const stderr = 'agent-terminals: It differs.\x1bc\n';
      assert.deepEqual(await run(answers, ...verb), { code: 0, stdout: 'new\n', stderr });
      const asJson = await run(answers, ...verb, '--json');
      assert.deepEqual([asJson.stderr, /"notices":\["It differs/.test(asJson.stdout)], ['', true]);
      ofOwnCore = ['It differs.\x1bc'];
      assert.equal((await run(answers, ...verb)).stderr, stderr);
      ofOwnCore = [];
    }
    isTerminal = true;
    const { stderr } = await run(answers, 'start');
    assert.equal(stderr, 'agent-terminals: It differs.\n');
  });

  it('prints usage errors, also as JSON', async () => {
    const { code, stderr } = await run(answers, 'nonsense', '--json');
    assert.equal(code, 2);
    assert.equal((JSON.parse(stderr) as { error: { code: string } }).error.code, 'USAGE');
    assert.equal((await run(answers, 'ask', 'id')).code, 2);
    assert.equal((await run(answers, 'ask', 'id', 'x', '--timeout', '1e3')).code, 2);
  });

  it('prints one line per event, without control sequences', async () => {
    const { code, stdout } = await run(answers, 'events');
    assert.deepEqual(stdout.split('\n'), [
      'output  id   ]52;c;eA== [31mred 2J ',
      'exit  id  0',
      'activity  id  done',
      '',
    ]);
    assert.equal(code, 1, 'the window ended the events');
    const { stdout: json } = await run(answers, 'events', '--json');
    assert.ok(!/[\x00-\x09\x0b-\x1f]/.test(json), JSON.stringify(json));
  });

  it('prints its help, which is a failure only without arguments', async () => {
    assert.deepEqual([(await run(answers)).code, (await run(answers, '--help')).code], [2, 0]);
  });
});

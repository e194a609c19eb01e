import assert from 'node:assert/strict';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCli } from '../../../../src/cli/runCli';
import type { CliIo } from '../../../../src/cli/verb';
import { VERBS } from '../../../../src/cli/verbs/allVerbs';
import { connect } from '../../../../src/client/connect/connect';
import {
  refuses,
  runsNothing,
  testEntryPoints,
  useUntrustedWorkspace,
  type EntryPoint,
} from '../../../support/agents/untrustedWorkspace';
import { useSharedApi } from '../../../support/api/useApi';

describe('the command line in a workspace without trust [S6]', function () {
  this.timeout(60_000);
  const api = useSharedApi();
  const workspace = useUntrustedWorkspace(api.fixture);

  /**
   * The output of a command line. Its input ends after the first output; if the program would not
   * end either, that output ends it.
   */
  async function run(argv: readonly string[], input = '', isEndless = false): Promise<string> {
    let text = '';
    const stdin = new PassThrough();
    stdin[input === '' ? 'end' : 'write'](input);
    const write = (part: string | Uint8Array): boolean => {
      text += Buffer.from(part).toString();
      stdin.end();
      if (isEndless) {
        throw new Error('That is enough.');
      }
      return true;
    };
    const io = {
      stdin,
      stdout: Object.assign(new PassThrough(), { write }),
      stderr: { write: (part: string) => (text += part) },
      env: { AGENT_TERMINALS_HOME: join(api.windows, '..') },
      cwd: api.fixture.folder,
      connect,
      headless: { open: () => Promise.resolve(), close: () => Promise.resolve() },
      onSignal: () => {},
    };
    // The verbs use no other members of the streams.
    await runCli(argv, VERBS, io as unknown as CliIo);
    return text;
  }

  const line =
    (...argv: readonly string[]) =>
    () =>
      run(argv);
  const ofAgent =
    (verb: string, ...argv: readonly string[]) =>
    () =>
      run([verb, workspace.agent, ...argv]);

  /** Every verb. */
  const ROWS: Readonly<Record<string, EntryPoint>> = {
    start: refuses(
      line('start'),
      line('start', 'fake', '--prompt', 'hello'),
      line('start', '--', '/bin/sh', '-c', 'true'),
      line('start', 'fake', '--task', 'Other', '--worktree'),
    ),
    fork: refuses(
      ofAgent('fork'),
      ofAgent('fork', '--worktree'),
      () => run(['fork', '--task', workspace.taskId, '--worktree']),
      async () => run(['fork', '--task', await workspace.startSpareTask()]),
    ),
    providers: refuses(line('providers')),
    serve: refuses(() =>
      run(['serve', '--stdio'], '{"id": 1, "method": "start", "params": {"provider": "fake"}}\n'),
    ),
    mcp: refuses(() =>
      run(
        ['mcp'],
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "start_agent", "arguments": {"provider": "fake"}}}\n',
      ),
    ),
    list: runsNothing('lists sessions', line('list')),
    attach: runsNothing('shows a running session', ofAgent('attach')),
    ask: runsNothing('types into a running session', ofAgent('ask', 'hello', '--timeout', '0.1')),
    prompt: runsNothing('types into a running session', ofAgent('prompt', 'hello')),
    approve: runsNothing('types into a running session', ofAgent('approve', '--shown', 'Allow?')),
    deny: runsNothing('types into a running session', ofAgent('deny')),
    reply: runsNothing('types into a running session', ofAgent('reply', 'hello')),
    conversations: runsNothing('reads what agents have stored', line('conversations')),
    resume: refuses(async () => run(['resume', await workspace.startEnded()])),
    wait: runsNothing('waits for a state', ofAgent('wait', '--for', 'exit', '--timeout', '0.1')),
    interrupt: runsNothing('types a key', async () =>
      run(['interrupt', await workspace.startSpare()]),
    ),
    kill: runsNothing('ends a session', async () => run(['kill', await workspace.startSpare()])),
    events: runsNothing('reports what happens', () => run(['events'], '', true)),
    screen: runsNothing('reads a screen', ofAgent('screen')),
    'last-answer': runsNothing('reads an answer', ofAgent('last-answer')),
    changes: refuses(() => run(['changes', workspace.taskId])),
    review: refuses(() => run(['review', workspace.taskId])),
    comment: refuses(() => run(['comment', workspace.taskId, 'a:1', 'Why?'])),
    'send-review': refuses(async () => {
      await workspace.addDraft();
      return run(['send-review', workspace.taskId]);
    }),
    commit: refuses(() => run(['commit', workspace.taskId, '--message', 'Change it'])),
    land: refuses(workspace.withConsent(() => run(['land', workspace.taskId]))),
    'undo-land': refuses(
      workspace.withConsent(async () => {
        await workspace.landTask();
        return run(['undo-land', workspace.taskId]);
      }),
    ),
  };

  it('has a row for each verb', () => {
    assert.deepEqual(Object.keys(ROWS).sort(), VERBS.map(({ name }) => name).sort());
  });

  it('reaches the window', async () => {
    assert.match(await run(['list']), /Till/);
  });

  testEntryPoints(workspace, ROWS);
});

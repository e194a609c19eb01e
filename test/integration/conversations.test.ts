import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { StartedSession } from '../../src/commands/commandServices';
import type { Core } from '../../src/main/core';
import { CLAUDE_LIKE } from '../support/agents/claudeLike';
import { activateExtension, clearAll, Watcher } from './support/extensionApi';
import { setUserSetting } from './support/scriptedAgent';

const ARGS = { folder: 'alpha', task: 'Count' };

describe('commands on conversations', () => {
  let api: Core;
  let directory = '';
  const watchers: Watcher[] = [];

  before(async () => {
    api = (await activateExtension()).internals;
    directory = await mkdtemp(join(tmpdir(), 'agent-terminals-conversations-'));
    const cli = join(directory, 'claude-like');
    await writeFile(cli, CLAUDE_LIKE, { mode: 0o755 });
    await setUserSetting('providers', { claude: { cli } });
  });
  afterEach(async () => {
    await clearAll(api);
    watchers.splice(0).forEach((watcher) => watcher.dispose());
  });
  after(async () => {
    await setUserSetting('providers', undefined);
    await rm(directory, { recursive: true, force: true });
  });

  /** Runs a command, and waits until the agent prints how it began. */
  async function start(command: string, args: object, begins: string): Promise<Started> {
    const started = await vscode.commands.executeCommand<StartedSession | undefined>(
      `agentTerminals.${command}`,
      args,
    );
    assert.ok(started, 'no session was started');
    const watcher = new Watcher(api, started.session);
    watchers.push(watcher);
    await watcher.until(`began by ${begins}`);
    return { ...started, watcher };
  }

  /** A session that has read one line, and has ended. */
  async function endedSession(line: string): Promise<StartedSession> {
    const { session, task, watcher } = await start('startClaude', ARGS, '--session-id');
    watcher.type(`${line}\r`);
    await watcher.until(`heard ${line}`);
    await vscode.commands.executeCommand('agentTerminals.killSession', { session });
    return { session, task };
  }

  for (const command of ['resumeConversation', 'openSession', 'restartSession']) {
    it(`resume an ended conversation by ${command}`, async () => {
      const { session } = await endedSession('apples');
      const { watcher } = await start(command, { session }, '--resume');
      watcher.type('recall\r');
      await watcher.until('recalls:apples');
    });
  }

  it('resume by a start in the same task, and begin a new conversation if requested', async () => {
    const { session, task } = await endedSession('pears');
    const again = await start('startClaude', { ...ARGS, task }, '--resume');
    assert.equal(again.session, session);
    await vscode.commands.executeCommand('agentTerminals.killSession', { session });
    await start('startClaude', { ...ARGS, task, fresh: true }, '--session-id');
  });

  it('begin a new conversation by a restart if requested', async () => {
    const { session } = await endedSession('plums');
    await start('restartSession', { session, fresh: true }, '--session-id');
  });

  it('show a running session instead of resuming its conversation', async () => {
    const { session } = await start('startClaude', ARGS, '--session-id');
    await vscode.commands.executeCommand('agentTerminals.resumeConversation', { session });
    assert.deepEqual([vscode.window.terminals.length, api.sessions.list().length], [1, 1]);
  });

  it('ignore unknown and invalid session ids', async () => {
    for (const args of [{ session: 'claude-main-x' }, { session: 5 }]) {
      await vscode.commands.executeCommand('agentTerminals.resumeConversation', args);
    }
    assert.deepEqual([api.sessions.list(), vscode.window.terminals], [[], []]);
  });
});

interface Started extends StartedSession {
  readonly watcher: Watcher;
}

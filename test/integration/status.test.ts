import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { StartedSession } from '../../src/commands/commandServices';
import { COMMANDS, STATUS_SCHEME } from '../../src/config/contributions';
import type { Core } from '../../src/main/core';
import type { ActivityState } from '../../src/status/activity';
import { parseScreenCase } from '../../src/status/screens/screenCase';
import { waitFor } from '../support/waitFor';
import { activateExtension, clearAll, Watcher } from './support/extensionApi';
import { SCRIPTED, ScriptedAgent } from './support/scriptedAgent';

const QUESTION = 'Run the tests?';
const BLOCKED_REPORT = `state=blocked:kind=permission:msg=${Buffer.from(QUESTION).toString('base64')}`;

describe('the status that an agent reports', () => {
  let api: Core;
  let agent: ScriptedAgent;
  const watchers: Watcher[] = [];

  before(async () => {
    api = (await activateExtension()).internals;
    agent = await ScriptedAgent.install();
  });
  afterEach(async () => {
    watchers.splice(0).forEach((watcher) => watcher.dispose());
    await clearAll(api);
  });
  after(() => agent.remove());

  async function run<T>(command: string, args?: unknown): Promise<T | undefined> {
    return vscode.commands.executeCommand(command, ...(args === undefined ? [] : [args]));
  }

  async function start(task: string): Promise<Watcher> {
    const args = { provider: SCRIPTED, folder: 'alpha', task };
    const started = await run<StartedSession>(COMMANDS.startAgent, args);
    assert.ok(started, 'no session was started');
    const watcher = new Watcher(api, started.session);
    watchers.push(watcher);
    await watcher.until('size');
    return watcher;
  }

  const until = (condition: () => boolean, what: string | (() => string)): Promise<void> =>
    waitFor(condition, { limitMs: 10_000, what });

  async function report(
    watcher: Watcher,
    body: string,
    kind: ActivityState['kind'],
  ): Promise<void> {
    watcher.type(`report ${body}\r`);
    await until(
      () => api.status.get(watcher.sessionId).state.kind === kind,
      () => `${kind}; it is ${JSON.stringify(api.status.get(watcher.sessionId))}`,
    );
  }

  function terminalOf(task: string): vscode.Terminal | undefined {
    return vscode.window.terminals.find(({ name }) => name.includes(task));
  }

  it('is shown in the name of the terminal until the agent exits [smoke]', async () => {
    const watcher = await start('Marked');
    await report(watcher, BLOCKED_REPORT, 'needsInput');
    const named = (name: string) => (): boolean => terminalOf('Marked')?.name === name;
    await until(named('🔔 Scripted (Marked)'), 'the sign of a question');
    await report(watcher, 'state=working', 'working');
    await until(named('⋯ Scripted (Marked)'), 'the sign of work');
    watcher.type('quit 0\r');
    await until(named('Scripted (Marked)'), 'no sign');
  });

  it('is explained on a page, and Copy Screen as Test Case copies the screen there', async () => {
    const watcher = await start('Explained');
    await report(watcher, BLOCKED_REPORT, 'needsInput');
    await run(COMMANDS.explainStatus, { session: watcher.sessionId });
    const page = vscode.window.activeTextEditor?.document;
    assert.equal(page?.uri.scheme, STATUS_SCHEME);
    assert.match(page.getText(), /^Status of Scripted \(Explained\): needs you: permission - Run/);
    assert.match(page.getText(), /Decided by: program, rule/);
    assert.match(page.getText(), /reported state=blocked/);
    await run(COMMANDS.copyScreen);
    const copied = parseScreenCase(await vscode.env.clipboard.readText());
    assert.deepEqual([copied.provider, copied.expect], [SCRIPTED, 'permission']);
    assert.ok(copied.screen.rows.some((row) => row.includes('reported state=blocked')));
  });

  it('is done until the person opens the session', async () => {
    const watcher = await start('Done');
    await report(watcher, 'state=working', 'working');
    await run(COMMANDS.explainStatus, { session: watcher.sessionId });
    await report(watcher, 'state=done', 'done');
    await until(() => vscode.window.state.focused, 'the window to have the focus');
    await run(COMMANDS.nextSession);
    await until(
      () => api.status.get(watcher.sessionId).state.kind === 'idle',
      'the session to be idle',
    );
  });
});

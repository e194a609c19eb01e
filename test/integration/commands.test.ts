import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { StartedSession } from '../../src/commands/commandServices';
import type { Core } from '../../src/main/core';
import { waitFor } from '../support/waitFor';
import { activateExtension, clearAll, Watcher } from './support/extensionApi';
import { SCRIPTED, ScriptedAgent, setUserSetting } from './support/scriptedAgent';

const ARGS = { provider: SCRIPTED, folder: 'alpha', task: 'Try it' };

describe('commands with arguments', () => {
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

  async function run(command: string, args?: unknown): Promise<StartedSession | undefined> {
    return vscode.commands.executeCommand(`agentTerminals.${command}`, args);
  }

  async function start(args: object = {}): Promise<StartedSession & { watcher: Watcher }> {
    const started = await run('startAgent', { ...ARGS, ...args });
    assert.ok(started, 'no session was started');
    const watcher = new Watcher(api, started.session);
    watchers.push(watcher);
    return { ...started, watcher };
  }

  function terminalOf(name: string): vscode.Terminal | undefined {
    return vscode.window.terminals.find((terminal) => terminal.name.startsWith(name));
  }

  const until = (condition: () => boolean, what: string): Promise<void> =>
    waitFor(condition, { limitMs: 10_000, what });

  it('start an agent in a folder and a task, with the size of its terminal [smoke]', async () => {
    const { session, watcher } = await start();
    await watcher.until(/size \d+ \d+ in .*alpha/);
    assert.doesNotMatch(watcher.text, /size 24 80 in/, 'the agent started with the default size');
    // A busy VS Code corrects the size of a terminal after it has opened it.
    const hasSize = (): boolean => {
      const { rows, cols } = api.sessions.get(session)?.dimensions ?? {};
      watcher.type('size\r');
      return watcher.text.trimEnd().endsWith(`now ${rows} ${cols}`);
    };
    await until(hasSize, 'the agent to have the size of its terminal');
    assert.equal(terminalOf('Scripted')?.name, 'Scripted (Try it)');
    assert.deepEqual(
      api.tasks.list().map(({ name, conversations }) => [name, conversations.length]),
      [['Try it', 1]],
    );
  });

  it('send a prompt [smoke]', async () => {
    const { session, watcher } = await start();
    await watcher.until('size');
    await run('sendPrompt', { session, prompt: 'hello' });
    await watcher.until('heard hello');
  });

  it('close the terminal when the agent exits if the setting requests it', async () => {
    await setUserSetting('afterExit', 'close');
    try {
      const { watcher } = await start();
      await watcher.until('size');
      watcher.type('quit 0\r');
      await until(() => vscode.window.terminals.length === 0, 'the terminal to close');
    } finally {
      await setUserSetting('afterExit', undefined);
    }
  });

  it('keep a session running when its terminal closes, and show it again [smoke]', async () => {
    const { session, watcher } = await start();
    await watcher.until('size');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await until(() => vscode.window.terminals.length === 0, 'the terminal to close');
    await run('sendPrompt', { session, prompt: 'anyone' });
    await watcher.until('heard anyone');
    await run('openSession', { session });
    await until(() => api.sessions.get(session)?.attachedCount === 2, 'the terminal to attach');
    await run('openSession', { session });
    assert.equal(vscode.window.terminals.length, 1);
  });

  it('show a session in a second terminal if a place is named, and keep it when one closes', async () => {
    const { session, watcher } = await start();
    await watcher.until('size');
    await run('openSession', { session, location: 'panel' });
    await until(() => vscode.window.terminals.length === 2, 'the second terminal');
    await until(() => api.sessions.get(session)?.attachedCount === 3, 'both terminals to attach');
    vscode.window.terminals[0]?.dispose();
    await until(
      () => api.sessions.get(session)?.attachedCount === 2,
      'the first terminal to detach',
    );
    watcher.type('still here\r');
    await watcher.until('heard still here');
    await run('openSession', { session });
    assert.equal(
      vscode.window.terminals.length,
      1,
      'without a place the existing terminal is shown',
    );
  });

  it('end a session when its terminal is closed if the setting requests it', async () => {
    await setUserSetting('onTerminalClose', 'kill');
    try {
      const { session, watcher } = await start();
      await watcher.until('size');
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await until(() => !api.sessions.has(session), 'the session to end');
    } finally {
      await setUserSetting('onTerminalClose', undefined);
    }
  });

  it('end no session whose terminal is moved, disposed or not the last, even if the setting is kill', async () => {
    await setUserSetting('onTerminalClose', 'kill');
    try {
      const { session, watcher } = await start();
      await watcher.until('size');
      for (const where of ['moveToTerminalPanel', 'moveToEditor']) {
        await vscode.commands.executeCommand(`workbench.action.terminal.${where}`);
      }
      await run('openSessionToSide', { session });
      await until(() => api.sessions.get(session)?.attachedCount === 3, 'both terminals to attach');
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await until(
        () => api.sessions.get(session)?.attachedCount === 2,
        'the second terminal to detach',
      );
      watcher.type('still here\r');
      await watcher.until('heard still here');
      assert.equal(vscode.window.terminals.length, 1);
      vscode.window.terminals[0]?.dispose();
      await until(() => vscode.window.terminals.length === 0, 'the last terminal to close');
      watcher.type('and here\r');
      await watcher.until('heard and here');
    } finally {
      await setUserSetting('onTerminalClose', undefined);
    }
  });

  it('show a session that has exited while it is listed', async () => {
    await setUserSetting('afterExit', 'close');
    try {
      const { session, watcher } = await start();
      await watcher.until('size');
      watcher.type('quit 3\r');
      await until(() => vscode.window.terminals.length === 0, 'the terminal to close');
      assert.equal(api.sessions.get(session)?.exitCode, 3);
      await run('openSession', { session });
      await until(() => terminalOf('Scripted') !== undefined, 'the terminal to open');
      assert.equal(api.sessions.get(session)?.state, 'terminated');
    } finally {
      await setUserSetting('afterExit', undefined);
    }
  });

  it('start an agent even if its terminal is disposed before it opens', async () => {
    const { session, watcher } = await start();
    // VS Code has not created the terminal yet.
    vscode.window.terminals.forEach((terminal) => terminal.dispose());
    await watcher.until(/size \d+ \d+/);
    await until(() => vscode.window.terminals.length === 0, 'the terminal to be removed');
    assert.notEqual(api.sessions.get(session)?.state, 'terminated');
  });

  it('kill a session and close its terminal, without a question', async () => {
    const { session, watcher } = await start();
    await watcher.until('size');
    await run('killSession', { session });
    assert.equal(api.sessions.has(session), false);
    await until(() => vscode.window.terminals.length === 0, 'the terminal to close');
    await run('killSession', { session });
  });

  it('cancel a start that is killed before it begins, and release its id', async () => {
    const first = await run('startAgent', ARGS);
    assert.ok(first);
    await run('killSession', { session: first.session });
    await until(() => vscode.window.terminals.length === 0, 'the terminal to close');
    const { session, watcher } = await start({ task: first.task });
    await watcher.until('size');
    assert.equal(session, first.session);
  });

  it('restart a session in a new terminal [smoke]', async () => {
    const { session, watcher } = await start();
    await watcher.until('size');
    const again = await run('restartSession', { session });
    assert.equal(again?.session, session);
    const second = new Watcher(api, session);
    watchers.push(second);
    await second.until('size');
    await until(() => vscode.window.terminals.length === 1, 'the old terminal to close');
  });

  it('open a shell in a task [smoke]', async () => {
    const started = await run('startShell', { folder: 'beta', task: 'Look' });
    assert.ok(started);
    const watcher = new Watcher(api, started.session);
    watchers.push(watcher);
    await until(() => api.sessions.has(started.session), 'the shell');
    watcher.type('echo in $PWD\r');
    await watcher.until(/in .*beta/);
  });

  it('put the selection into a session without submitting it', async () => {
    const { session, watcher } = await start();
    await watcher.until('size');
    const document = await vscode.workspace.openTextDocument({ content: 'one two' });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 0, 0, 3);
    await run('sendSelection', { session });
    await watcher.until('one');
    assert.doesNotMatch(watcher.text, /heard/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});

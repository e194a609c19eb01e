import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Core } from '../../../src/main/core';
import type { TestedApi as ActivatedApi } from '../../../src/entry';
import type { AgentTerminalsApi } from '../../../src/publishedApi';
import { requireSession } from '../../../src/pty/sessionBackend';
import type { Attachment } from '../../../src/pty/sessionService';
import { waitFor } from '../../support/waitFor';

const EXTENSION_ID = 'agent-terminals.agent-terminals';

/** The API for other extensions, and what is behind it. */
export interface TestedApi extends AgentTerminalsApi {
  readonly internals: Core;
}

/** Waits until the activated extension has started. */
export async function activateExtension(): Promise<TestedApi> {
  const extension = vscode.extensions.getExtension<ActivatedApi>(EXTENSION_ID);
  assert.ok(extension, `${EXTENSION_ID} is not installed`);
  const { starting, ...api } = await extension.activate();
  const { core } = await starting;
  assert.ok(core, 'the extension is disabled');
  return { ...api, internals: core };
}

/** The output of a session, as another viewer receives it. */
export class Watcher {
  text = '';
  private attachment: Attachment | undefined;

  constructor(
    private readonly api: Pick<Core, 'sessions'>,
    readonly sessionId: string,
  ) {}

  async until(expected: string | RegExp): Promise<void> {
    const { sessions } = this.api;
    await waitFor(() => sessions.has(this.sessionId), {
      limitMs: 10_000,
      what: `session ${this.sessionId} to exist`,
    });
    this.attachment ??= await requireSession(sessions, this.sessionId).attach({
      onData: (data) => (this.text += data),
      onExit: () => {},
    });
    await waitFor(() => this.text.search(expected) >= 0, {
      limitMs: 10_000,
      what: () => `${String(expected)} in ${JSON.stringify(this.text)}`,
    });
  }

  type(text: string): void {
    this.api.sessions.find(this.sessionId)?.write(text);
  }

  dispose(): void {
    this.attachment?.dispose();
  }
}

/** Ends all sessions and removes all tasks that a test has left. */
export async function clearAll({
  sessions,
  tasks,
}: Pick<Core, 'sessions' | 'tasks'>): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  vscode.window.terminals.forEach((terminal) => terminal.dispose());
  await waitFor(() => vscode.window.terminals.length === 0, {
    limitMs: 10_000,
    what: 'all terminals to close',
  });
  await Promise.all(sessions.list().map(async ({ id }) => sessions.find(id)?.kill()));
  await Promise.all(tasks.list().map(({ id }) => tasks.remove(id)));
}

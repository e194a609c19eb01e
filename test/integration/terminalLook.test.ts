import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { programSpec } from '../support/pty/realPty';
import { specOf } from '../support/pty/useSessionManager';
import { waitFor } from '../support/waitFor';
import { activateExtension, clearAll } from './support/extensionApi';
import { requireSession } from '../../src/pty/sessionBackend';

const LIMIT_MS = 20_000;

/** Prints the answers to queries of the cursor after an emoji, and of the theme. */
const ASK = `stty -icanon -echo; printf '👍\\033[6n\\033[?996n'; head -c 15 | cat -v; sleep 60`;

describe('a program that no terminal shows', function () {
  this.timeout(60_000);

  const set = (key: string, value: string | undefined) =>
    vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);

  it('is answered as in a terminal of the window, also after changes', async () => {
    const { internals: core } = await activateExtension();
    const answers = async (id: string): Promise<string> => {
      await core.sessions.create(specOf(id, { program: programSpec('/bin/sh', ['-c', ASK]) }));
      let text = '';
      await waitFor(
        async () => (text = await requireSession(core.sessions, id).text()).endsWith('n'),
        {
          limitMs: LIMIT_MS,
          what: () => `answers; shown: ${text}`,
        },
      );
      return text;
    };
    const isLight = () => vscode.window.activeColorTheme.kind === vscode.ColorThemeKind.Light;
    try {
      assert.equal(await answers('shell-main-a'), '👍^[[1;3R^[[?997;1n');
      await set('terminal.integrated.unicodeVersion', '6');
      await set('workbench.colorTheme', 'Default Light Modern');
      await waitFor(isLight, { limitMs: LIMIT_MS, what: 'the light theme' });
      assert.equal(await answers('shell-main-b'), '👍^[[1;2R^[[?997;2n');
    } finally {
      await set('terminal.integrated.unicodeVersion', undefined);
      await set('workbench.colorTheme', undefined);
      await clearAll(core);
    }
  });
});

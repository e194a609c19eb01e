import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentsStarted, installScriptedAgent, SCRIPTED } from './support/scriptedAgent';
import type { UiSandbox } from './support/uiSandbox';
import type { UiVsCode } from './support/uiVsCode';
import { useVsCode } from './support/useVsCode';

/** A setting that the question names. */
const QUESTION = 'agentTerminals.shellSetup';

describe('settings of a repository', () => {
  const vscode = useVsCode({
    folders: ['shop'],
    agent: installScriptedAgent,
    prepare: (sandbox) =>
      writeFolderSettings(sandbox, {
        'agentTerminals.providers': { [SCRIPTED]: { cli: 'scripted-agent --from-repository' } },
        'agentTerminals.shellSetup': 'export SETUP=repository',
      }),
    keybindings: [startKey('1', { task: 'Fix the till' }), startKey('2', { task: 'Sweep' })],
  });

  it('need a confirmation before the first start, and nothing starts without an answer', async () => {
    const { dialog, sandbox, sessions, terminals } = vscode();
    await openView(vscode());
    await press(vscode(), '1');
    const question = await dialog.waitFor(QUESTION);
    assert.match(question, /agentTerminals\.shellSetup: "export SETUP=repository"/);
    assert.match(
      question,
      /agentTerminals\.providers\.scripted: \{\s+"cli": "scripted-agent --from/,
    );
    assert.ok(question.includes(sandbox.folders[0] ?? '?'), question);
    await vscode().screenshot('settings of a repository');
    await dialog.dismiss();
    assert.deepEqual(await terminals.texts(), []);
    assert.deepEqual(await agentsStarted(sandbox), []);
    assert.equal(await sessions.tree(), '');
  });

  it('do not apply after Ignore, and need no second answer', async () => {
    const { dialog, terminals } = vscode();
    await press(vscode(), '1');
    await dialog.waitFor(QUESTION);
    await dialog.answer('Ignore');
    await terminals.waitForText(/^agent in shop args:\nsetup: ?\ntask: Fix the till$/m);
    await press(vscode(), '2');
    await terminals.waitForText(/^agent in shop args:\nsetup: ?\ntask: Sweep$/m);
  });

  it('apply after the confirmation, also after a reload', async () => {
    const { dialog, terminals } = vscode();
    for (const question of ['Apply', 'none']) {
      await vscode().load();
      await openView(vscode());
      await press(vscode(), '2');
      if (question === 'Apply') {
        await dialog.waitFor(QUESTION);
        await dialog.answer(question);
      }
      await terminals.waitForText(/args: \[--from-repository\]\nsetup: repository\ntask: Sweep$/m);
    }
  });
});

describe('a window with unusual input', () => {
  const vscode = useVsCode({
    folders: ['shop'],
    agent: installScriptedAgent,
    keybindings: [
      startKey('1', { task: 'One' }),
      startKey('2', { task: 'Two' }),
      startKey('3', { task: `it's "quoted" /slashed\\ 🦀` }),
      startKey('4', { task: 'long '.repeat(99) + 'done.' }),
      startKey('5', { task: 'One', provider: 'directory' }),
      startKey('6', { task: 'One', provider: 'text' }),
    ],
  });

  /** The providers of the machine, which all tests use. */
  const providers = {
    [SCRIPTED]: { cli: 'scripted-agent', label: 'Scripted' },
    directory: { cli: '/usr', label: 'Directory' },
    text: { cli: '/etc/passwd', label: 'Text' },
  };

  async function restart(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await vscode().setMachine({ 'agentTerminals.providers': providers, ...settings });
    await vscode().load();
    await openView(vscode());
  }

  it('reports a setting of a wrong type once, with its key and the value that is used instead', async () => {
    const { notifications, terminals } = vscode();
    await restart({ 'agentTerminals.maxSessions': 'many' });
    const notice = await notifications.waitFor('agentTerminals.maxSessions');
    assert.equal(
      notice,
      'The setting agentTerminals.maxSessions is "many", not a whole number from 1 to 1024: ' +
        '128 is used until you correct it in the settings.',
    );
    await vscode().screenshot('a setting of a wrong type');
    await press(vscode(), '1');
    await terminals.waitForText('task: One');
    assert.equal((await notifications.messages()).length, 1);
    await notifications.clear();
  });

  for (const [key, words] of [
    ['5', 'Directory cannot be started: /usr is a directory, not a program; correct the setting'],
    ['6', 'Text cannot be started: /etc/passwd is not executable; correct the setting'],
  ] as const) {
    it(`reports before a terminal opens: ${words}`, async () => {
      const { notifications, tabs } = vscode();
      const before = await tabs.names();
      await press(vscode(), key);
      await notifications.waitFor(words);
      assert.deepEqual(await notifications.buttons(words), ['Open Settings']);
      assert.deepEqual(await tabs.names(), before);
      await notifications.clear();
    });
  }

  it('refuses a start beyond the limit of sessions with a message', async () => {
    const { notifications, sessions, terminals } = vscode();
    await restart({ 'agentTerminals.maxSessions': 1 });
    await press(vscode(), '1');
    await terminals.waitForText('task: One');
    await press(vscode(), '2');
    await notifications.waitFor('end one, or raise the setting agentTerminals.maxSessions.');
    await vscode().screenshot('the cap is reached');
    await notifications.clear();
    await sessions.waitForTree(/^Task One, idle, [^\n]*Scripted$/);
  });

  it('shows unusual names of tasks as typed in the tree, and shortens them in tabs', async () => {
    const { sessions, tabs, terminals } = vscode();
    await restart({});
    await press(vscode(), '3');
    await terminals.waitForText(`task: it's "quoted" /slashed\\ 🦀`);
    await sessions.waitForTree(/^Task it's "quoted" \/slashed\\ 🦀, \w+, Scripted\n/);
    assert.deepEqual(await tabs.names(), [`Scripted (it's "quoted" /slashed\\ 🦀)`]);
    await press(vscode(), '4');
    await terminals.waitForText(/done\.$/);
    await sessions.waitForTree(/^Task (long ){99}done\., \w+, Scripted\n/);
    const [, long] = await tabs.names();
    assert.equal(long, `Scripted (${'long '.repeat(7)}long…)`);
    await vscode().screenshot('names of all kinds');
  });

  it('refuses a start in a deleted folder, in which a running agent continues', async () => {
    const { notifications, sandbox, terminals } = vscode();
    await rm(sandbox.folders[0] ?? '', { recursive: true });
    await terminals.waitForFocus();
    await terminals.type('still there\n');
    await terminals.waitForText('heard still there');
    await press(vscode(), '2');
    await notifications.waitFor('shop does not exist; create it');
    await vscode().screenshot('the folder is gone');
  });
});

function startKey(digit: string, args: Readonly<Record<string, unknown>>) {
  return {
    key: `ctrl+alt+${digit}`,
    command: 'agentTerminals.startAgent',
    args: { provider: SCRIPTED, ...args },
  };
}

async function press({ page }: UiVsCode, digit: string): Promise<void> {
  await page.keyboard.press(`Control+Alt+${digit}`);
}

/** Opens the view; once it is shown, the extension is active and the keybindings apply. */
async function openView({ page, sessions }: UiVsCode): Promise<void> {
  await sessions.open();
  const rowsOrWelcome = page.locator('.part.sidebar :is(.monaco-list-row, .welcome-view-content)');
  await rowsOrWelcome.first().waitFor();
}

async function writeFolderSettings(
  { folders }: UiSandbox,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const directory = join(folders[0] ?? '', '.vscode');
  await mkdir(directory);
  await writeFile(join(directory, 'settings.json'), JSON.stringify(settings));
}

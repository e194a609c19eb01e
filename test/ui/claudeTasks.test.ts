import assert from 'node:assert/strict';
import { AGENT_LIMIT_MS } from './support/limits';
import type { UiVsCode } from './support/uiVsCode';
import { useVsCode } from './support/useVsCode';

describe('Claude Code in several tasks', () => {
  const vscode = useVsCode({ folders: ['client', 'server'], agent: 'claude' });

  it('runs in two tasks of one folder and in a second folder, each in its place in the tree', async () => {
    await startClaude(vscode(), { folder: 'client', task: 'Paint the door' });
    await startClaude(vscode(), { folder: 'client', task: 'Oil the hinge' });
    await startClaude(vscode(), { folder: 'server', task: 'Feed the cat' });
    const { sessions } = vscode();
    await sessions.open();
    await sessions.row('Feed the cat').waitFor();
    const rows = await sessions.rows();
    assert.deepEqual(
      rows.map(
        ({ label, level }) => `${level} ${label.replace(/, (active|idle|working|done)$/, '')}`,
      ),
      [
        '1 Folder client',
        '2 Task Oil the hinge, 1 running',
        '3 Claude Code',
        '2 Task Paint the door, 1 running',
        '3 Claude Code',
        '1 Folder server',
        '2 Task Feed the cat, 1 running',
        '3 Claude Code',
      ],
    );
    await vscode().screenshot('tasks in two folders');
  });
});

async function startClaude(
  { palette, quickInput, terminals }: UiVsCode,
  { folder, task }: { readonly folder: string; readonly task: string },
): Promise<void> {
  await palette.run('Agents: Start Claude in Task...');
  await quickInput.waitFor('In which folder?');
  await quickInput.pick(folder);
  await quickInput.waitFor(/In which task\?|A few words for the piece of work/);
  await quickInput.answer(task);
  await terminals.waitForTitle(task);
  await terminals.waitForText(new RegExp(`/${folder}\\b[^]*❯`), AGENT_LIMIT_MS);
  await terminals.waitForFocus();
}

import { AGENT_LIMIT_MS } from './support/limits';
import { useVsCode } from './support/useVsCode';

const ANSWER = /Stand-in answer to: (.*)/;

describe('Claude Code in a task', () => {
  const vscode = useVsCode({ folders: ['shop'], agent: 'claude' });

  it('starts from the palette and answers a typed prompt', async () => {
    const { palette, quickInput, terminals } = vscode();
    await palette.run('Agents: Start Claude in Task...');
    await quickInput.waitFor('A few words for the piece of work.');
    await quickInput.answer('Fix the till');
    await terminals.waitForText(/❯/, AGENT_LIMIT_MS);

    await terminals.waitForFocus();
    await terminals.type('count to three');
    await terminals.waitForText('count to three');
    await terminals.press('Enter');
    await terminals.waitForText(ANSWER, AGENT_LIMIT_MS);
    await vscode().screenshot('claude answers');
  });

  it('leaves a login shell in the same terminal after /exit', async () => {
    const { terminals } = vscode();
    await terminals.type('/exit');
    await terminals.waitForText('/exit');
    await terminals.press('Enter');
    await terminals.waitForText(/[#$] ?$/, AGENT_LIMIT_MS);
    await terminals.type('echo "in $0"');
    await terminals.press('Enter');
    await terminals.waitForText(/^in .*bash/m);
  });
});

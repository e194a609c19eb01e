import { useVsCode } from './support/useVsCode';

describe('the installed extension', () => {
  const vscode = useVsCode({ folders: ['shop'] });

  it('opens a shell from the palette that accepts input without a click', async () => {
    const { palette, quickInput, terminals } = vscode();
    await palette.run('Agents: Open Shell in Task');
    await quickInput.waitFor('A few words for the piece of work.');
    await quickInput.answer('Look around');
    await terminals.waitForText(/[#$]/);
    await terminals.waitForFocus();
    await terminals.type('echo it is $((6 * 7))');
    await terminals.press('Enter');
    await terminals.waitForText(/^it is 42$/m);
  });
});

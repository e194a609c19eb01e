import assert from 'node:assert/strict';
import { AnsweredAgent, insertRow } from '../../../support/agents/answeredAgent';
import { listRecordedDialogs, readWholeRequest } from '../../../support/status/recordedDialogs';
import { readRecordedScreen } from '../../../support/status/recordedScreens';

const WITHHELD = [
  'claude-65-permission-withheld-120x40.txt',
  'claude-65-permission-withheld-80x24.txt',
];

/** How CLIs state that they do not show all, from their programs. */
const NOTICES = [
  // Claude Code
  '(value cannot be shown in full — approval withheld; one-time options only)',
  'This took too long to diff, so only the new contents are shown (deny unless expected).',
  'the current cell contents cannot be shown',
  'This terminal is too short. Make it taller to choose Yes, or choose No.',
  '… (+12 more lines)',
  '─── ✂ ─── 12 lines hidden ───',
  '(ctrl+o to expand)',
  // Gemini CLI
  '... first 12 lines hidden (Ctrl+O to show) ...',
  'Press Ctrl+O to show more lines',
  "... (press 'e' to expand)",
  // Qwen Code
  'Press ctrl-s to show more lines',
  '... last 3 lines hidden ...',
  // Kimi Code
  '… 4 more lines hidden (ctrl+e to preview)',
  '2 more changes hidden (ctrl+e to expand)',
  // Letta Code, Continue
  '… +7 more lines',
  '... (7 more lines)',
  '↓ 3 more lines',
  // Codex
  '+ Show details',
  // Others of the kind
  'Output truncated (12 lines omitted)',
  '[truncated]',
  '<collapsed>',
  'and 3 more files',
  'Click to view all',
  'The input is too large to display.',
];

describe('a dialog that withholds a part of its request', () => {
  for (const file of WITHHELD) {
    it(`T1: is not approved, and is denied, as recorded: ${file}`, async () => {
      const { screen } = readRecordedScreen(file);
      assert.equal(readWholeRequest('claude', screen), undefined);
      const agent = new AnsweredAgent();
      agent.show(screen);
      await agent.refused(agent.approve('any text'), /may show only a part of the request/);
      assert.deepEqual(agent.typed, []);
      await agent.through(agent.answers.deny('a'));
      assert.deepEqual(agent.typed, ['2']);
    });
  }

  for (const { file, provider, screen, request } of listRecordedDialogs()) {
    it(`T1: is not whole with any words of CLIs for that: ${file}`, () => {
      const last = screen.rows.findLastIndex((row) => row.includes(lastRow(request)));
      const [row = '', before = '', after = ''] =
        /^([^\w?]*).*?( *[│┃█]?(?: │)?)$/.exec(screen.rows[last] ?? '') ?? [];
      for (const notice of NOTICES) {
        const room = row.length - before.length - after.trimStart().length;
        const words = after.trim() === '' ? notice : notice.slice(0, room).padEnd(room);
        const rows = screen.rows.toSpliced(last, 0, before + words + after.trimStart());
        assert.equal(readWholeRequest(provider, { ...screen, rows }), undefined, notice);
      }
    });
  }

  it('T1: is not whole if the notice stands below the options', () => {
    const { screen } = readRecordedScreen('claude-11-permission.txt');
    const shown = insertRow(screen, ' Press ctrl+o to show more lines', /^ Esc to cancel/);
    assert.equal(readWholeRequest('claude', shown), undefined);
  });
});

function lastRow(request: string): string {
  return request.split('\n').findLast((row) => /\w/.test(row)) ?? '';
}

import assert from 'node:assert/strict';
import {
  formatSshReport,
  SshReportFilter,
  type SshReport,
} from '../../../../src/pty/ssh/sshReport';

const report = (word: string, nonce = 'abc1'): string => `\x1b]7749;${nonce};${word}\x07`;

describe('SshReportFilter', () => {
  const CASES: readonly (readonly [text: string, shown: string, reports: readonly SshReport[]])[] =
    [
      ['plain \x1b[31mtext\x1b[m', 'plain \x1b[31mtext\x1b[m', []],
      [`a${report('ready')}b`, 'ab', [{ kind: 'ready' }]],
      [`a${report('hold')}b`, 'ab', [{ kind: 'hold' }]],
      [
        `${report('nosocket')}${report('started')}x${report('exit:255')}`,
        'x',
        [
          { kind: 'problem', problem: 'nosocket' },
          { kind: 'started' },
          { kind: 'exit', status: 255 },
        ],
      ],
      [report('ready', 'other'), report('ready', 'other'), []],
      [report('whatever'), report('whatever'), []],
      [report('exit:1234'), report('exit:1234'), []],
      ['\x1b]7749;abc1;rea', '\x1b]7749;abc1;rea', []],
      [`\x1b]7749;abc1;${'x'.repeat(40)}`, `\x1b]7749;abc1;${'x'.repeat(40)}`, []],
    ];
  for (const [text, shown, expected] of CASES) {
    it(`filters ${JSON.stringify(text)} wherever it is split`, () => {
      const bytes = Buffer.from(text);
      for (let at = 0; at <= bytes.length; at++) {
        const filter = new SshReportFilter('abc1');
        const parts = [filter.push(bytes.subarray(0, at)), filter.push(bytes.subarray(at))];
        const output = Buffer.concat([...parts.map((part) => part.output), filter.flush()]);
        assert.equal(output.toString(), shown, `split at ${at}`);
        assert.deepEqual(
          parts.flatMap(({ reports }) => reports),
          expected,
        );
      }
    });
  }

  it('holds back no output that cannot become a report', () => {
    const filter = new SshReportFilter('abc1');
    assert.equal(Buffer.from(filter.push(Buffer.from('a\x1b[')).output).toString(), 'a\x1b[');
  });
});

describe('formatSshReport', () => {
  it('has no quote and no newline', () => {
    assert.equal(formatSshReport('abc1', '%s'), '\\033]7749;abc1;%s\\007');
  });
});

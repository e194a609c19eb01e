import assert from 'node:assert/strict';
import { parsePsLine, PsProcessTable } from '../../../../src/pty/process/processTablePs';

const LINE = '  501   500   501 Ss+  Mon Nov  2 09:05:28 2026 /bin/zsh -il  two spaces';

describe('parsePsLine', () => {
  it('parses a line as macOS prints it', () => {
    assert.deepEqual(parsePsLine(LINE), {
      pid: 501,
      ppid: 500,
      pgid: 501,
      sid: undefined,
      startTime: 'Mon Nov  2 09:05:28 2026',
      command: '/bin/zsh -il  two spaces',
      environment: undefined,
    });
  });

  for (const line of ['', 'PID PPID', LINE.replace('Ss+', 'Z')]) {
    it(`finds no running process in "${line}"`, () => {
      assert.equal(parsePsLine(line), undefined);
    });
  }
});

describe('PsProcessTable', () => {
  it('does not return a later process that has the same pid', async () => {
    let output = `${LINE}\n`;
    const table = new PsProcessTable(() => Promise.resolve(output));
    const before = await table.list();
    assert.equal((await table.refresh(before)).length, 1);
    output = LINE.replace('09:05:28', '09:05:29');
    assert.deepEqual(await table.refresh(before), []);
  });
});

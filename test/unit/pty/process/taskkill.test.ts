import assert from 'node:assert/strict';
import { ToolError } from '../../../../src/pty/process/runTool';
import { taskkill } from '../../../../src/pty/process/taskkill';

describe('taskkill', () => {
  it('ends the whole process tree with the taskkill of the system', async () => {
    const runs: unknown[] = [];
    const run = (...parameters: unknown[]) => {
      runs.push(parameters);
      return Promise.resolve('');
    };
    assert.deepEqual(await taskkill(run, 12, 'C:\\Windows'), []);
    const file = 'C:\\Windows\\System32\\taskkill.exe';
    assert.deepEqual(runs, [[file, ['/T', '/F', '/PID', '12']]]);
  });

  it('ignores a missing process, and reports one that does not end', async () => {
    const fail = (code: number) => () => Promise.reject(new ToolError('Access is denied.', code));
    assert.deepEqual(await taskkill(fail(128), 12, 'C:\\Windows'), []);
    assert.deepEqual(await taskkill(fail(1), 12, 'C:\\Windows'), [
      { pid: 12, command: 'Access is denied.' },
    ]);
  });
});

import assert from 'node:assert/strict';
import { ToolError } from '../../../../src/pty/process/runTool';
import { taskkill } from '../../../../src/pty/process/taskkill';

describe('taskkill', () => {
  it('ends the whole tree by argv, with the tool of the system', async () => {
    const runs: unknown[] = [];
    const run = (...parameters: unknown[]) => {
      runs.push(parameters);
      return Promise.resolve('');
    };
    assert.deepEqual(await taskkill(run, 12, 'C:\\Windows'), []);
    const file = 'C:\\Windows\\System32\\taskkill.exe';
    assert.deepEqual(runs, [[file, ['/T', '/F', '/PID', '12']]]);
  });

  it('is done where there is no such process, and names one that would not end', async () => {
    const fail = (code: number) => () => Promise.reject(new ToolError('Access is denied.', code));
    assert.deepEqual(await taskkill(fail(128), 12, 'C:\\Windows'), []);
    assert.deepEqual(await taskkill(fail(1), 12, 'C:\\Windows'), [
      { pid: 12, command: 'Access is denied.' },
    ]);
  });
});

import assert from 'node:assert/strict';
import type { CommandRequest, CommandResult } from '../../../../src/pty/process/command';
import { createRunTool, ToolError } from '../../../../src/pty/process/runTool';

describe('runTool', () => {
  const done = (code: number | null, stdout = '', stderr = ''): CommandResult => ({
    kind: 'done',
    code,
    stdout,
    stderr,
  });
  const toolOf = (result: CommandResult) => createRunTool(() => Promise.resolve(result));

  it('passes arguments as an array, with limits, our environment and the C locale', async () => {
    const requests: CommandRequest[] = [];
    const run = createRunTool((request) => {
      requests.push(request);
      return Promise.resolve(done(0, 'said'));
    });
    assert.equal(await run('/bin/ps', ['-ax']), 'said');
    const [{ env, ...request } = { env: {} }] = requests;
    assert.deepEqual(request, {
      file: '/bin/ps',
      args: ['-ax'],
      timeoutMs: 3000,
      maxOutputBytes: 32 * 1024 * 1024,
    });
    assert.deepEqual(env, { ...process.env, LC_ALL: 'C' });
  });

  for (const [what, result, message, code] of [
    ['that failed', done(128, '', 'ERROR: no such process\r\n'), 'ERROR: no such process', 128],
    ['that failed without output', done(1), '/bin/ps ended with 1', 1],
    ['that a signal ended', done(null), '/bin/ps was ended by a signal', null],
    [
      'that took too long',
      { kind: 'failed', reason: 'did not end within 3000 ms' },
      '/bin/ps did not end within 3000 ms',
      null,
    ],
  ] as const) {
    it(`rejects for a tool ${what}`, async () => {
      await assert.rejects(toolOf(result)('/bin/ps', []), (error) => {
        assert.ok(error instanceof ToolError);
        assert.deepEqual([error.message, error.code], [message, code]);
        return true;
      });
    });
  }
});

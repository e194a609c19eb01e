import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostLog } from '../../../../src/host/server/hostLog';

describe('HostLog', () => {
  let directory = '';
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'agent-terminals-log-'))));
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('keeps the newest lines, in files that only the person can read', () => {
    const log = new HostLog(join(directory, 'log'), { bytes: 1000, files: 3 });
    for (let line = 0; line < 200; line++) {
      log.info(`line ${line}.`);
    }
    assert.deepEqual(readdirSync(directory).sort(), ['log', 'log.1', 'log.2']);
    assert.match(readFileSync(join(directory, 'log'), 'utf8'), /line 199\.\n$/);
    for (const name of readdirSync(directory)) {
      const { size, mode } = statSync(join(directory, name));
      assert.ok(size < 1100, `${name} has ${size} bytes`);
      assert.equal(mode & 0o777, 0o600);
    }
  });

  it('logs an error with its cause', () => {
    const log = new HostLog(join(directory, 'log'));
    log.error('It failed.', new Error('no room', { cause: new Error('the disk') }));
    const text = readFileSync(join(directory, 'log'), 'utf8');
    assert.match(text, /\[error\] \d+ It failed\. Error: no room[^]*the disk/);
  });

  it('throws nothing if it cannot be written', () => {
    rmSync(directory, { recursive: true });
    new HostLog(join(directory, 'log')).warn('unheard');
  });
});

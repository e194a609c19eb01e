import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOnceFile } from '../../../../src/pty/process/onceFile';

describe('writeOnceFile', () => {
  let directory = '';
  const warnings: string[] = [];
  const logger = { warn: (text: string) => void warnings.push(text) };

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'agent-terminals-once-'));
    warnings.length = 0;
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  function makeOld(name: string): void {
    const old = new Date(Date.now() - 2 * 3_600_000);
    utimesSync(join(directory, name), old, old);
  }

  it('writes a line that only the person can read, and removes old files beside it', () => {
    writeFileSync(join(directory, 'left'), 'x');
    makeOld('left');
    const path = join(directory, 'new');
    writeOnceFile({ path, text: 'nonce' }, logger);
    assert.equal(readFileSync(path, 'utf8'), 'nonce\n');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.deepEqual([readdirSync(directory), warnings], [['new'], []]);
  });

  it('leaves an old directory beside it alone', () => {
    mkdirSync(join(directory, 'old'));
    makeOld('old');
    writeOnceFile({ path: join(directory, 'new'), text: 'nonce' }, logger);
    assert.deepEqual([readdirSync(directory).sort(), warnings], [['new', 'old'], []]);
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LayoutFile } from '../../../../src/views/terminals/layoutFile';
import { NO_TERMINALS, type TerminalLayout } from '../../../../src/views/restore/terminalLayout';

const layout = (...sessions: readonly string[]): TerminalLayout => ({
  groups: [{ column: 2, sessions }],
  panel: { sessions: [] },
});

describe('LayoutFile', () => {
  let directory = '';
  let path = '';

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'agent-terminals-layout-'));
    path = join(directory, 'below', 'layout.json');
  });

  afterEach(() => rm(directory, { recursive: true }));

  it('returns the last layout, and keeps the sessions of other windows', async () => {
    const file = new LayoutFile(path, (id) => id === 'other', assert.ifError);
    file.write(layout('mine', 'other'));
    file.write(layout('later'));
    await file.flush();
    assert.deepEqual(await file.read(), layout('later', 'other'));
  });

  it('is empty if the file is missing or invalid', async () => {
    const file = new LayoutFile(join(directory, 'layout.json'), () => false, assert.ifError);
    assert.deepEqual(await file.read(), NO_TERMINALS);
    for (const text of ['', '{', '[]', '{"groups":[{"column":0,"sessions":[]}],"panel":{}}']) {
      await writeFile(join(directory, 'layout.json'), text);
      assert.deepEqual(await file.read(), NO_TERMINALS);
    }
  });

  it('reports an error if it cannot be written', async () => {
    const errors: unknown[] = [];
    await writeFile(join(directory, 'below'), '');
    const file = new LayoutFile(
      path,
      () => false,
      (error) => errors.push(error),
    );
    file.write(layout('a'));
    await file.flush();
    assert.equal(errors.length, 1);
  });
});

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DROPPED_SETTINGS, SETTING_KEYS, SETTINGS_SECTION } from '../../src/config/contributions';
import { readHostLockfile } from '../../src/host/discovery/hostLockfile';
import { parseTmuxFacts } from '../../src/pty/tmux/tmuxFacts';
import { SESSION_MAP_FILE } from '../../src/tasks/sessionMapStore';
import { TASK_FILE } from '../../src/tasks/taskStore';

/** What version 0.1.0 has written, made by its own code. */
interface Stored {
  readonly tasks: { readonly tasks: readonly object[] };
  readonly sessionMap: Readonly<Record<string, object>>;
  readonly tmuxFacts: object;
  readonly lockfile: object;
  /** The keys of its settings. */
  readonly settings: readonly string[];
}

const FILE = join(__dirname, '../fixtures/version0.1.0.json');

describe('of the data of version 0.1.0', () => {
  const stored = JSON.parse(readFileSync(FILE, 'utf8')) as Stored;

  it('all fields of tasks are read', () => {
    const { content, damage } = TASK_FILE.parse(JSON.stringify(stored.tasks));
    assert.deepEqual([content, damage], [stored.tasks.tasks, undefined]);
  });

  it('the session map is read', () => {
    const { content, damage } = SESSION_MAP_FILE.parse(JSON.stringify(stored.sessionMap));
    assert.deepEqual([Object.fromEntries(content), damage], [stored.sessionMap, undefined]);
  });

  it('the facts of sessions in tmux are read', () => {
    const facts = parseTmuxFacts(JSON.stringify(stored.tmuxFacts));
    assert.deepEqual({ ...stored.tmuxFacts, ...facts }, facts);
  });

  it('the lock file of the session host is read', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'agent-terminals-lockfile-'));
    try {
      const path = join(directory, 'host-1.json');
      writeFileSync(path, JSON.stringify(stored.lockfile), { mode: 0o600 });
      assert.deepEqual(await readHostLockfile(path), stored.lockfile);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('all settings still exist, or are known to be gone', () => {
    const keys = new Set<string>(
      [...SETTING_KEYS, ...DROPPED_SETTINGS].map((key) => `${SETTINGS_SECTION}.${key}`),
    );
    assert.deepEqual(
      stored.settings.filter((key) => !keys.has(key)),
      [],
    );
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmod,
  mkdir,
  mkdtemp,
  realpath,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DiskTranscripts } from '../../../../src/conversations/transcripts/diskTranscripts';
import { directoryFolderName } from '../../../../src/conversations/transcripts/transcriptFolders';
import type { TranscriptLocation } from '../../../../src/conversations/transcripts/transcripts';
import {
  claudeRecords,
  codexRecords,
  providerOf,
  toLines,
} from '../../../support/agents/transcriptLines';
import { slowdown } from '../../../support/waitFor';

const GIGABYTE = 1024 ** 3;
const LIMIT_MS = 2_000;

/** The id of the user nobody. */
const NOBODY = 65_534;

describe('DiskTranscripts', () => {
  let root: string;
  let home: string;
  let transcripts: DiskTranscripts;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'agent-terminals-transcripts-')));
    home = join(root, 'home');
    transcripts = new DiskTranscripts(home);
    // Other users may read the root, so that only single files are unreadable.
    await chmod(root, 0o755);
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  const locate = (id: string, cwd: string, env = {}): TranscriptLocation => ({
    provider: providerOf(id),
    cwd,
    env: { HOME: home, ...env },
  });

  async function makeDirectory(name: string): Promise<string> {
    const directory = join(root, 'work', name);
    await mkdir(directory, { recursive: true });
    return directory;
  }

  async function write(path: string, text: string, modifiedAt?: number): Promise<string> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    if (modifiedAt !== undefined) {
      await utimes(path, modifiedAt / 1000, modifiedAt / 1000);
    }
    return path;
  }

  function claudeFile(cwd: string, name: string, config = join(home, '.claude')): string {
    const naming = { kind: 'dashes', longNames: 'hashed', windowsCase: 'kept' } as const;
    return join(config, 'projects', directoryFolderName(naming, cwd, process.platform), name);
  }

  /** Writes a conversation into the directory's folder; returns its id. */
  async function writeClaude(cwd: string, prompt: string, modifiedAt?: number): Promise<string> {
    const id = randomUUID();
    await write(claudeFile(cwd, `${id}.jsonl`), toLines(claudeRecords(cwd, prompt)), modifiedAt);
    return id;
  }

  const listIds = async (location: TranscriptLocation): Promise<readonly string[]> =>
    (await transcripts.list(location)).map(({ id }) => id);

  it('returns none if a CLI has never run, or is unknown', async () => {
    const cwd = await makeDirectory('one');
    for (const id of ['claude', 'codex', 'copilot', 'gemini', 'opencode']) {
      assert.deepEqual(await transcripts.list(locate(id, cwd)), []);
      assert.equal(await transcripts.find(locate(id, cwd), randomUUID()), undefined);
    }
  });

  it('reads the directory of the environment, also relative to the working directory', async () => {
    const cwd = await makeDirectory('one');
    const id = randomUUID();
    const file = claudeFile(cwd, `${id}.jsonl`, join(root, 'config'));
    await write(file, toLines(claudeRecords(cwd, 'Fix it')));
    for (const config of [join(root, 'config'), '../../config']) {
      assert.deepEqual(await listIds(locate('claude', cwd, { CLAUDE_CONFIG_DIR: config })), [id]);
    }
    assert.deepEqual(await listIds(locate('claude', cwd, { CLAUDE_CONFIG_DIR: '' })), []);
  });

  it('distinguishes directories that share a folder, and finds one through a link', async () => {
    const names = ['my.app', 'my_app', 'my app'];
    const link = join(root, 'work', 'link');
    const ids: string[] = [];
    for (const name of names) {
      ids.push(await writeClaude(await makeDirectory(name), name));
    }
    await symlink(join(root, 'work', 'my_app'), link);
    for (const [at, name] of names.entries()) {
      assert.deepEqual(await listIds(locate('claude', join(root, 'work', name))), [ids[at]]);
    }
    assert.deepEqual(await listIds(locate('claude', link)), [ids[1]]);
  });

  it('lists the newest first, although the clock was set back', async () => {
    const cwd = await makeDirectory('one');
    const old = await writeClaude(cwd, 'old', Date.parse('2020-01-01'));
    const future = await writeClaude(cwd, 'future', Date.parse('2099-01-01'));
    const recent = await writeClaude(cwd, 'recent');
    assert.deepEqual(await listIds(locate('claude', cwd)), [future, recent, old]);
  });

  it('lists by the last change, not by the day of the start', async () => {
    const cwd = await makeDirectory('one');
    const folder = join(home, '.codex', 'sessions');
    const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
    const text = toLines(codexRecords(cwd, 'Fix it'));
    const at = (day: string, id: string): string =>
      join(folder, ...day.split('-'), `rollout-${day}T00-00-00-${id}.jsonl`);
    await write(at('2025-12-31', ids[0]), text, Date.parse('2026-03-01'));
    await write(at('2026-01-01', ids[1]), text, Date.parse('2026-01-01'));
    await write(at('2026-02-01', ids[2]), text, Date.parse('2026-02-01'));
    await write(at('2026-02-02', randomUUID()), toLines(codexRecords(root, 'Elsewhere')));
    await write(
      at('2026-02-03', randomUUID()),
      toLines(codexRecords(cwd, 'x', { source: 'exec' })),
    );
    assert.deepEqual(await listIds(locate('codex', cwd)), [ids[0], ids[2], ids[1]]);
  });

  it('finds a conversation whose directory has moved since', async () => {
    const cwd = await makeDirectory('one');
    const id = await writeClaude(cwd, 'Fix it');
    const moved = join(root, 'moved');
    await rename(cwd, moved);
    assert.deepEqual(await listIds(locate('claude', moved)), []);
    const found = await transcripts.find(locate('claude', moved), id);
    assert.ok(typeof found === 'object');
    assert.deepEqual([found.id, found.cwd], [id, cwd]);
    assert.deepEqual(await listIds(locate('claude', cwd)), [id], 'it is found by its name');
  });

  it('does not use an id as a path', async () => {
    const cwd = await makeDirectory('one');
    await write(join(home, '.claude', 'outside.jsonl'), toLines(claudeRecords(cwd, 'Fix it')));
    for (const id of ['../../outside', '*', '', '.', randomUUID().slice(1)]) {
      assert.equal(await transcripts.find(locate('claude', cwd), id), undefined);
    }
  });

  describe('with unusual files', () => {
    let cwd: string;
    let good: string;
    const bad = (name = `${randomUUID()}.jsonl`): string => claudeFile(cwd, name);

    beforeEach(async () => {
      cwd = await makeDirectory('one');
      good = await writeClaude(cwd, 'Good');
    });

    const lines = (): string => toLines(claudeRecords(cwd, 'Fix it'));
    const LEFT_OUT: Readonly<Record<string, () => Promise<unknown>>> = {
      'an empty file': () => write(bad(), ''),
      'a file without JSON': () => write(bad(), 'x\n{]\n\u0000\u0001\n'),
      'a file of JSON without a record': () => write(bad(), '1\nnull\n"cwd"\n[]\n{}\n'),
      'a folder': () => mkdir(bad()),
      'a link to nothing': () => symlink(join(root, 'nothing'), bad()),
      'a link to an endless device': () => symlink('/dev/zero', bad()),
      'a file of JSON that is nested deeply': () => write(bad(), '['.repeat(100_000)),
      'a link to itself': () => {
        const path = bad();
        return symlink(path, path);
      },
      "a sub-agent's file": () => write(bad('agent-a1b2c3.jsonl'), lines()),
      'a file with the records of a sub-agent': () =>
        write(bad(), toLines([{ cwd }, { type: 'user', isSidechain: true, cwd }])),
      'a file of another name': () => write(bad('notes.jsonl'), lines()),
      'a file of 2 GB without a line': async () => {
        await truncate(await write(bad(), ''), 2 * GIGABYTE);
      },
    };
    for (const [name, make] of Object.entries(LEFT_OUT)) {
      it(`omits ${name} [A21]`, async () => {
        await make();
        const begin = performance.now();
        assert.deepEqual(await listIds(locate('claude', cwd)), [good]);
        assert.ok(performance.now() - begin < LIMIT_MS * slowdown());
      });
    }

    it('does not wait for a named pipe [A21]', async () => {
      const id = randomUUID();
      await promisify(execFile)('mkfifo', [bad(`${id}.jsonl`)]);
      assert.deepEqual(await listIds(locate('claude', cwd)), [good]);
      assert.equal(await transcripts.find(locate('claude', cwd), id), undefined);
    });

    it('omits an empty file in a folder that names the directory', async () => {
      const folder = join(home, '.grok', 'sessions', encodeURIComponent(cwd));
      await write(join(folder, randomUUID(), 'updates.jsonl'), '');
      assert.deepEqual(await listIds(locate('grok', cwd)), []);
    });

    it('omits a file that it may not read', async () => {
      await chmod(await write(bad(), lines()), 0);
      assert.deepEqual(await withoutPrivileges(() => listIds(locate('claude', cwd))), [good]);
    });

    it('distinguishes a file that it may not read from a missing one', async () => {
      const id = randomUUID();
      const location = locate('claude', cwd);
      await chmod(await write(bad(`${id}.jsonl`), lines()), 0);
      await withoutPrivileges(async () => {
        assert.equal(await transcripts.find(location, id), 'unreadable');
        assert.equal(await transcripts.find(locate('claude', root), id), 'unreadable');
        assert.equal(await transcripts.find(location, randomUUID()), undefined);
      });
    });

    for (const [cli, folder] of [
      ['claude', () => dirname(bad())],
      ['codex', () => join(home, '.codex', 'sessions')],
    ] as const) {
      it(`returns unreadable for a conversation of ${cli} that may be in a locked folder`, async () => {
        const other = await makeDirectory('other');
        await mkdir(folder(), { recursive: true });
        await chmod(folder(), 0);
        await withoutPrivileges(async () => {
          assert.equal(await transcripts.find(locate(cli, cwd), randomUUID()), 'unreadable');
          const elsewhere = await transcripts.find(locate('claude', other), randomUUID());
          assert.equal(elsewhere, undefined, 'the locked folder is not its own');
        });
        await chmod(folder(), 0o700);
      });
    }

    it('reads the rest of a file that starts and ends with an incomplete line', async () => {
      await write(bad(), `se}\n${lines()}{"type":"user","mess`);
      const [first, second] = await transcripts.list(locate('claude', cwd));
      assert.deepEqual([first?.firstPrompt, second?.firstPrompt].sort(), ['Fix it', 'Good']);
    });

    it('lists a file that has no prompt yet', async () => {
      const id = randomUUID();
      await write(bad(`${id}.jsonl`), toLines([{ type: 'attachment', cwd }]));
      const found = (await transcripts.list(locate('claude', cwd))).find((each) => each.id === id);
      assert.deepEqual([found?.cwd, found?.firstPrompt, found?.model], [cwd, undefined, undefined]);
    });

    it('describes a file of 2 GB by its start', async () => {
      const id = randomUUID();
      await truncate(await write(bad(`${id}.jsonl`), lines(), 0), 2 * GIGABYTE);
      const begin = performance.now();
      assert.equal(typeof (await transcripts.find(locate('claude', cwd), id)), 'object');
      const prompts = (await transcripts.list(locate('claude', cwd))).map(
        (each) => each.firstPrompt,
      );
      assert.deepEqual(prompts.sort(), ['Fix it', 'Good']);
      assert.ok(performance.now() - begin < LIMIT_MS * slowdown());
    });

    it('reads the directory from the end of a file whose first prompt has megabytes', async () => {
      const picture = 'A'.repeat(5 * 1024 * 1024);
      const writeOf = async (directory: string): Promise<string> => {
        const id = randomUUID();
        const records = [
          { type: 'user', cwd: directory, message: { content: picture } },
          { type: 'user', cwd: directory, message: { content: 'Second' } },
        ];
        await write(bad(`${id}.jsonl`), toLines(records));
        return id;
      };
      const id = await writeOf(cwd);
      const other = await writeOf(await makeDirectory('another'));
      const listed = await transcripts.list(locate('claude', cwd));
      const found = listed.find((each) => each.id === id);
      assert.equal(found?.cwd, cwd);
      assert.equal(found.firstPrompt, undefined, 'the second prompt is not the first');
      assert.ok(!listed.some((each) => each.id === other));
    });

    it('returns none if the list of folders is invalid, or leads elsewhere', async () => {
      await write(join(home, '.gemini', 'chats', 'session-x.jsonl'), toLines([{ sessionId: 'x' }]));
      for (const text of [
        '',
        '[]',
        '{"projects":[]}',
        JSON.stringify({ projects: { [cwd]: '..' } }),
      ]) {
        await write(join(home, '.gemini', 'projects.json'), text);
        assert.deepEqual(await listIds(locate('gemini', cwd)), []);
      }
    });

    it('lists only the 200 newest of many files', async function () {
      this.timeout(20_000);
      await Promise.all(
        Array.from({ length: 1_500 }, (_, at) => writeClaude(cwd, `${at}`, 1e12 + at * 1_000)),
      );
      const found = await transcripts.list(locate('claude', cwd));
      assert.equal(found.length, 200);
      assert.deepEqual(
        found.slice(0, 3).map(({ firstPrompt }) => firstPrompt),
        ['Good', '1499', '1498'],
      );
    });
  });
});

/** Runs as the user nobody if the process is root, which may read everything. */
async function withoutPrivileges<T>(run: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) {
    return run();
  }
  process.seteuid?.(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}

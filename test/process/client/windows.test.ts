import assert from 'node:assert/strict';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { WindowEntry } from '../../../src/api/home/windowFile';
import { connect } from '../../../src/client/connect/connect';
import type { ConnectOptions } from '../../../src/client/clientOptions';
import { holdPort } from '../../support/pty/heldPort';
import { useApi } from '../../support/api/useApi';

describe('the client finds its window', () => {
  const api = useApi();

  function list(options: ConnectOptions = {}, env: Record<string, string> = {}): Promise<unknown> {
    const home = join(api.windows, '..');
    return connect({
      cwd: api.fixture.folder,
      ...options,
      env: { AGENT_TERMINALS_HOME: home, ...env },
    }).list();
  }

  function changeFile(change: Partial<WindowEntry>): void {
    const [name = ''] = readdirSync(api.windows);
    const path = join(api.windows, name);
    const entry = JSON.parse(readFileSync(path, 'utf8')) as WindowEntry;
    writeFileSync(path, JSON.stringify({ ...entry, ...change }));
  }

  const NONE = { sessions: [] };

  it('by the current directory, and directories below', async () => {
    const below = join(api.fixture.folder, 'a', 'b');
    mkdirSync(below, { recursive: true });
    assert.deepEqual(await list(), NONE);
    assert.deepEqual(await list({ cwd: below }), NONE);
  });

  it('by a link to its folder', async () => {
    const link = join(api.fixture.home, 'link');
    symlinkSync(api.fixture.folder, link);
    assert.deepEqual(await list({ cwd: link }), NONE);
    assert.deepEqual(await list({ cwd: '/', window: link }), NONE);
  });

  it('by a folder relative to the current directory, or by its process id', async () => {
    const cwd = join(api.fixture.folder, '..');
    assert.deepEqual(await list({ cwd, window: "it's a folder" }), NONE);
    assert.deepEqual(await list({ cwd: '/', window: String(process.pid) }), NONE);
    await assert.rejects(list({ window: '4000000000' }), { code: 'NO_WINDOW' });
    await assert.rejects(list({ window: '/nowhere/at/all' }), { code: 'NO_WINDOW' });
  });

  it('by the environment of a shell in a session, from anywhere', async () => {
    const env = {
      AGENT_TERMINALS_PTY_ID: 'shell-main-1',
      AGENT_TERMINALS_FOLDER: api.fixture.folder,
    };
    assert.deepEqual(await list({ cwd: '/' }, env), NONE);
  });

  it('not for an agent that may not drive others', async () => {
    const env = { AGENT_TERMINALS_PTY_ID: 'fake-main-1' };
    await assert.rejects(list({}, env), { code: 'NOT_ALLOWED', message: /agentsMayDrive/ });
    await assert.rejects(list({ window: api.fixture.folder }, env), { code: 'NOT_ALLOWED' });
  });

  it('by the hook file of a session that outlived its first window', async () => {
    const held = await holdPort();
    const unreachable = `http://127.0.0.1:${held.port}`;
    const hooks = join(api.windows, '..', 'hooks');
    mkdirSync(hooks, { recursive: true });
    const writeHookFile = (port: unknown, token = api.folderToken): void =>
      writeFileSync(join(hooks, 'fake-main-1.json'), JSON.stringify({ port, token }));
    const env = {
      ...{ AGENT_TERMINALS_PTY_ID: 'fake-main-1', AGENT_TERMINALS_FOLDER: api.fixture.folder },
      ...{ AGENT_TERMINALS_URL: unreachable, AGENT_TERMINALS_TOKEN: api.folderToken },
    };
    const port = Number(new URL(api.url).port);
    writeHookFile(port);
    assert.deepEqual(await list({ cwd: '/' }, env), NONE);
    // Invalid: the token of another session, a malformed port, and a malformed id.
    writeHookFile(port, 'another');
    await assert.rejects(list({ cwd: '/' }, env), { code: 'UNREACHABLE' });
    writeHookFile('7@example.org');
    await assert.rejects(list({ cwd: '/' }, env), { code: 'UNREACHABLE' });
    writeHookFile(port);
    const odd = { ...env, AGENT_TERMINALS_PTY_ID: '../hooks/fake-main-1' };
    await assert.rejects(list({ cwd: '/' }, odd), { code: 'UNREACHABLE' });
    held.release();
  });

  it('by an agent’s own address and token, only for its own folder', async () => {
    const env = {
      ...{ AGENT_TERMINALS_PTY_ID: 'fake-main-1', AGENT_TERMINALS_FOLDER: api.fixture.folder },
      ...{ AGENT_TERMINALS_URL: api.url, AGENT_TERMINALS_TOKEN: api.folderToken },
    };
    assert.deepEqual(await list({ cwd: '/' }, env), NONE);
    assert.deepEqual(await list({ window: '.' }, env), NONE);
    await assert.rejects(list({ window: '/' }, env), { code: 'NOT_ALLOWED' });
    const wrong = { ...env, AGENT_TERMINALS_TOKEN: 'wrong' };
    await assert.rejects(list({}, wrong), { code: 'UNAUTHORIZED' });
  });

  it('not if two windows have the folder', async () => {
    const [name = ''] = readdirSync(api.windows);
    const text = readFileSync(join(api.windows, name), 'utf8');
    writeFileSync(join(api.windows, 'other.json'), text);
    await assert.rejects(list(), { code: 'SEVERAL_WINDOWS', message: /--window \d+/ });
  });

  const strays: readonly (readonly [string, Partial<WindowEntry>])[] = [
    ['of a process that has ended', { pid: 4_000_000 }],
    ['whose process id now belongs to another process', { startTime: '1' }],
    ['of another machine', { hostname: 'elsewhere.example' }],
  ];
  for (const [name, change] of strays) {
    it(`not by a file ${name}`, async () => {
      changeFile(change);
      await assert.rejects(list(), { code: 'NO_WINDOW' });
    });
  }

  it('if the system does not report its start time', async () => {
    changeFile({ startTime: 'unknown' });
    assert.deepEqual(await list(), NONE);
  });

  it('beside damaged files', async () => {
    writeFileSync(join(api.windows, 'half.json'), '{"pid": 1, "ur');
    writeFileSync(join(api.windows, 'empty.json'), '');
    mkdirSync(join(api.windows, 'directory.json'));
    assert.deepEqual(await list(), NONE);
  });

  it('not if the home does not exist', async () => {
    renameSync(api.windows, `${api.windows}-gone`);
    await assert.rejects(list(), { code: 'NO_WINDOW', message: /no window with Agent Terminals/ });
  });

  it('and reports a token that is no longer valid', async () => {
    changeFile({ token: 'wrong' });
    await assert.rejects(list(), { code: 'UNAUTHORIZED' });
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { waitFor } from '../support/waitFor';
import { activateExtension, type TestedApi } from './support/extensionApi';

interface WindowEntry {
  readonly pid: number;
  readonly socket: string;
  readonly token: string;
}

const LIMIT_MS = 10_000;

// Here, since Node's versions differ: VS Code has its own.
describe('the connections of the API', () => {
  let api: TestedApi;

  before(async () => {
    api = await activateExtension();
  });

  /** The file by which programs find this window; written some time after the activation. */
  async function findEntry(): Promise<WindowEntry> {
    const directory = join(api.internals.home, 'windows');
    const find = (): WindowEntry | undefined =>
      (existsSync(directory) ? readdirSync(directory) : [])
        .filter((name) => name.endsWith('.json'))
        .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as WindowEntry)
        .find(({ pid }) => pid === process.pid);
    await waitFor(() => find() !== undefined, {
      limitMs: LIMIT_MS,
      what: 'the file of the window',
    });
    const entry = find();
    assert.ok(entry);
    return entry;
  }

  it('end with their socket, also those that wait for an earlier answer [A57]', async () => {
    const { connections } = api.internals.api;
    const { socket: path, token } = await findEntry();
    const before = connections.count;
    const socket = connect(path);
    await once(socket, 'connect');
    const head = `HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const requests = ['/api/events', '/api/sessions', '/api/sessions'];
    socket.write(requests.map((route) => `GET ${route} ${head}`).join(''));
    await waitFor(() => connections.count === before + requests.length, {
      limitMs: LIMIT_MS,
      what: () => `${requests.length} connections; there are ${connections.count}`,
    });
    socket.destroy();
    await waitFor(() => connections.count === before, {
      limitMs: LIMIT_MS,
      what: () => `the end of the connections; there are ${connections.count}`,
    });
  });
});

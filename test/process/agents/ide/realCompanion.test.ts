import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { DrivenClaude } from '../../../support/agents/drivenCli';
import { listenElsewhere, writeCompanion, type Listener } from '../../../support/agents/companions';
import { useCore } from '../../../support/agents/useCore';
import { useSessionHost } from '../../../support/host/useSessionHost';
import { waitFor } from '../../../support/waitFor';

const TOKEN = 'token-of-this-window';

describe('the real Claude Code', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  const cli = new DrivenClaude();
  let server: WebSocketServer;
  let other: Listener;
  /** The headers of each connection to the companion of this window. */
  const connections: IncomingMessage['headers'][] = [];

  afterEach(async () => {
    await Promise.all(
      fixture.core.sessions.list().map(async ({ id }) => fixture.core.sessions.find(id)?.kill()),
    );
    server.clients.forEach((client) => client.terminate());
    await new Promise((done) => server.close(done));
    await Promise.all([other.close(), cli.tearDown()]);
  });
  const fixture = useCore();
  beforeEach(async () => {
    await cli.setUp(fixture);
    connections.length = 0;
    server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    server.on('connection', (_socket, { headers }) => connections.push(headers));
    [other] = await Promise.all([listenElsewhere(), once(server, 'listening')]);
    // As the windows of one VS Code: both files name the same parent process.
    const shared = { pid: process.pid, folders: [fixture.folder] };
    const { port } = server.address() as AddressInfo;
    writeCompanion('claude', fixture.home, { ...shared, port, token: TOKEN });
    writeCompanion('claude', fixture.home, { ...shared, port: other.port, token: 'other' });
  });

  for (const persistence of ['window', 'host'] as const) {
    it(`connects to the companion of its window with the token of its file (${persistence})`, async () => {
      fixture.extensionPath = host.extensionPath;
      await fixture.reopen();
      await fixture.core.reconnector.whenReconnected();
      const options = { persistence };
      await (await fixture.prepare({ providerId: 'claude', options })).launch();
      await waitFor(() => connections.length > 0, { limitMs: 40_000, what: 'a connection' });
      assert.equal(connections[0]?.['x-claude-code-ide-authorization'], TOKEN);
    });
  }
});

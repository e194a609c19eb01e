import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { listenAtNewSocket, removeServerSocket } from '../../../src/api/serverSocket';
import { useSocketDirectory } from '../../support/api/socketAddress';

describe('listenAtNewSocket', () => {
  const sockets = useSocketDirectory();

  it('tries a directory of its own if the file system has no sockets', async () => {
    const tried: string[] = [];
    const path = await listenAtNewSocket(join(sockets.path, 'home'), (at) => {
      tried.push(at);
      const error = Object.assign(new Error('not supported'), { code: 'EOPNOTSUPP' });
      return tried.length === 1 ? Promise.reject(error) : writeFile(at, '');
    });
    assert.deepEqual(tried.map(dirname), [join(sockets.path, 'home'), dirname(path)]);
    assert.equal(statSync(dirname(path)).mode & 0o777, 0o700);
    removeServerSocket(path);
    assert.deepEqual(readdirSync(sockets.path), ['home']);
    assert.throws(() => statSync(dirname(path)), { code: 'ENOENT' });
  });

  for (const umask of [0, 0o022]) {
    it(`lets only the person connect, with a umask of ${umask.toString(8).padStart(3, '0')}`, async () => {
      const server = createServer();
      const listen = (path: string) =>
        new Promise<void>((resolve) => server.listen(path, () => resolve()));
      const before = process.umask(umask);
      try {
        const path = await listenAtNewSocket(join(sockets.path, 'home'), listen);
        const modes = [path, dirname(path)].map((one) => statSync(one).mode & 0o777);
        assert.deepEqual(modes, [0o600, 0o700]);
      } finally {
        process.umask(before);
        server.close();
      }
    });
  }

  it('rejects if no socket can be opened anywhere', async () => {
    const fail = () => Promise.reject(new Error('no room'));
    await assert.rejects(listenAtNewSocket(sockets.path, fail), /no room/);
  });
});

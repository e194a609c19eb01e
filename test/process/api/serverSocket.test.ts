import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
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
      return tried.length === 1 ? Promise.reject(error) : Promise.resolve();
    });
    assert.deepEqual(tried.map(dirname), [join(sockets.path, 'home'), dirname(path)]);
    assert.equal(statSync(dirname(path)).mode & 0o777, 0o700);
    removeServerSocket(path);
    assert.deepEqual(readdirSync(sockets.path), ['home']);
    assert.throws(() => statSync(dirname(path)), { code: 'ENOENT' });
  });

  it('rejects if no socket can be opened anywhere', async () => {
    const fail = () => Promise.reject(new Error('no room'));
    await assert.rejects(listenAtNewSocket(sockets.path, fail), /no room/);
  });
});

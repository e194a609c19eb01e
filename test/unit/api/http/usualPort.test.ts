import assert from 'node:assert/strict';
import { usualPort } from '../../../../src/api/http/usualPort';

describe('usualPort', () => {
  const FOLDERS = ['file:///home/ada/shop', 'file:///home/ada/bank'];

  it('is the same for the same window, and below the ephemeral ports of systems', () => {
    const port = usualPort('/home/ada', FOLDERS);
    assert.equal(usualPort('/home/ada', [...FOLDERS]), port);
    assert.ok(port !== undefined && port >= 20_000 && port < 32_000, String(port));
  });

  it('differs for another home or other folders, and is undefined without folders', () => {
    const ports = [
      usualPort('/home/ada', FOLDERS),
      usualPort('/home/bob', FOLDERS),
      usualPort('/home/ada', FOLDERS.slice(1)),
    ];
    assert.equal(new Set(ports).size, 3);
    assert.equal(usualPort('/home/ada', []), undefined);
  });
});

import assert from 'node:assert/strict';
import { parseSessionFile, sessionFilePath } from '../../../src/endpoint/sessionFile';

describe('a session’s file', () => {
  it('has the address and the tokens', () => {
    const file = { pid: 1, socket: '/s', token: 't', driveToken: 'd', forward: '/f' };
    assert.deepEqual(parseSessionFile(JSON.stringify(file)), file);
  });

  it('of version 0.1.0 has the token of hooks only', () => {
    const file = { pid: 1, port: 4711, token: 't' };
    const none = { socket: undefined, driveToken: undefined, forward: undefined };
    assert.deepEqual(parseSessionFile(JSON.stringify(file)), { pid: 1, token: 't', ...none });
  });

  for (const text of ['', '{', '[]', 'null', '{"token":""}', '{"token":1}', '{"socket":"/s"}']) {
    it(`is invalid: ${JSON.stringify(text)}`, () => {
      assert.equal(parseSessionFile(text), undefined);
    });
  }

  it('has no path for an id that would leave the directory [A37]', () => {
    assert.equal(sessionFilePath('/home', 'ada-main-t_1'), '/home/hooks/ada-main-t_1.json');
    for (const id of ['', '.', '..', '../x', 'a/b', 'a\\b', 'a.b']) {
      assert.equal(sessionFilePath('/home', id), undefined, id);
    }
  });
});

import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { chooseTask, requireFolder } from '../../../../src/commands/tasks/taskArguments';
import { folderRef, taskIn } from '../../../support/views/treeSources';

describe('requireFolder', () => {
  const TWIN = { uri: 'file:///other/app', path: '/other/app', name: 'app' };
  const folders = [folderRef('app'), folderRef('lib'), TWIN];
  const FOUND: readonly (readonly [text: string, path: string])[] = [
    ['lib', '/home/ada/lib'],
    ['/home/ada/app', '/home/ada/app'],
    ['/home/ada/app/', '/home/ada/app'],
    ['/home/ada/x/../lib', '/home/ada/lib'],
    ['file:///other/app', '/other/app'],
  ];
  for (const [text, path] of FOUND) {
    it(`finds ${text}`, () => assert.equal(requireFolder(text, folders).path, path));
  }

  const REFUSED: readonly (readonly [text: string, named: string])[] = [
    ['nowhere', 'app, lib, app'],
    ['app', '/home/ada/app, /other/app'],
    ['', 'app, lib, app'],
  ];
  for (const [text, named] of REFUSED) {
    it(`refuses "${text}", and names the possible folders`, () => {
      assert.throws(
        () => requireFolder(text, folders),
        (error) => SessionError.is(error, 'BAD_REQUEST') && error.message.includes(named),
      );
    });
  }
});

describe('chooseTask', () => {
  const tasks = [
    { ...taskIn('app', 't1'), name: 'Fix login' },
    { ...taskIn('app', 't2'), name: 't1' },
  ];
  it('prefers an id to a name', () =>
    assert.deepEqual(chooseTask('t1', tasks), { kind: 'existing', id: 't1' }));
  it('finds a task by its name', () =>
    assert.deepEqual(chooseTask(' Fix login ', tasks), { kind: 'existing', id: 't1' }));
  it('returns a new task for an unknown name', () =>
    assert.deepEqual(chooseTask('fix "it"/🚀\n', tasks), { kind: 'new', name: 'fix "it"/🚀' }));
  it('refuses an empty name', () => assert.throws(() => chooseTask('  ', tasks), SessionError));
});

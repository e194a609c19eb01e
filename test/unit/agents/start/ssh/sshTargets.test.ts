import assert from 'node:assert/strict';
import {
  listSshTargets,
  type SshTargetsDeps,
} from '../../../../../src/agents/start/ssh/sshTargets';

/** Files by their paths, below home or absolute. */
function disk(files: Readonly<Record<string, string>>): SshTargetsDeps {
  return {
    home: '/home/ada',
    readText: (path) =>
      path in files ? Promise.resolve(files[path] ?? '') : Promise.reject(new Error('ENOENT')),
    list: (directory) => {
      const names = Object.keys(files)
        .filter((path) => path.startsWith(`${directory}/`))
        .map((path) => path.slice(directory.length + 1))
        .filter((name) => !name.includes('/'));
      return names.length > 0 ? Promise.resolve(names) : Promise.reject(new Error('ENOENT'));
    },
  };
}

const CONFIG = '/home/ada/.ssh/config';

describe('listSshTargets', () => {
  const CASES: readonly (readonly [
    what: string,
    files: Readonly<Record<string, string>>,
    targets: readonly string[],
  ])[] = [
    ['nothing without a file', {}, []],
    ['the hosts of the file', { [CONFIG]: 'Host b a *.x' }, ['b', 'a']],
    [
      'the hosts of the files that it includes, by their patterns',
      {
        [CONFIG]: 'Include conf.d/*.conf ~/more /etc/ssh/all\nHost last',
        '/home/ada/.ssh/conf.d/2.conf': 'Host two',
        '/home/ada/.ssh/conf.d/1.conf': 'Host one',
        '/home/ada/.ssh/conf.d/.hidden.conf': 'Host hidden',
        '/home/ada/.ssh/conf.d/1.txt': 'Host no',
        '/home/ada/more': 'Host more',
        '/etc/ssh/all': 'Host all',
      },
      ['last', 'one', 'two', 'more', 'all'],
    ],
    [
      'the hosts of files that include each other, each once',
      { [CONFIG]: 'Host a\nInclude other', '/home/ada/.ssh/other': 'Host b a\nInclude config' },
      ['a', 'b'],
    ],
    [
      'the other hosts if included files do not exist',
      { [CONFIG]: 'Include nowhere/* gone\nHost a' },
      ['a'],
    ],
  ];
  for (const [what, files, targets] of CASES) {
    it(`lists ${what}`, async () => {
      assert.deepEqual(await listSshTargets(disk(files)), targets);
    });
  }

  it('stops in an endless chain of files', async () => {
    let reads = 0;
    const deps: SshTargetsDeps = {
      ...disk({}),
      readText: () => Promise.resolve(`Host h${++reads}\nInclude f${reads}a f${reads}b`),
    };
    assert.ok((await listSshTargets(deps)).length <= 64);
    assert.ok(reads <= 64);
  });

  it('lists at most 500 hosts', async () => {
    const hosts = Array.from({ length: 5_000 }, (_, index) => `h${index}`).join(' ');
    assert.equal((await listSshTargets(disk({ [CONFIG]: `Host ${hosts}` }))).length, 500);
  });
});

import assert from 'node:assert/strict';
import {
  listNodePtyDirectories,
  rankNodePtyCandidates,
} from '../../../../src/pty/native/nodePtyCandidates';

describe('listNodePtyDirectories', () => {
  const ours = ['/ext/vendor/node-pty', '/ext/node_modules/node-pty'];
  const table = [
    {
      host: 'a desktop VS Code',
      roots: { appRoot: '/code', extensionPath: '/ext', electron: true },
      directories: ['/code/node_modules.asar/node-pty', '/code/node_modules/node-pty', ...ours],
    },
    {
      host: 'a VS Code server',
      roots: { appRoot: '/code', extensionPath: '/ext', electron: false },
      directories: ['/code/node_modules/node-pty', ...ours],
    },
    {
      host: 'a process outside VS Code',
      roots: { appRoot: '', extensionPath: '/ext', electron: false },
      directories: ours,
    },
  ];
  for (const { host, roots, directories } of table) {
    it(`lists the directories in search order for ${host}`, () => {
      assert.deepEqual(listNodePtyDirectories(roots), directories);
    });
  }
});

describe('rankNodePtyCandidates', () => {
  const table: readonly (readonly [
    codes: string,
    ours: string,
    platform: NodeJS.Platform,
    ranked: readonly string[],
  ])[] = [
    [
      '1.2.0-beta.15',
      '1.2.0-beta.15',
      'linux',
      ['code native', 'ours native', 'code public', 'ours public'],
    ],
    [
      '1.2.0',
      '1.2.0-beta.15',
      'linux',
      ['code native', 'ours native', 'code public', 'ours public'],
    ],
    ['1.2.0-beta.9', '1.2.0-beta.15', 'linux', ['ours native', 'ours public', 'code public']],
    ['1.1.0', '1.2.0-beta.15', 'darwin', ['ours native', 'ours public', 'code public']],
    ['1.1.0', '1.2.0-beta.15', 'win32', ['ours public', 'code public']],
    ['1.3.0-beta.1', '1.1.0', 'win32', ['code public', 'ours public']],
  ];
  for (const [codes, ours, platform, ranked] of table) {
    it(`ranks ${codes} of VS Code and ${ours} of ours on ${platform}: ${ranked.join(', ')}`, () => {
      const found = [
        { directory: 'code', version: codes },
        { directory: 'ours', version: ours },
      ];
      const actual = rankNodePtyCandidates(found, platform);
      assert.deepEqual(
        actual.map(({ directory, kind }) => `${directory} ${kind}`),
        ranked,
      );
    });
  }
});

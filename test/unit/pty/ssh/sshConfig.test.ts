import assert from 'node:assert/strict';
import { parseSshConfig } from '../../../../src/pty/ssh/sshConfig';

describe('parseSshConfig', () => {
  const CASES: readonly (readonly [
    text: string,
    hosts: readonly string[],
    includes: readonly string[],
  ])[] = [
    ['', [], []],
    ['Host dev\n  HostName 10.0.0.1\nHost prod', ['dev', 'prod'], []],
    ['HOST=dev\nhost = prod\r\n\tHost\tlast', ['dev', 'prod', 'last'], []],
    ['Host a b *.example.org !c d? e', ['a', 'b', 'e'], []],
    ['Host "with space" plain # not this', ['with space', 'plain'], []],
    ['# Host no\nHostName neither\nMatch host x\nHost dev dev', ['dev'], []],
    [
      'Include conf.d/* "~/my hosts"\nHost a\n include /etc/x',
      ['a'],
      ['conf.d/*', '~/my hosts', '/etc/x'],
    ],
    ['Host\nHost=\n\0\n{}', [], []],
  ];
  for (const [text, hosts, includes] of CASES) {
    it(`reads ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseSshConfig(text), { hosts, includes });
    });
  }
});

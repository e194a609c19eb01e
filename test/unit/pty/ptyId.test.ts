import assert from 'node:assert/strict';
import { formatPtyId, canBeginPtyId, parsePtyId, type PtyIdParts } from '../../../src/pty/ptyId';

const GOOD: readonly (readonly [string, PtyIdParts])[] = [
  ['claude-main-task_abc', { providerId: 'claude', kind: 'main', suffix: 'task_abc' }],
  ['claude-chat-conv_123', { providerId: 'claude', kind: 'chat', suffix: 'conv_123' }],
  ['oh-my-pi-main-x', { providerId: 'oh-my-pi', kind: 'main', suffix: 'x' }],
  ['shell-chat-main-chat', { providerId: 'shell', kind: 'chat', suffix: 'main-chat' }],
  ['a-main--', { providerId: 'a', kind: 'main', suffix: '-' }],
  [`4x-main-${'a'.repeat(64)}`, { providerId: '4x', kind: 'main', suffix: 'a'.repeat(64) }],
];

const BAD = [
  '',
  'claude',
  'claude-main',
  'claude-main-',
  'main-x',
  '-main-x',
  'main-chat-x',
  'Claude-main-x',
  'a--b-main-x',
  'a_b-main-x',
  'claude-ssh-x',
  'claude-main-a/b',
  'claude-main-a b',
  'claude-main-é',
  'claude-main-x\n',
  `claude-main-${'a'.repeat(65)}`,
];

describe('parsePtyId', () => {
  for (const [id, parts] of GOOD) {
    it(`parses ${id}, and formatPtyId restores it`, () => {
      assert.deepEqual(parsePtyId(id), parts);
      assert.equal(formatPtyId(parts), id);
    });
  }

  for (const id of BAD) {
    it(`returns null for ${JSON.stringify(id)}`, () => assert.equal(parsePtyId(id), null));
  }
});

describe('formatPtyId', () => {
  for (const [providerId, suffix] of [
    ['main', 'x'],
    ['a-chat', 'x'],
    ['A', 'x'],
    ['a', ''],
    ['a', 'b c'],
  ] as const) {
    it(`refuses the provider "${providerId}" with the suffix "${suffix}"`, () => {
      assert.throws(() => formatPtyId({ providerId, kind: 'main', suffix }), /is not a PTY id/);
    });
  }
});

describe('canBeginPtyId', () => {
  it('accepts words of lower-case letters and digits, except main and chat', () => {
    const ids = ['a', 'oh-my-pi', 'mainly', '', 'main', 'a-chat', 'a-', 'a b', 'É'];
    assert.deepEqual(ids.filter(canBeginPtyId), ['a', 'oh-my-pi', 'mainly']);
  });
});

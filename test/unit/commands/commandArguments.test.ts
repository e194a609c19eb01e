import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import { parseCommandArguments } from '../../../src/commands/commandArguments';
import type { CommandName } from '../../../src/config/contributions';

describe('parseCommandArguments', () => {
  it('returns an empty object for an empty argument, and undefined for a command without arguments', () => {
    for (const raw of [undefined, null, {}]) {
      assert.deepEqual(parseCommandArguments('startAgent', raw), {});
    }
    assert.equal(parseCommandArguments('showLog', 'whatever'), undefined);
  });

  it('accepts the fields of startAgent', () => {
    const all = {
      folder: 'app',
      task: 'Fix it',
      provider: 'ada',
      prompt: 'go',
      model: 'big',
      autoApprove: true,
      spawnMode: 'direct',
      shellSetup: 'nvm use',
      env: { A: '1' },
      extraArgs: ['-v'],
      location: 'beside',
      fresh: true,
    };
    assert.deepEqual(parseCommandArguments('startAgent', all), all);
  });

  it('accepts a restart with a new conversation', () => {
    const args = { session: 'x', fresh: true };
    assert.deepEqual(parseCommandArguments('restartSession', args), args);
  });

  it('accepts a tree row, and drops the fields that the command does not have', () => {
    const row = { kind: 'session', id: 'session:x', session: 'x', folder: 'file:///app' };
    assert.deepEqual(parseCommandArguments('openSession', row), { session: 'x' });
    assert.deepEqual(parseCommandArguments('startAgent', row), { folder: 'file:///app' });
  });

  it('accepts the trust option', () => {
    for (const trust of [true, false]) {
      assert.deepEqual(parseCommandArguments('startClaude', { trust }), { trust });
    }
  });

  const BAD: readonly (readonly [command: CommandName, raw: unknown, message: string])[] = [
    ['startAgent', 5, 'The argument of agentTerminals.startAgent must be an object, but is 5'],
    [
      'startAgent',
      [],
      'The argument of agentTerminals.startAgent must be an object, but is a list',
    ],
    [
      'openSession',
      { session: 7 },
      '"session" of the argument of agentTerminals.openSession must be a string, but is 7',
    ],
    ['openSession', { location: 'left' }, 'must be "editor" or "panel" or "beside", but is "left"'],
    ['startClaude', { env: { A: 1 } }, '"env.A" of the argument'],
    ['startClaude', { extraArgs: 'x' }, 'must be a list, but is "x"'],
    ['startClaude', { autoApprove: 'yes' }, 'must be true or false, but is "yes"'],
    ['startClaude', { task: null }, 'must be a string, but is null'],
    ['startClaude', { trust: 'yes' }, 'must be true or false, but is "yes"'],
    ['newTask', { worktree: 'yes' }, 'must be true or false, but is "yes"'],
    [
      'startClaude',
      { persistence: 'for good' },
      'must be "window" or "tmux" or "host", but is "for good"',
    ],
    ['startSsh', { sshArgs: '-A' }, 'must be a list, but is "-A"'],
    ['startSsh', { target: 22 }, 'must be a string, but is 22'],
  ];
  for (const [command, raw, message] of BAD) {
    it(`refuses ${JSON.stringify(raw)}`, () => {
      assert.throws(
        () => parseCommandArguments(command, raw),
        (error) =>
          SessionError.is(error, 'BAD_REQUEST') &&
          error.message.includes(message) &&
          error.message.endsWith('.'),
        message,
      );
    });
  }
});

import assert from 'node:assert/strict';
import type { CommandServices } from '../../../../src/commands/commandServices';
import { startSsh } from '../../../../src/commands/start/startSsh';
import { CommandWorld } from '../../../support/views/commandWorld';

const ARGS = { task: 'Fix it', provider: 'ada' };

describe('startSsh', () => {
  it('starts the agent on the host that is named, without a dialog', async () => {
    const world = new CommandWorld();
    await startSsh(world.deps, {
      ...ARGS,
      target: 'ada@host',
      sshArgs: ['-p', '2222'],
      remoteCwd: '~/app',
      prompt: 'go',
    });
    const [request] = world.requests;
    assert.deepEqual(
      [request?.options.ssh, request?.options.prompt, request?.options.persistence],
      [
        {
          target: 'ada@host',
          sshArgs: ['-p', '2222'],
          remoteCwd: '~/app',
          remoteInitCommand: undefined,
          tmux: false,
        },
        'go',
        'window',
      ],
    );
  });

  it('uses tmux on the remote machine, and not on this one', async () => {
    const world = new CommandWorld();
    await startSsh(world.deps, { ...ARGS, target: 'host', persistence: 'tmux' });
    const { ssh, persistence } = world.requests[0]?.options ?? {};
    assert.deepEqual([ssh?.tmux, persistence], [true, 'window']);
  });

  const choosing = (
    chosen: string | undefined,
    typed?: string,
  ): { deps: Partial<CommandServices>; offered: string[] } => {
    const offered: string[] = [];
    const deps: Partial<CommandServices> = {
      choices: {
        choose: (_question, choices) => {
          offered.push(...choices.map(({ label }) => label));
          return Promise.resolve(choices.find(({ label }) => label === chosen)?.value);
        },
        chooseMany: () => Promise.resolve(undefined),
        chooseDirectory: () => Promise.resolve(undefined),
      },
      pickers: { ...new CommandWorld().deps.pickers, askText: () => Promise.resolve(typed) },
    };
    return { deps, offered };
  };

  const CHOICES: readonly (readonly [
    chosen: string | undefined,
    typed: string | undefined,
    target: string | undefined,
  ])[] = [
    ['prod', undefined, 'prod'],
    ['Another Host...', 'me@other', 'me@other'],
    ['Another Host...', undefined, undefined],
    [undefined, 'not asked', undefined],
  ];
  for (const [chosen, typed, target] of CHOICES) {
    it(`offers the hosts of the configuration: ${chosen ?? 'dismissed'}, ${typed ?? 'nothing'}`, async () => {
      const { deps, offered } = choosing(chosen, typed);
      const world = new CommandWorld(deps);
      world.sshTargets = ['dev', 'prod'];
      await startSsh(world.deps, ARGS);
      assert.deepEqual(offered, ['dev', 'prod', 'Another Host...']);
      assert.equal(world.requests[0]?.options.ssh?.target, target);
    });
  }

  it('asks for the host directly if the configuration names none', async () => {
    const { deps, offered } = choosing(undefined, 'typed');
    const world = new CommandWorld(deps);
    await startSsh(world.deps, ARGS);
    assert.deepEqual([offered, world.requests[0]?.options.ssh?.target], [[], 'typed']);
  });
});

import type { CommandRequest } from '../../../../src/pty/process/command';
import { runCommand } from '../../../../src/pty/process/runCommand';
import { useLandings } from '../../../support/worktrees/landingWorld';

const BIG = 'big\n'.repeat(1000);

/** Runs a git that can write files of at most 1 KiB, as on a full disk. */
function runOnFullDisk(request: CommandRequest): ReturnType<typeof runCommand> {
  const script = 'trap \'\' XFSZ; ulimit -f 1; exec "$0" "$@"';
  const isCheckout = request.args.includes('merge') || request.args.includes('read-tree');
  const args = ['-c', script, request.file, ...request.args];
  return runCommand(isCheckout ? { ...request, file: '/bin/bash', args } : request);
}

describe('A check-out that git begins and does not finish', function () {
  this.timeout(60_000);
  const world = useLandings({ file: 'one\n', big: 'small\n', gone: 'g\n', 'dir/a': 'a\n' });
  const { at } = world;

  const change = (): void => {
    ['gone', 'untracked', 'mine/file'].forEach((name) => world.write(name, `${name} 1\n`));
    world.run('add', 'gone');
  };
  /** Work whose files surround a big one, in the order in which git checks them out. */
  const work = (big: string): void => {
    at.run(world.task, 'rm', '--quiet', 'dir/a');
    world.work({ big, dir: 'a file now\n', a: '1\n', 'x/y/new': 'n\n', file: 'two\n' });
  };

  it('leaves a landing undone: the disk is full', async () => {
    work(BIG);
    change();
    const worktrees = at.worktreesWith({ runCommand: runOnFullDisk });
    await world.refuses(
      () => world.land('merge', { worktrees }),
      /^main was not moved in \S+repo: unable to write file/,
    );
    await world.land();
  });

  it('leaves an undo undone: the disk is full', async () => {
    at.commit(world.repository, { big: BIG, file: 'one\n' });
    at.run(world.task, 'merge', '--quiet', 'main');
    work('small again\n');
    const landing = await world.land();
    change();
    const worktrees = at.worktreesWith({ runCommand: runOnFullDisk });
    await world.refuses(
      () => world.undo(landing, worktrees),
      /^main was not moved in \S+repo: unable to write file/,
    );
    await world.undo(landing);
  });

  it('leaves a landing undone: a filter fails', async () => {
    work(BIG);
    at.commit(world.repository, { '.gitattributes': 'big filter=fails\n' });
    world.run('config', 'filter.fails.smudge', 'sed /big/q1');
    world.run('config', 'filter.fails.clean', 'cat');
    world.run('config', 'filter.fails.required', 'true');
    change();
    await world.refuses(
      () => world.land(),
      /^main was not moved in \S+repo: external filter 'sed \/big\/q1' failed/,
    );
  });

  it('leaves the files that are deleted without being staged', async () => {
    work(BIG);
    world.run('rm', '--quiet', 'file');
    world.run('reset', '--quiet');
    const worktrees = at.worktreesWith({ runCommand: runOnFullDisk });
    await world.refuses(() => world.land('merge', { worktrees }), /unable to write file/);
  });
});

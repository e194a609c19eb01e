import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runCommand } from '../../src/pty/process/runCommand';
import { GitPlayground } from '../../test/support/agents/gitPlayground';
import type { BenchContext } from '../hosts/benchContext';
import { measureRounds, timeOf } from '../measure/measureRounds';
import { SIZES } from '../report/goals';
import { compare, type Measurement, type Measurements } from '../report/row';

const FILES_PER_FOLDER = 100;
const EDITED = 10;

/** F11: the time to read what a task has changed in a repository, and of `git status` there. */
export async function measureChanges(_: BenchContext, rounds: number): Promise<Measurements> {
  const measured: Record<string, Measurement> = {};
  for (const { name, files } of SIZES) {
    const playground = new GitPlayground(runCommand);
    playground.setUp();
    try {
      measured[name] = await measureRepository(playground, files, rounds);
    } finally {
      playground.tearDown();
    }
  }
  return measured;
}

/** Of a task that has edited some files, committed one and added one. */
async function measureRepository(
  at: GitPlayground,
  files: number,
  rounds: number,
): Promise<Measurement> {
  const names = Array.from(
    { length: files },
    (_, index) => `src/${Math.floor(index / FILES_PER_FOLDER)}/${index}.ts`,
  );
  const folder = at.repository('repo', Object.fromEntries(names.map((name) => [name, name])));
  const commit = at.run(folder, 'rev-parse', 'HEAD');
  at.commit(folder, { committed: '1\n' });
  [...names.slice(0, EDITED), 'new'].forEach((name) => at.write(join(folder, name), 'edited\n'));
  const { env, worktrees } = at;
  const read = async (): Promise<void> => {
    const { total } = await worktrees.changes({ folder, since: { commit } });
    if (total.files !== EDITED + 2) {
      throw new Error(`${total.files} files have changed.`);
    }
  };
  const status = () => promisify(execFile)('git', ['status'], { cwd: folder, env });
  return compare(
    await measureRounds(rounds, { ours: () => timeOf(read), peer: () => timeOf(status) }),
  );
}

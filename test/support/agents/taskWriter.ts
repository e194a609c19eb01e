/*
 * A window of its own that adds tasks: `taskWriter.ts DIRECTORY PREFIX COUNT`. It says
 * 'ready', waits for a line on its input, writes, and ends; COUNT 0 = until it is killed.
 */
import { once } from 'node:events';
import { systemClock } from '../../../src/base/clock';
import { randomTaskIds } from '../../../src/tasks/taskIds';
import { TaskStore } from '../../../src/tasks/taskStore';

const [directory = '', prefix = '', count = '0'] = process.argv.slice(2);
const limit = Number(count) || Infinity;

if (process.platform !== 'win32') {
  // Where a limit is set on the size of files, writing is to fail, as on a full disk.
  process.on('SIGXFSZ', () => {});
}

async function main(): Promise<void> {
  const store = new TaskStore(directory, systemClock, randomTaskIds);
  store.onDidMeetProblem(({ message }) => {
    process.stderr.write(message);
    process.exitCode = 1;
  });
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  for (let number = 1; number <= limit; number++) {
    await store.create({ name: `${prefix}${number}`, folder: 'file:///f', cwd: '/f' });
  }
  process.stdin.destroy();
}

void main();

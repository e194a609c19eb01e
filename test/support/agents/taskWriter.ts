/*
 * A separate window that adds tasks: `taskWriter.ts DIRECTORY PREFIX COUNT`. It prints
 * 'ready', waits for an input line, writes, and ends; COUNT 0: writes until it is killed.
 */
import { once } from 'node:events';
import { systemClock } from '../../../src/base/clock';
import { randomTaskIds } from '../../../src/tasks/taskIds';
import { TaskStore } from '../../../src/tasks/taskStore';

const [directory = '', prefix = '', count = '0'] = process.argv.slice(2);
const limit = Number(count) || Infinity;

if (process.platform !== 'win32') {
  // With a limit on the size of files, writes must fail, as on a full disk.
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

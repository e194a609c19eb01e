import { EXIT } from '../exitCode';
import { optionsOf, readOptions } from '../operationOptions';
import { print, printNotices } from '../output';
import { UsageError } from '../usageError';
import type { Verb } from '../verb';

export const FORK: Verb = {
  name: 'fork',
  usage: '[SESSION]',
  summary: 'start sessions with the screen and conversation of others; prints their ids',
  notes: ['Names one session, or with --task a task, all of whose running sessions are forked.'],
  options: {
    task: {
      type: 'string',
      value: 'TASK',
      help: 'fork all running sessions of this task, into a new task',
    },
    ...optionsOf('forkTask', { name: { help: 'with --task: the name of the new task' } }),
    ...optionsOf('fork', { count: { value: 'N' }, worktree: {} }),
  },
  argumentCount: [0, 1],
  async run(context, input) {
    const [session] = input.positionals;
    const task = input.text('task');
    const name = input.text('name');
    const options = readOptions('fork', ['count', 'worktree'], input);
    if ((session === undefined) === (task === undefined) || (name !== undefined && !task)) {
      throw new UsageError('Name one session, or a task with --task; --name belongs to --task.');
    }
    if (task !== undefined) {
      const forks = await context.terminals.forkTask(task, { ...options, name });
      const started = forks.flatMap(({ sessions }) => sessions);
      printNotices(context, started);
      print(context, { forks }, started.map(({ id }) => id).join('\n'));
      return EXIT.done;
    }
    const sessions = await context.terminals.fork(session ?? '', options);
    printNotices(context, sessions);
    print(context, { sessions }, sessions.map(({ id }) => id).join('\n'));
    return EXIT.done;
  },
};

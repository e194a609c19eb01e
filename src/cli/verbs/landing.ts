import { EXIT } from '../exitCode';
import { optionsOf, readOptions } from '../operationOptions';
import { print } from '../output';
import { readTimeoutMs } from '../readNumber';
import { UsageError } from '../usageError';
import type { Verb } from '../verb';

export const COMMIT: Verb = {
  name: 'commit',
  usage: 'TASK [PATH...]',
  summary: 'commit what a task has changed, in a terminal of the task; prints the id of the commit',
  notes: [
    'The paths are as "changes" prints them. Without any, all that the task itself has changed is committed.',
  ],
  options: {
    ...optionsOf('commit', { message: {} }),
    timeout: { type: 'string', value: 'SECONDS', help: 'time limit for git (default: 600)' },
  },
  argumentCount: [1, Infinity],
  async run(context, input) {
    const [task = '', ...paths] = input.positionals;
    const message = input.text('message');
    if (message === undefined) {
      throw new UsageError('The commit needs a message: add --message TEXT.');
    }
    const made = await context.terminals.commit(task, {
      message,
      timeoutMs: readTimeoutMs(input),
      ...(paths.length > 0 && { paths }),
    });
    print(context, made, made.commit);
    return EXIT.done;
  },
};

export const LAND: Verb = {
  name: 'land',
  usage: 'TASK',
  summary: 'land the commits of a task in a branch, after you were asked in the window',
  options: optionsOf('land', {
    into: { value: 'BRANCH' },
    way: { value: 'merge|squash' },
    message: {},
  }),
  argumentCount: [1, 1],
  async run(context, input) {
    const [task = ''] = input.positionals;
    const options = readOptions('land', ['into', 'way', 'message'], input);
    const landed = await context.terminals.land(task, options);
    context.io.printNotices(context.isJson ? [] : landed.notices);
    print(context, landed, `${landed.branch} is at ${landed.to}`);
    return EXIT.done;
  },
};

export const UNDO_LAND: Verb = {
  name: 'undo-land',
  usage: 'TASK',
  summary:
    'move a branch back to where it was before the last landing of a task, after you were asked',
  options: {},
  argumentCount: [1, 1],
  async run(context, input) {
    const [task = ''] = input.positionals;
    const undone = await context.terminals.undoLand(task);
    print(context, undone, `${undone.branch} is at ${undone.commit}`);
    return EXIT.done;
  },
};

import type { Operations } from '../../client/generated/operations';
import { EXIT } from '../exitCode';
import { formatTable } from '../formatTable';
import { optionsOf, readOptions } from '../operationOptions';
import { oneLine, print } from '../output';
import type { Verb } from '../verb';

type ChangedFile = Operations['changes']['output']['files'][number];

export const CHANGES: Verb = {
  name: 'changes',
  usage: 'TASK',
  summary: 'list the files that a task has changed, committed or not',
  options: optionsOf('changes', { since: { value: 'base|head' } }),
  argumentCount: [1, 1],
  async run(context, input) {
    const [task = ''] = input.positionals;
    const options = readOptions('changes', ['since'], input);
    const changes = await context.terminals.changes(task, options);
    context.io.printNotices(context.isJson ? [] : changes.notices);
    print(context, changes, formatTable(changes.files.map(toRow)));
    return EXIT.done;
  },
};

function toRow({ path, previousPath, kind, added, removed }: ChangedFile): readonly string[] {
  const lines = added === null ? '' : `+${added} -${removed ?? 0}`;
  return [kind, lines, oneLine(previousPath === null ? path : `${previousPath} -> ${path}`)];
}

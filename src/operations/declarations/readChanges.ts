import * as z from 'zod';
import type { ChangedFile } from '../../worktrees/changes/changes';
import { TASK } from '../fields';
import { defineOperation } from '../operation';
import { FOREIGN_TEXT } from '../views/foreignText';
import { quote } from '../views/formatSession';

const LINES = z.int().nullable().describe('Null if they are not counted, as in a binary file.');

const FILE = z.object({
  path: z.string().describe('Below the root, with slashes.'),
  previousPath: z.string().nullable().describe('Of a renamed file.'),
  kind: z.enum([
    'added',
    'modified',
    'deleted',
    'renamed',
    'typeChanged',
    'untracked',
    'conflicted',
    'submodule',
  ]),
  added: LINES,
  removed: LINES,
  binary: z.boolean(),
});

export const READ_CHANGES = defineOperation({
  name: 'changes',
  summary: 'Returns the files that a task has changed, committed or not.',
  input: z.strictObject({
    task: TASK,
    since: z
      .enum(['base', 'head'])
      .optional()
      .describe(
        'The commit to compare with: where the task left its base branch, or began (base, the default); or its last commit, for what is not committed.',
      ),
  }),
  output: z.object({
    root: z.string().describe('The working tree.'),
    since: z.string().describe('The commit that it is compared with.'),
    files: z.array(FILE),
    total: z
      .object({ files: z.int(), added: z.int(), removed: z.int() })
      .describe('Of all files, also if the list is cut.'),
    notices: z.array(z.string()).describe('What is left out or compared in another way.'),
  }),
  subject: 'task',
  right: 'read',
  http: { method: 'get', path: '/api/tasks/:id/changes', status: 200, answer: 'The changes.' },
  tool: {
    name: 'read_changes',
    title: 'Read what a task changed',
    description:
      'Lists the files that a task has changed, committed or not, with added and removed lines.',
    effect: 'reads',
    text: ({ files, notices }) =>
      files.length === 0
        ? ['No file is changed.', ...notices].join('\n')
        : [FOREIGN_TEXT.quoted, ...files.map(formatFile), ...notices].join('\n'),
  },
  run: async ({ scope, worktrees }, { access, input: { task: named, since = 'base' }, signal }) => {
    const { task } = scope.requireTask(access, named);
    const {
      files,
      root,
      since: commit,
      notices,
      total,
    } = await worktrees.changes(task, since, signal);
    return { root, since: commit, files: files.map(describeFile), total, notices: [...notices] };
  },
});

function describeFile(file: ChangedFile): z.input<typeof FILE> {
  const { path, previousPath, kind, added, removed, isBinary } = file;
  return {
    ...{ path, kind, binary: isBinary },
    previousPath: previousPath ?? null,
    added: added ?? null,
    removed: removed ?? null,
  };
}

function formatFile({ path, kind, added, removed, binary }: z.output<typeof FILE>): string {
  const lines = added === null ? '' : ` +${added} -${removed ?? 0}`;
  return `${kind} ${quote(path)}${binary ? ' (binary)' : lines}`;
}

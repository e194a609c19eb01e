import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { GitPlayground } from '../agents/gitPlayground';
import { readFiles } from './landingWorld';

/** Paths with the mode and id of what they have. */
type Entries = Readonly<Record<string, string>>;

/** A working tree with its index, and all branches. */
export interface TreeState {
  readonly files: Entries;
  readonly index: Entries;
  readonly refs: Entries;
}

/** Reads states as git would, with one call of it each. The repository must not have packed its refs. */
export class StateReader {
  private readonly trees = new Map<string, Entries>();

  constructor(
    private readonly at: GitPlayground,
    private readonly root: string,
  ) {}

  read(): TreeState {
    const { root } = this;
    const files = Object.entries(readFiles(root)).map(
      ([path, text]) => [path, entryOf(join(root, path), text)] as const,
    );
    const index = this.lines('ls-files', '--stage').map(
      // The stage is behind the id.
      ([entry, path]) => [path, entry.replace(/ 0$/, '')] as const,
    );
    return {
      files: Object.fromEntries(files),
      index: Object.fromEntries(index),
      refs: readFiles(join(root, '.git', 'refs')),
    };
  }

  /** The files of a commit. */
  tree(commit: string): Entries {
    const known = this.trees.get(commit);
    const lines = known ? [] : this.lines('ls-tree', '-r', commit);
    const read = lines.map(([entry, path]) => [path, entry.replace(' blob ', ' ')] as const);
    const tree: Entries = known ?? Object.fromEntries(read);
    this.trees.set(commit, tree);
    return tree;
  }

  private lines(...args: readonly string[]): (readonly [string, string])[] {
    const lines = this.at.run(this.root, ...args).split('\n');
    return lines.filter(Boolean).map((line) => {
      const [first = '', second = ''] = line.split('\t');
      return [first, second];
    });
  }
}

function entryOf(file: string, text: string): string {
  const isLink = lstatSync(file).isSymbolicLink();
  const content = isLink ? text.replace(/^-> /, '') : text;
  const id = createHash('sha1')
    .update(`blob ${content.length}\0${content}`, 'latin1')
    .digest('hex');
  return `${isLink ? '120000' : '100644'} ${id}`;
}

/**
 * Checks a move of the branch that is checked out: the files that differ between its trees are those of the new one,
 * unless they are staged so already, and none of them had other content; all others, and their entries in the index,
 * are as they were.
 */
export function checkMove(
  before: TreeState,
  after: TreeState,
  { from, to }: { readonly from: Entries; readonly to: Entries },
): void {
  const paths = [from, to, before.files, before.index].flatMap((one) => Object.keys(one));
  const files: Record<string, string> = {};
  const index: Record<string, string> = {};
  for (const path of new Set(paths)) {
    const moves = from[path] !== to[path] && before.index[path] === from[path];
    assert.ok(
      from[path] === to[path] || moves || before.index[path] === to[path],
      `The staged ${path} was overwritten.`,
    );
    const file = before.files[path];
    // A file that was deleted and not staged has nothing that could be lost.
    assert.ok(!moves || file === undefined || file === from[path], `${path} was overwritten.`);
    set(files, path, moves ? to[path] : file);
    set(index, path, moves ? to[path] : before.index[path]);
  }
  assert.deepEqual({ files: after.files, index: after.index }, { files, index });
}

function set(entries: Record<string, string>, path: string, entry: string | undefined): void {
  if (entry !== undefined) {
    entries[path] = entry;
  }
}

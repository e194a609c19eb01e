import assert from 'node:assert/strict';
import type { Committable } from '../../../../src/agents/landing/taskCommits';
import type { CommandsEnd } from '../../../../src/agents/start/commandRuns';
import type { CommandServices } from '../../../../src/commands/commandServices';
import { commitTask } from '../../../../src/commands/landing/commitTask';
import { uncounted } from '../../../../src/worktrees/changes/parseChanges';
import { worktreeTask } from '../../../support/agents/worktreeTask';
import { CommandWorld } from '../../../support/views/commandWorld';

const MADE = { id: 'c'.repeat(40), subject: 'Fix' };
const TOLD = /was committed as ccccccc "Fix"/;

/** A task with a tracked and an untracked file, and a person who chooses `chosen`. */
function world({ chosen = ['file'], isMerge = false, runEnd = { kind: 'done' } as CommandsEnd }) {
  const asked: { readonly question: string; readonly picked: readonly string[] }[] = [];
  const made = new CommandWorld({
    choices: {
      choose: () => Promise.resolve(undefined),
      chooseDirectory: () => Promise.resolve(undefined),
      chooseMany: (question, choices) => {
        const picked = choices.filter(({ isPicked }) => isPicked).map(({ label }) => label);
        asked.push({ question, picked });
        return Promise.resolve(
          choices.filter(({ label }) => chosen.includes(label)).map(({ value }) => value),
        );
      },
    },
  });
  made.tasks = [worktreeTask('t1')];
  made.runEnd = runEnd;
  const files = [
    uncounted('file', 'modified', 'file'),
    uncounted('secret.env', 'untracked', 'file'),
  ];
  const total = { files: 2, added: 0, removed: 0 };
  const found: Committable = {
    changes: { root: '/w', since: 'a', head: 'a', files, total, notices: [] },
    own: new Set(['file']),
    made: { count: 0, names: [] },
    isMerge,
  };
  const deps: CommandServices = {
    ...made.deps,
    commits: {
      look: () => Promise.resolve(found),
      prepare: (_task, _found, { paths }) =>
        Promise.resolve({
          command: `commit ${paths.join()}`,
          // A commit exists in any case: that of the terminal, or another one.
          finish: (isDone) => {
            made.events.push(`finish ${isDone ? 'done' : 'not done'}`);
            return Promise.resolve(isDone ? MADE : undefined);
          },
        }),
    },
  };
  const commit = (runs = deps.runs) =>
    commitTask({ ...deps, runs }, { task: 't1', message: 'Fix' });
  return { asked, commit, events: made.events };
}

describe('Commit Task', () => {
  it('tells of the commit that its terminal has made', async () => {
    const { asked, commit, events } = world({});
    assert.deepEqual(await commit(), { task: 't1', commit: MADE.id });
    assert.deepEqual(asked, [{ question: 'Which files?', picked: ['file'] }]);
    assert.match(events.join('\n'), /run in t1 as Commit: commit file\nfinish done\n/);
    assert.match(events.at(-1) ?? '', /was committed as ccccccc "Fix": 1 file\./);
  });

  for (const runEnd of [
    { kind: 'failed', command: 'git', exitCode: 1 },
    { kind: 'cancelled' },
  ] as const satisfies readonly CommandsEnd[]) {
    it(`tells of no commit if its commands are ${runEnd.kind}`, async () => {
      const { commit, events } = world({ runEnd });
      assert.equal(await commit(), undefined);
      assert.ok(events.includes('finish not done'));
      assert.doesNotMatch(events.join('\n'), TOLD);
    });
  }

  it('tells of no commit if its terminal does not start', async () => {
    const { commit, events } = world({});
    await assert.rejects(commit({ run: () => Promise.reject(new Error('No terminal.')) }), {
      message: 'No terminal.',
    });
    assert.deepEqual(events, ['finish not done']);
  });

  for (const chosen of [['file'], []]) {
    it(`asks for the files of a merge, too: ${chosen.length} of them`, async () => {
      const { asked, commit, events } = world({ chosen, isMerge: true });
      assert.deepEqual(await commit(), { task: 't1', commit: MADE.id });
      const [{ question, picked } = assert.fail()] = asked;
      assert.match(
        question,
        /^Which files\? What is staged is committed, too, because .* merge\.$/,
      );
      assert.deepEqual(picked, ['file']);
      assert.ok(events.includes(`run in t1 as Commit: commit ${chosen.join()}`));
      assert.match(events.at(-1) ?? '', /was committed as ccccccc "Fix"\./);
    });
  }

  it('commits nothing without a file, except for a merge', async () => {
    const { commit, events } = world({ chosen: [] });
    assert.equal(await commit(), undefined);
    assert.deepEqual(events, []);
  });
});

import assert from 'node:assert/strict';
import { COMMANDS, TREE_ITEMS } from '../../../src/config/contributions';
import { MANIFEST } from '../../support/manifest';

const MENU = MANIFEST.contributes.menus['view/item/context'] ?? [];

const SESSIONS = Object.values(TREE_ITEMS)
  .filter((item) => item.startsWith('session.'))
  .flatMap((item) =>
    /active|idle/.test(item) ? join([item], ['', '.model'], ['', '.muted']) : [item],
  );
const TASKS = [
  ...join(
    [TREE_ITEMS.task],
    ['.running', '.empty'],
    ['', '.worktree', '.worktree.landed'],
    ['', '.changed', '.changed.overlaps'],
  ),
  TREE_ITEMS.lostTask,
];
const FILES = join([TREE_ITEMS.changedFile], ['', '.overlaps'], ['', '.reviewed']);
const OTHERS: readonly string[] = Object.values(TREE_ITEMS).filter(
  (item) => !/^session|^task$|^lostTask$|^changes\.file$/.test(item),
);
/** Each `contextValue` that a row can have. */
const ROWS = [
  ...OTHERS,
  ...FILES,
  ...TASKS,
  ...join(SESSIONS, ['', ...TASKS.map((task) => `.${task}`)]),
];

describe('the menus of rows', () => {
  it('are for rows that exist, and every row has one', () => {
    const items = MENU.map(({ when }) => when);
    const unmatched = items.filter((when) => !ROWS.some(matches(when)));
    const without = ROWS.filter((item) => !items.some((when) => matches(when)(item)));
    assert.deepEqual({ unmatched, without }, { unmatched: [], without: [] });
  });

  it('have at most three commands inline, and none twice in a part', () => {
    for (const row of ROWS) {
      const inline = commandsOn(row, (group) => group.startsWith('inline'));
      assert.ok(inline.length <= 3, `${row}: ${inline.join(', ')}`);
      for (const part of [inline, commandsOn(row, (group) => !group.startsWith('inline'))]) {
        assert.deepEqual(part, [...new Set(part)], row);
      }
    }
  });

  it("have on the row of a task's only session the commands of both", () => {
    for (const session of SESSIONS) {
      for (const task of TASKS) {
        const menu = (row: string) => new Set(commandsOn(row, (group) => !/^inline/.test(group)));
        const both = new Set([...menu(session), ...menu(task)]);
        assert.deepEqual(menu(`${session}.${task}`), both, `${session}.${task}`);
      }
    }
  });

  it('change models only on rows of running agents whose model can be changed', () => {
    const rows = ROWS.filter((row) => commandsOn(row).includes(COMMANDS.changeModel));
    assert.deepEqual(
      rows,
      ROWS.filter((row) => row.includes('.model')),
    );
  });

  it('are the same on rows whose model can be changed, except for that', () => {
    for (const row of ROWS.filter((one) => one.includes('.model'))) {
      const others = commandsOn(row).filter((command) => command !== COMMANDS.changeModel);
      assert.deepEqual(others, commandsOn(row.replace('.model', '')));
    }
  });

  it('are the same on rows whose messages are muted, except for that', () => {
    const [mute, unmute] = [COMMANDS.muteSession, COMMANDS.unmuteSession];
    for (const row of ROWS.filter((one) => one.includes('.muted'))) {
      const isOther = (command: string) => command !== mute && command !== unmute;
      const [plain, muted] = [commandsOn(row.replace('.muted', '')), commandsOn(row)];
      assert.deepEqual(muted.filter(isOther), plain.filter(isOther));
      assert.deepEqual(
        [plain, muted].map((all) => all.filter((id) => !isOther(id))),
        [[mute], [unmute]],
      );
    }
  });
});

function commandsOn(row: string, isPart: (group: string) => boolean = () => true) {
  return MENU.filter(({ when, group = '' }) => isPart(group) && matches(when)(row)).map(
    ({ command }) => command,
  );
}

/** The texts of all lists, one of each, joined in all ways. */
function join(...lists: readonly (readonly string[])[]): readonly string[] {
  return lists.reduce((all, next) => all.flatMap((text) => next.map((end) => text + end)), ['']);
}

/** Whether a clause's `viewItem ==` or `viewItem =~` matches an item. */
function matches(when: string | undefined): (item: string) => boolean {
  const [, operator, operand = ''] = /viewItem (==|=~) (\S+)/.exec(when ?? '') ?? [];
  return (item) =>
    operator === '==' ? item === operand : new RegExp(operand.slice(1, -1)).test(item);
}

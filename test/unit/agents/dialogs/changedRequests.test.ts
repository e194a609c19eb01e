import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import type { ReadableScreen } from '../../../../src/status/screens/screenParts';
import { AnsweredAgent } from '../../../support/agents/answeredAgent';
import {
  commandPlaces,
  listRecordedDialogs,
  readWholeRequest,
  withRow,
  type RecordedDialog,
} from '../../../support/status/recordedDialogs';
import { listRecordedScreens, readRecordedScreen } from '../../../support/status/recordedScreens';

/** Dialogs whose request is cut or may begin above the screen, or which can only be answered in their terminal. */
const IN_TERMINAL = [
  'auggie/120x40/permission.txt',
  'auggie/200x50/permission.txt',
  'auggie/80x24/permission.txt',
  'claude-34-permission-script-80x24.txt',
  'claude-35-permission-cut-120x40.txt',
  'claude-35-permission-cut-80x24.txt',
  'claude-41-dsp-dialog.txt',
  'claude-62-plan-120x40.txt',
  'claude-65-permission-withheld-120x40.txt',
  'claude-65-permission-withheld-80x24.txt',
  'cline-13-approval.txt',
  'codex-08-hooks-fresh.txt',
  'codex-33-approval-long-80x24.txt',
  'codex-34-approval-script-80x24.txt',
  'codex-35-approval-cut-120x40.txt',
  'codex-35-approval-cut-80x24.txt',
  'cline/120x40/permission.txt',
  'cline/200x50/permission.txt',
  'cline/80x24/permission.txt',
  'commandcode-14-permission-scrolled-80x24.txt',
  ...['permission', 'permission-create', 'permission-edit'].flatMap((name) =>
    ['120x40', '200x50', '80x24'].map((size) => `commandcode/${size}/${name}.txt`),
  ),
  'droid/120x40/permission.txt',
  'droid/200x50/permission.txt',
  'droid/80x24/permission.txt',
  'mastracode/120x40/permission.txt',
  'mastracode/200x50/permission.txt',
  'mastracode/80x24/permission.txt',
  'qwen-24-permission-long-120x40.txt',
  'qoder-10-trust-120x40.txt',
  'qoder-10-trust-80x24.txt',
  'qoder/120x40/trust.txt',
  'qoder/200x50/trust.txt',
  'qoder/80x24/trust.txt',
];

/** Characters that are inserted and put in the place of others. */
const INSERTED = ['x', ' ', '/', '|', ';', '…'];

const DIALOGS = listRecordedDialogs();

describe('a request that changes after it was shown [S3]', () => {
  for (const dialog of DIALOGS) {
    it(`is another one after any change of a character: ${dialog.file}`, () => {
      let changes = 0;
      for (const changed of changesOf(dialog)) {
        changes += 1;
        assert.notEqual(
          readWholeRequest(dialog.provider, changed.screen),
          dialog.request,
          changed.row,
        );
      }
      assert.ok(changes > 100, `${changes} changes`);
    });

    it(`gets no key for the approval of what was shown: ${dialog.file}`, async () => {
      for (const { screen, row } of firstOfEachKind(changesOf(dialog))) {
        const agent = new AnsweredAgent();
        agent.status.provider = dialog.provider;
        agent.show(dialog.screen);
        agent.show(screen);
        await assert.rejects(agent.through(agent.approve(dialog.request)), row);
        assert.deepEqual(agent.typed, [], row);
      }
    });

    it(`gets no key if it changes while the answer waits: ${dialog.file}`, async () => {
      const [changed] = changesOf(dialog);
      assert.ok(changed);
      const agent = new AnsweredAgent();
      agent.status.provider = dialog.provider;
      agent.show(dialog.screen);
      const answer = agent.approve(dialog.request);
      agent.status.screens.set('a', changed.screen);
      await assert.rejects(agent.through(answer));
      assert.deepEqual(agent.typed, []);
    });
  }

  it('is tested on all recorded dialogs of all providers', () => {
    const requests = listRecordedScreens().filter((file) =>
      ['permission', 'trust'].includes(readRecordedScreen(file).expect),
    );
    const tested = DIALOGS.map(({ file }) => file);
    assert.deepEqual(
      requests.filter((file) => !IN_TERMINAL.includes(file)),
      tested,
    );
    const answered = BUILT_IN_PROVIDERS.filter(({ answers }) => answers.permission);
    const recorded = new Set(DIALOGS.map(({ provider }) => provider));
    assert.deepEqual(
      answered.map(({ id }) => id).filter((id) => !recorded.has(id)),
      // Nobody has recorded how Auggie shows a long command. No row that Cline draws above its dialog is certain
      // not to be one of a command.
      ['auggie', 'cline'],
    );
  });
});

interface Changed {
  readonly screen: ReadableScreen;
  /** The changed row. */
  readonly row: string;
  readonly kind: string;
}

/** The screen with each character of the command replaced, left out, and followed by another one. */
function* changesOf(dialog: RecordedDialog): Generator<Changed> {
  for (const { at, row, column } of commandPlaces(dialog)) {
    for (const { text, kind } of changesAt(row, column)) {
      yield { screen: withRow(dialog.screen, at, text), row: text, kind: `${kind} in row ${at}` };
    }
  }
}

function changesAt(row: string, at: number): readonly { readonly text: string; kind: string }[] {
  const [before, char, after] = [row.slice(0, at), row[at] ?? '', row.slice(at + 1)];
  return [
    { text: before + after, kind: 'left out' },
    ...INSERTED.filter((one) => one !== char).flatMap((one) => [
      { text: before + one + after, kind: 'replaced' },
      { text: before + one + char + after, kind: 'inserted' },
    ]),
  ];
}

function firstOfEachKind(all: Iterable<Changed>): readonly Changed[] {
  const first = new Map<string, Changed>();
  for (const one of all) {
    first.set(one.kind, first.get(one.kind) ?? one);
  }
  return [...first.values()];
}

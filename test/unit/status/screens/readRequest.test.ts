import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import type { RequestRows } from '../../../../src/providers/model/statusFacts';
import { readRequest } from '../../../../src/status/screens/readRequest';
import { readScreen } from '../../../../src/status/screens/readScreen';
import { readRecordedScreen } from '../../../support/status/recordedScreens';

const WHERE: RequestRows = { frame: /^─{10,}/, to: /^ [❯ ] 1\. /, borders: [/^ │(?= |$)/] };
const LINE = '─'.repeat(40);
/** In Claude Code's dialogs, lines of a command begin further to the right. */
const OWN_LINE = '╌'.repeat(40);
const NOT_WHOLE = { kind: 'partial', why: 'its screen does not show the whole request' } as const;
const MAYBE_CUT = {
  kind: 'partial',
  why: 'its dialog may show only a part of the request',
} as const;

const readRows = (where: RequestRows | undefined, rows: readonly string[]) =>
  readRequest(where, { rows });

const read = (...rows: readonly string[]) =>
  readRows(WHERE, ['older', LINE, ...rows, ' ❯ 1. Yes', '   2. No']);

/** The state that the rules of its provider read from a recorded screen. */
function readRecorded(file: string) {
  const { provider, screen } = readRecordedScreen(file);
  const rules = BUILT_IN_PROVIDERS.find(({ id }) => id === provider)?.status.screen.rules ?? [];
  const reading = readScreen(rules, screen);
  assert.ok(typeof reading === 'object' && reading.state.kind === 'needsInput', file);
  return reading.state;
}

describe('readRequest', () => {
  it('returns all rows without borders, with the indentation that they have among each other', () => {
    assert.deepEqual(read(' Run', ' │ cat <<E', ' │', ' │   a | b', ' │ E', ' Go on?'), {
      kind: 'whole',
      text: 'Run\ncat <<E\n  a | b\nE\nGo on?',
    });
  });

  it('shows lines in one length, and reads rows to their end', () => {
    const long = ` echo ${'x'.repeat(1000)};rm`;
    assert.deepEqual(read(' Run', OWN_LINE, long), {
      kind: 'whole',
      text: `Run\n───\n${long.trim()}`,
    });
  });

  it('is partial with blanks that are no spaces, and without any text', () => {
    assert.equal(read(' rm x\u00a0').kind, 'partial');
    assert.equal(read(OWN_LINE, '').kind, 'partial');
  });

  it('includes a row that looks like the options or like the end of the request', () => {
    assert.deepEqual(read(' echo', ' ❯ 1. Yes', '   2. No', ' rm -rf /'), {
      kind: 'whole',
      text: 'echo\n❯ 1. Yes\n  2. No\nrm -rf /',
    });
  });

  it('begins with the first of several rows that look like the beginning', () => {
    const where = { frame: /^\S/, from: /^ {2}Run this\?/, to: /^> 1\. / };
    const rows = ['old', '  Run this?', '  rm', '  Run this?', '  ls', '> 1. Yes'];
    assert.deepEqual(readRows(where, rows), {
      kind: 'whole',
      text: 'Run this?\nrm\nRun this?\nls',
    });
    // The rows above could be those of a command, blank ones too, and the first match an imitation.
    for (const above of [[], [''], ['', '', ''], ['  top of a command', '']]) {
      assert.deepEqual(readRows(where, [...above, ...rows.slice(1)]), NOT_WHOLE);
    }
    assert.deepEqual(readRows(where, ['old', '  ls', '> 1. Yes']), NOT_WHOLE);
  });

  it('is whole without a frame only if the dialog has none and blank rows are above it', () => {
    const where = { from: /^ {2}Folder access/, to: /^› 1\. / };
    const rows = ['  Folder access', '  /home', '› 1. Trust'];
    const whole = { kind: 'whole', text: 'Folder access\n/home' };
    assert.deepEqual(readRows(where, ['', ...rows]), whole);
    for (const above of [[], ['  /elsewhere'], ['  /elsewhere', '']]) {
      assert.deepEqual(readRows(where, [...above, ...rows]), NOT_WHOLE);
    }
    assert.deepEqual(readRows({ ...where, frame: /^\S/ }, ['', ...rows]), NOT_WHOLE);
  });

  it('is partial without the first row, without options, and if rows are above the screen', () => {
    assert.deepEqual(readRows(WHERE, [' rm', ' ❯ 1. Yes']), NOT_WHOLE);
    assert.deepEqual(readRows(WHERE, [LINE, ' rm', ' 2. No']), NOT_WHOLE);
    assert.deepEqual(readRows(WHERE, [LINE, ' rm', ' ❯ 1. Yes', ' ↑ 2 more lines']), MAYBE_CUT);
  });

  it('is partial if a row is cut, and whole if the row is repeated in full', () => {
    for (const row of [
      ' rm -rf /home/…',
      ' ... first 12 lines hidden ...',
      ' +3 lines',
      ' [… 9 lines]',
    ]) {
      assert.deepEqual(read(' Run', row), MAYBE_CUT, row);
    }
    assert.equal(read(' go test ./...').kind, 'whole');
    for (const row of [' rm -rf /ho...', ' Bash(rm -rf /ho...)', ' ..']) {
      const dots = { ...WHERE, cut: /\.\.\)?$/ };
      assert.deepEqual(readRows(dots, [LINE, row, ' ❯ 1. Yes']), MAYBE_CUT, row);
    }
    const where = { ...WHERE, repeated: /^ \? Shell / };
    assert.equal(readRows(where, [LINE, ' ? Shell rm…', ' rm -rf', ' ❯ 1. Yes']).kind, 'whole');
  });

  it('is partial if the CLI may have left out rows, and with too much text', () => {
    const rows = ['', LINE, ' Run', ' a', ' b', ' ❯ 1. Yes'];
    const on = (mostRows: number, leastScreen: number) =>
      readRows({ ...WHERE, height: { mostRows, leastScreen } }, rows);
    assert.equal(on(4, 6).kind, 'whole');
    assert.deepEqual([on(3, 6), on(4, 7)], [MAYBE_CUT, MAYBE_CUT]);
    assert.equal(read(` ${'x'.repeat(9000)}`).kind, 'partial');
    assert.equal(readRows(undefined, rows).kind, 'partial');
  });
});

describe('the request of recorded dialogs', () => {
  it('has all rows of a wrapped command', () => {
    for (const file of [
      'claude-33-permission-long-120x40.txt',
      'claude-33-permission-long-80x24.txt',
      'codex-33-approval-long-120x40.txt',
    ]) {
      const { request } = readRecorded(file);
      assert.ok(request?.kind === 'whole', file);
      const words = request.text.replace(/\s/g, '');
      assert.match(words, /tar--create.*\/is\/long\.&&rm-rf\.\/build/, file);
    }
  });

  it('has all rows of a script that imitates the dialog, and so has the question', () => {
    for (const file of [
      'claude-34-permission-script-120x40.txt',
      'codex-34-approval-script-120x40.txt',
    ]) {
      const { question, request } = readRecorded(file);
      assert.ok(request?.kind === 'whole', file);
      assert.match(
        request.text,
        /cat > script\.sh <<'EOF'\nWould you like to run the following command\?\n─{24}\n {2}indented line\n❯ 1\. Yes\n› 1\. Yes, proceed \(y\)\nEOF\nsh script\.sh; rm -rf \.\/build/,
        file,
      );
      assert.match(question ?? '', /cat > script.*indented line.*rm -rf \.\/build/, file);
    }
  });

  it('is partial if the dialog is higher than the screen', () => {
    for (const [file, request] of [
      ['claude-34-permission-script-80x24.txt', NOT_WHOLE],
      ['claude-35-permission-cut-120x40.txt', NOT_WHOLE],
      ['claude-35-permission-cut-80x24.txt', NOT_WHOLE],
      // Their beginning is on the screen, but could be that of an imitation in their command.
      ['codex-33-approval-long-80x24.txt', NOT_WHOLE],
      ['codex-34-approval-script-80x24.txt', NOT_WHOLE],
      ['codex-35-approval-cut-120x40.txt', NOT_WHOLE],
      ['codex-35-approval-cut-80x24.txt', NOT_WHOLE],
    ] as const) {
      assert.deepEqual(readRecorded(file).request, request, file);
    }
  });
});

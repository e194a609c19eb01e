import assert from 'node:assert/strict';
import { readPickerKeys } from '../../../../../src/status/screens/likely/readPickerKeys';
import { drawnScreen } from '../../../../support/status/drawnScreen';

const LINE = '─'.repeat(40);
const ANSWER = ['It is done.', '   Hello', `╭${LINE}╮`];
const page = (keys: string, ...inside: readonly string[]): readonly string[] => [
  ...ANSWER,
  ...inside.map((row) => `│ ${row.padEnd(38)} │`),
  `╰${LINE}╯`,
  `  ${keys}`,
];
const read = (rows: readonly string[], keys: string): string | undefined => {
  const state = readPickerKeys(drawnScreen(rows), `  ${keys}`)?.state;
  return state?.kind === 'needsInput' ? state.question : undefined;
};

describe('a picker that a rule has found by its keys', () => {
  for (const keys of [
    'Enter select',
    'Enter to view details, ESC to exit',
    'Enter/Space to change · Esc to cancel',
    'Space/Enter/1–9 Select • ESC stop',
    'space toggle · esc close',
    '(enter) open',
  ]) {
    it(`waits for the person with a key that chooses: ${keys}`, () => {
      assert.equal(read(page(keys, 'Droids', '', '  Create'), keys), 'Droids');
    });
  }

  for (const keys of [
    'Press ESC or Enter to close',
    'Enter or Esc to dismiss',
    'Esc close',
    '←/→ to switch · Esc to close',
    'center of it',
  ]) {
    it(`waits for nothing without one: ${keys}`, () => {
      assert.equal(read(page(keys, 'Usage', '', '10 %'), keys), undefined);
    });
  }

  it('waits for nothing if its list is empty', () => {
    const keys = 'Enter open · Esc close';
    assert.equal(read(page(keys, 'Plugins', '', 'No plugins found'), keys), undefined);
    assert.equal(read([...page(keys, 'Plugins', '', 'a'), 'No plugins found'], keys), undefined);
  });

  it('waits for nothing if its list is empty, above an input that begins as an entry does', () => {
    const keys = 'Enter open · Esc close';
    const deep = ' '.repeat(8);
    const rows = ['Plugins', 'No plugins found', keys].map((row) => deep + row);
    const state = readPickerKeys(drawnScreen([...rows, LINE, '❯ Ask', LINE]), deep + keys)?.state;
    assert.equal(state, undefined);
  });

  it('waits for the person if a text above its frame states that something was not found', () => {
    const keys = 'Enter open · Esc close';
    assert.equal(read(['No matches', ...page(keys, 'Plugins', 'One')], keys), 'Plugins');
  });

  it('waits for the person if an entry stands in an empty list', () => {
    const keys = 'Enter open · Esc close';
    const rows = (entry: string) => page(keys, 'Missions', entry, '', 'No missions found');
    assert.equal(read(rows(' >Begin'), keys), 'Missions');
    assert.equal(read(rows('  Begin'), keys), undefined);
  });

  it('does not have the text above the frame, beside it or further to the left as its title', () => {
    const keys = 'Enter open';
    assert.equal(read(page(keys, '──', 'Sessions', 'One'), keys), 'Sessions');
    assert.equal(read(['It is done.', LINE, 'Sessions', 'One', `  ${keys}`], keys), 'Sessions');
    const panel = ['It is done.', '', `${' '.repeat(8)}Sessions`, `${' '.repeat(8)}One`];
    const deep = `${' '.repeat(6)}${keys}`;
    assert.equal(read([...panel, `  ${deep}`, '> '], deep), 'Sessions');
  });

  it('is undefined if its keys are not on the screen', () => {
    assert.equal(readPickerKeys(drawnScreen(['Sessions', 'One']), 'Enter open'), undefined);
  });
});

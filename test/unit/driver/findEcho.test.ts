import assert from 'node:assert/strict';
import { countEchoes, findEcho } from '../../../src/driver/findEcho';
import { providerOf } from '../../support/agents/transcriptLines';

describe('findEcho', () => {
  const { screen } = providerOf('claude').engine;
  const PROMPT = 'write the log of the till';
  const find = (...rows: readonly string[]) => findEcho(screen, rows, PROMPT, undefined);

  it('finds the prompt in one row, or cut into two', () => {
    assert.equal(find('● Hello', '❯ write the log of the till', '● Done', '❯ '), 1);
    assert.equal(find('● Hello', '❯ write the', '  log of the till', '● Done', '❯ '), 1);
  });

  it('does not take an empty input for it, although the next row begins with the prompt', () => {
    // The frame of the input ends with a character that a prompt could begin with.
    const rows = [`❯ ${PROMPT}`, '● You asked this:', '❯ │', `  ${PROMPT}`];
    assert.equal(find(...rows), 0);
    assert.equal(countEchoes(screen, rows, PROMPT).own, 1);
  });

  it('does not take the blank row above it for it, if the program draws no mark', () => {
    const { screen: markless } = providerOf('pi').engine;
    assert.equal(findEcho(markless, ['', PROMPT, 'Done.'], PROMPT, { own: 0, others: 0 }), 1);
  });
});

import assert from 'node:assert/strict';
import {
  planRequest,
  type RequestFacts,
  type RequestFate,
} from '../../../src/ownership/planRequest';

const request = (from: string, to: string): RequestFacts['request'] => ({
  ptyId: 'ada-main-t1',
  terms: 'always',
  from,
  to,
});

describe('planRequest', () => {
  const cases: readonly (readonly [
    title: string,
    request: RequestFacts['request'],
    fates: readonly [unknown: RequestFate, known: RequestFate],
  ])[] = [
    ['what is none', undefined, ['remove', 'remove']],
    ['one to this window', request('other', 'own'), ['answer', 'leave']],
    ['one of a dead window to this one', request('dead', 'own'), ['remove', 'remove']],
    ['one of this window', request('own', 'other'), ['remove', 'leave']],
    ['one between others', request('other', 'third'), ['leave', 'leave']],
    ['one of a dead window to another', request('dead', 'third'), ['remove', 'remove']],
    ['one to a dead window', request('other', 'dead'), ['remove', 'remove']],
  ];
  for (const [title, given, fates] of cases) {
    it(`has ${title} ${fates.join(', or if it is known, ')}`, () => {
      const living = new Set(['other', 'third']);
      const facts = { request: given, window: 'own', living };
      assert.deepEqual(
        [false, true].map((isKnown) => planRequest({ ...facts, isKnown })),
        fates,
      );
    });
  }
});

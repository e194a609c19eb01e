import assert from 'node:assert/strict';
import { claimConversations, type Claimant } from '../../../src/conversations/claimConversations';

type Case = readonly [
  name: string,
  /** When each session began, in seconds, by its name; an upper case one has its conversation. */
  live: Readonly<Record<string, number>>,
  /** When each conversation was opened. */
  appeared: Readonly<Record<string, number | undefined>>,
  expected: Readonly<Record<string, string>>,
];

const CASES: readonly Case[] = [
  ['the only one gets it', { a: 0 }, { x: 0.9 }, { a: 'x' }],
  ['the only one gets it late, as after a dialog', { a: 0 }, { x: 90 }, { a: 'x' }],
  ['the only one gets what has no time', { a: 0 }, { x: undefined }, { a: 'x' }],
  ['none gets an older one', { a: 5 }, { x: 4 }, {}],
  ['two of one moment get neither', { a: 0, b: 1 }, { x: 1.5, y: 1.6 }, {}],
  ['one that began before the other gets its own', { a: 0, b: 1 }, { x: 0.8 }, { a: 'x' }],
  [
    'one that began a moment after the other gets what is left',
    { a: 0, b: 1 },
    { y: 1.4, x: 0.8 },
    { a: 'x', b: 'y' },
  ],
  [
    'three of one moment but the first get none',
    { a: 0, b: 1, c: 1.1 },
    { x: 0.8, y: 1.4, z: 1.5 },
    { a: 'x' },
  ],
  [
    'two of different minutes get their own, whichever is asked first',
    { a: 0, b: 60 },
    { y: 61, x: 1 },
    { a: 'x', b: 'y' },
  ],
  ['a later one may be of either', { a: 0, b: 60 }, { x: 300 }, {}],
  ['a later one may be the second of who has one', { A: 0, b: 60 }, { x: 300 }, {}],
  ['one at the start is of who has none', { A: 0, b: 5 }, { x: 6 }, { b: 'x' }],
  ['one without a time may be of either', { a: 0, b: 60 }, { x: undefined }, {}],
  ['of two at once the only one gets neither', { a: 0 }, { x: 0.5, y: 0.6 }, {}],
  ['who has one gets no other', { A: 0 }, { x: 0.5 }, {}],
];

describe('claimConversations', () => {
  for (const [name, live, appeared, expected] of CASES) {
    it(name, () => {
      const sessions = Object.entries(live).map(([session, at]) => toClaimant(session, at));
      const conversations = Object.entries(appeared).map(([id, at]) => ({
        id,
        startedAt: at === undefined ? undefined : at * 1_000,
      }));
      const claims = claimConversations(conversations, sessions);
      assert.deepEqual(
        Object.fromEntries(claims.map(({ session, id }) => [session.name, id])),
        expected,
      );
    });
  }
});

function toClaimant(name: string, beganAt: number): Claimant & { readonly name: string } {
  return { name, startedAt: beganAt * 1_000, isPending: name === name.toLowerCase() };
}

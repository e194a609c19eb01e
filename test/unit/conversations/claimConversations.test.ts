import assert from 'node:assert/strict';
import { claimConversations, type Claimant } from '../../../src/conversations/claimConversations';

interface Case {
  readonly name: string;
  /** Begin of each session by its name, in milliseconds; an upper case one has its conversation. */
  readonly live: Readonly<Record<string, number>>;
  /** Begin of each conversation. */
  readonly appeared: Readonly<Record<string, number | undefined>>;
  readonly expected: Readonly<Record<string, string>>;
}

const CASES: readonly Case[] = [
  { name: 'the only one gets it', live: { a: 0 }, appeared: { x: 900 }, expected: { a: 'x' } },
  {
    name: 'the only one gets it late, as after a dialog',
    live: { a: 0 },
    appeared: { x: 90_000 },
    expected: { a: 'x' },
  },
  {
    name: 'the only one gets what has no time',
    live: { a: 0 },
    appeared: { x: undefined },
    expected: { a: 'x' },
  },
  { name: 'none gets an older one', live: { a: 5_000 }, appeared: { x: 4_000 }, expected: {} },
  {
    name: 'two of one moment get neither',
    live: { a: 0, b: 1_000 },
    appeared: { x: 1_500, y: 1_600 },
    expected: {},
  },
  {
    name: 'one that began before the other gets its own',
    live: { a: 0, b: 1_000 },
    appeared: { x: 800 },
    expected: { a: 'x' },
  },
  {
    name: 'one that began a moment after the other gets what is left',
    live: { a: 0, b: 1_000 },
    appeared: { y: 1_400, x: 800 },
    expected: { a: 'x', b: 'y' },
  },
  {
    name: 'three of one moment but the first get none',
    live: { a: 0, b: 1_000, c: 1_100 },
    appeared: { x: 800, y: 1_400, z: 1_500 },
    expected: { a: 'x' },
  },
  {
    name: 'two of different minutes get their own, whichever is asked first',
    live: { a: 0, b: 60_000 },
    appeared: { y: 61_000, x: 1_000 },
    expected: { a: 'x', b: 'y' },
  },
  {
    name: 'a later one may be of either',
    live: { a: 0, b: 60_000 },
    appeared: { x: 300_000 },
    expected: {},
  },
  {
    name: 'a later one may be the second of who has one',
    live: { A: 0, b: 60_000 },
    appeared: { x: 300_000 },
    expected: {},
  },
  {
    name: 'one at the start is of who has none',
    live: { A: 0, b: 5_000 },
    appeared: { x: 6_000 },
    expected: { b: 'x' },
  },
  {
    name: 'one without a time may be of either',
    live: { a: 0, b: 60_000 },
    appeared: { x: undefined },
    expected: {},
  },
  {
    name: 'of two at once the only one gets neither',
    live: { a: 0 },
    appeared: { x: 500, y: 600 },
    expected: {},
  },
  { name: 'who has one gets no other', live: { A: 0 }, appeared: { x: 500 }, expected: {} },
];

describe('claimConversations', () => {
  for (const { name, live, appeared, expected } of CASES) {
    it(name, () => {
      const sessions = Object.entries(live).map(([session, startedAt]) =>
        toClaimant(session, startedAt),
      );
      const conversations = Object.entries(appeared).map(([id, startedAt]) => ({ id, startedAt }));
      const claims = claimConversations(conversations, sessions);
      assert.deepEqual(
        Object.fromEntries(claims.map(({ session, id }) => [session.name, id])),
        expected,
      );
    });
  }
});

function toClaimant(name: string, startedAt: number): Claimant & { readonly name: string } {
  return { name, startedAt, isPending: name === name.toLowerCase() };
}

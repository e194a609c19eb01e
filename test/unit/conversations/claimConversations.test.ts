import assert from 'node:assert/strict';
import { claimConversations, type Claimant } from '../../../src/conversations/claimConversations';

type Case = readonly [
  name: string,
  /** The start of each session in seconds, by its name; an upper-case one has its conversation. */
  live: Readonly<Record<string, number>>,
  /** The start of each conversation in seconds. */
  appeared: Readonly<Record<string, number | undefined>>,
  expected: Readonly<Record<string, string>>,
];

const CASES: readonly Case[] = [
  ['assigns a conversation to the only session', { a: 0 }, { x: 0.9 }, { a: 'x' }],
  [
    'assigns a late conversation to the only session, as after a dialog',
    { a: 0 },
    { x: 90 },
    { a: 'x' },
  ],
  [
    'assigns a conversation without a time to the only session',
    { a: 0 },
    { x: undefined },
    { a: 'x' },
  ],
  ['assigns no conversation that is older than the session', { a: 5 }, { x: 4 }, {}],
  ['assigns none to two sessions of the same moment', { a: 0, b: 1 }, { x: 1.5, y: 1.6 }, {}],
  [
    'assigns a conversation from before the start of a second session to the first one',
    { a: 0, b: 1 },
    { x: 0.8 },
    { a: 'x' },
  ],
  [
    'assigns the remaining conversation to a session that started a moment later',
    { a: 0, b: 1 },
    { y: 1.4, x: 0.8 },
    { a: 'x', b: 'y' },
  ],
  [
    'assigns a conversation only to the first of three sessions of the same moment',
    { a: 0, b: 1, c: 1.1 },
    { x: 0.8, y: 1.4, z: 1.5 },
    { a: 'x' },
  ],
  [
    'assigns their own conversations to two sessions of different minutes, in any order',
    { a: 0, b: 60 },
    { y: 61, x: 1 },
    { a: 'x', b: 'y' },
  ],
  [
    'assigns no later conversation that may belong to either session',
    { a: 0, b: 60 },
    { x: 300 },
    {},
  ],
  [
    'assigns no later conversation that may be the second one of a session',
    { A: 0, b: 60 },
    { x: 300 },
    {},
  ],
  [
    'assigns a conversation at the start of a session that has none',
    { A: 0, b: 5 },
    { x: 6 },
    { b: 'x' },
  ],
  [
    'assigns no conversation without a time that may belong to either session',
    { a: 0, b: 60 },
    { x: undefined },
    {},
  ],
  [
    'assigns neither of two simultaneous conversations to the only session',
    { a: 0 },
    { x: 0.5, y: 0.6 },
    {},
  ],
  ['assigns no second conversation to a session', { A: 0 }, { x: 0.5 }, {}],
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

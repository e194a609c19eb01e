import assert from 'node:assert/strict';
import { planInView } from '../../../../src/views/attention/planInView';

type Terminal = Parameters<typeof planInView>[0][number];
type Tab = Parameters<typeof planInView>[1][number];

describe('planInView', () => {
  const terminal = (name: string, isActive = false): Terminal => ({
    name,
    session: `session of ${name}`,
    isActive,
  });
  const tab = (label: string, isFront = false): Tab => ({ label, isFront });
  type Case = readonly [
    name: string,
    terminals: readonly Terminal[],
    tabs: readonly Tab[],
    seen: readonly string[],
  ];
  const CASES: readonly Case[] = [
    ['nothing', [], [], []],
    ['a tab in front', [terminal('A', true)], [tab('A', true)], ['A']],
    ['no tab behind a text editor', [terminal('A', true)], [tab('A')], []],
    [
      'two tabs side by side',
      [terminal('A', true), terminal('B')],
      [tab('A', true), tab('B', true)],
      ['A', 'B'],
    ],
    [
      'the terminal of the panel that had the focus',
      [terminal('A', true), terminal('B')],
      [],
      ['A'],
    ],
    ['no terminal without a session', [{ ...terminal('A', true), session: undefined }], [], []],
  ];
  for (const [name, terminals, tabs, seen] of CASES) {
    it(`lists ${name}`, () =>
      assert.deepEqual(
        [...planInView(terminals, tabs)],
        seen.map((one) => `session of ${one}`),
      ));
  }
});

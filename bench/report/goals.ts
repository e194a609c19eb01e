import type { Goal, Part, Row, Unit } from './row';

const part = (what: string, unit: Unit, goal: Goal, peer?: string): Part => ({
  ...{ what, unit, goal },
  ...(peer === undefined ? {} : { peer }),
});
const atMost = (value: number, of: Goal['of'] = 'ratio'): Goal => ({ kind: 'atMost', value, of });
const atLeast = (value: number): Goal => ({ kind: 'atLeast', value, of: 'ratio' });

/** How many agents work in other terminals of the window. */
export const WORKING = [0, 5, 20] as const;
export const LOGS = ['plain log', 'coloured log', 'full-screen'] as const;
/** Where a session runs, and whether a viewer receives its output. */
export const PLACES = [
  { name: 'window', isHosted: false, isViewed: false },
  { name: 'window with viewer', isHosted: false, isViewed: true },
  { name: 'host', isHosted: true, isViewed: false },
  { name: 'host with viewer', isHosted: true, isViewed: true },
] as const;
export const HOMES = ['window', 'host'] as const;
export const RCS = ['light rc', 'heavy rc'] as const;
export const REMEMBERED = 50;
export const STATES = ['no session', `${REMEMBERED} remembered`] as const;
const ASKED = ['Claude Code', 'Codex', 'Pi'] as const;

export const SIZES = [
  { name: '1,000 files', files: 1000 },
  { name: '100,000 files', files: 100_000 },
] as const;

/** The rows of the benchmark, what each measures beside its peer, and their goals. */
export const ROWS: readonly Row[] = [
  {
    id: 'F1',
    feels: 'from a key to its glyph in VS Code',
    peer: "VS Code's own terminal",
    parts: WORKING.flatMap((agents) =>
      [50, 95].map((percent) => part(`${agents} agents, p${percent}`, 'ms', atMost(1))),
    ),
  },
  {
    id: 'F2',
    feels: 'a 30 MB log in a shown terminal',
    peer: "VS Code's own terminal",
    parts: [
      part('time', 'ms', atMost(0.2)),
      part('longest frame', 'ms', atMost(1)),
      part('Ctrl-C to prompt', 'ms', atMost(200, 'ours')),
    ],
  },
  {
    id: 'F3',
    feels: 'output through window and host',
    peer: 'a bare terminal',
    parts: LOGS.flatMap((log) =>
      PLACES.flatMap(({ name }) => [
        part(`${log}, ${name}: rate`, 'MB/s', atLeast(0.9)),
        part(`${log}, ${name}: CPU`, 'ms', atMost(1.2)),
      ]),
    ),
  },
  {
    id: 'F4',
    feels: 'echo and answers beside 10 floods',
    peer: 'a bare terminal',
    parts: HOMES.flatMap((home) => [
      part(`${home}, echo p99`, 'ms', atMost(1.5)),
      part(`${home}, hidden query p99`, 'ms', atMost(100, 'ours')),
    ]),
  },
  {
    id: 'F5',
    feels: 'from a command to its first output',
    peer: '`$SHELL -lic` by node-pty',
    parts: RCS.map((rc) => part(rc, 'ms', atMost(1.2))),
  },
  {
    id: 'F6',
    feels: 'opening a terminal of 10,000 rows',
    peer: 'tmux attach',
    parts: HOMES.flatMap((home) => [
      part(`${home}, screen`, 'ms', atMost(1)),
      part(`${home}, all rows`, 'ms', atMost(250, 'ours')),
    ]),
  },
  {
    id: 'F7',
    feels: 'memory',
    peer: '128 terminals of @xterm/headless',
    parts: [
      part('20 idle agents', 'MB', atMost(40, 'more'), 'an empty extension'),
      ...HOMES.map((home) => part(`128 sessions, ${home}`, 'MB', atMost(0.35))),
    ],
  },
  {
    id: 'F8',
    feels: 'start of a window',
    peer: 'the least extension',
    parts: STATES.flatMap((state) => [
      part(`activation, ${state}`, 'ms', atMost(2.5)),
      part(`first command, ${state}`, 'ms', atMost(1), 'version 0.2.0'),
    ]),
  },
  {
    id: 'F9',
    feels: "`ask`, beyond the model's time",
    peer: "the CLI's non-interactive mode",
    parts: ASKED.map((cli) => part(cli, 'ms', atMost(1500, 'ours'))),
  },
  {
    id: 'F10',
    feels: 'tree of 100 sessions that change ten times a second',
    peer: 'the tree hidden',
    parts: [part('longest task', 'ms', atMost(50, 'more'))],
  },
  {
    id: 'F11',
    feels: 'what a task has changed in a repository',
    peer: '`git status`',
    parts: SIZES.map(({ name }) => part(name, 'ms', atMost(1.5))),
  },
];

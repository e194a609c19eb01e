import assert from 'node:assert/strict';
import {
  filterLayout,
  joinLayouts,
  NO_TERMINALS,
  readLayout,
  type OpenTerminal,
  type TerminalLayout,
  type TerminalTab,
} from '../../../../src/views/restore/terminalLayout';

/** `2 Ada*`: a tab in the second group, called Ada, in front. */
function tab(text: string): TerminalTab {
  const [, column = '', label = '', front] = /^(\d) (.*?)(\*)?$/.exec(text) ?? [];
  return { column: Number(column), label, isFront: front !== undefined };
}

/** `a Ada: title*`: the terminal of session a, labelled Ada, which had the focus; `- bash`: no session. */
function terminal(text: string): OpenTerminal {
  const [, id = '', name = '', active] = /^(\S) (.*?)(\*)?$/.exec(text) ?? [];
  const label = id === '-' ? '' : name.replace(/^\W+|:.*/g, '');
  return { session: id === '-' ? undefined : id, name, label, isActive: active !== undefined };
}

/** `1: a b* | panel: c`. */
function format({ groups, panel }: TerminalLayout): string {
  const list = ({ sessions, front }: Omit<TerminalLayout['panel'], 'column'>): string =>
    sessions.map((id) => (id === front ? `${id}*` : id)).join(' ');
  const inPanel = panel.sessions.length > 0 ? [`panel: ${list(panel)}`] : [];
  return [...groups.map((group) => `${group.column}: ${list(group)}`), ...inPanel].join(' | ');
}

function parse(text: string): TerminalLayout {
  const parts = text === '' ? [] : text.split(' | ');
  const read = (part: string) => {
    const ids = part.replace(/^\w+: /, '').split(' ');
    const sessions = ids.map((id) => id.replace('*', ''));
    return { sessions, front: ids.find((id) => id.endsWith('*'))?.replace('*', '') };
  };
  const groups = parts.filter((part) => /^\d/.test(part));
  const panel = parts.find((part) => part.startsWith('panel'));
  return {
    groups: groups.map((part) => ({ column: Number(part[0]), ...read(part) })),
    panel: panel ? read(panel) : NO_TERMINALS.panel,
  };
}

describe('readLayout', () => {
  const cases: readonly (readonly [string, string[], string[], string, string])[] = [
    ['nothing', [], [], '', ''],
    ['the panel', [], ['a Ada', 'b Bob*'], '', 'panel: a b*'],
    [
      'groups, in the order of their tabs',
      ['2 Ada*', '1 Bob', '1 Cid*'],
      ['a Ada', 'b Bob', 'c Cid'],
      '',
      '1: b c* | 2: a*',
    ],
    ['groups and the panel', ['1 Ada'], ['a Ada', 'b Bob'], '', '1: a | panel: b'],
    [
      'terminals of sessions between others',
      ['1 bash*', '1 Ada'],
      ['- bash', 'a Ada', '- zsh*'],
      '',
      '1: a',
    ],
    [
      'a session beside an older terminal with the same name',
      ['1 Ada*'],
      ['- Ada', 'a Ada'],
      '',
      'panel: a',
    ],
    [
      'two terminals of one name, in their order',
      ['1 Ada*', '2 Ada*'],
      ['a Ada', 'b Ada'],
      '',
      '1: a* | 2: b*',
    ],
    [
      'two terminals of one name, as they were before',
      ['1 Ada*', '2 Ada*'],
      ['a Ada', 'b Ada'],
      '1: b | 2: a',
      '1: b* | 2: a*',
    ],
    [
      'a terminal whose tab does not show its new name yet',
      ['1 Ada: old*', '2 Bob*'],
      ['a ◐ Ada: new', 'b Bob'],
      '',
      '1: a* | 2: b*',
    ],
    [
      'a terminal whose tab has an unknown name, in its earlier place',
      ['2 what*'],
      ['a Ada', 'b Bob'],
      '2: b',
      '2: b* | panel: a',
    ],
    [
      'a session with two terminals',
      ['1 Ada*', '2 Ada*'],
      ['a Ada', 'a Ada'],
      '1: a',
      '1: a* | 2: a*',
    ],
  ];
  for (const [what, tabs, terminals, before, expected] of cases) {
    it(`finds ${what}`, () => {
      const layout = readLayout(tabs.map(tab), terminals.map(terminal), parse(before));
      assert.equal(format(layout), expected);
    });
  }
});

describe('joinLayouts', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['', '', ''],
    ['1: a*', '', '1: a*'],
    ['', '1: a* | panel: b*', '1: a | panel: b'],
    ['2: a* | panel: b*', '1: c | 2: d | panel: e', '1: c | 2: a* d | panel: b* e'],
    ['1: a', '2: a b | panel: a', '1: a | 2: b'],
  ];
  for (const [one, other, expected] of cases) {
    it(`joins "${one}" and "${other}" into "${expected}"`, () => {
      assert.equal(format(joinLayouts(parse(one), parse(other))), expected);
    });
  }
});

describe('filterLayout', () => {
  it('keeps the matching sessions, and the front one if it matches', () => {
    const layout = filterLayout(parse('1: a* b | 2: c* | panel: d*'), (id) => 'bd'.includes(id));
    assert.equal(format(layout), '1: b | panel: d*');
  });
});

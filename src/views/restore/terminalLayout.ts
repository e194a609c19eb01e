/** The terminals of one editor group, from left to right. */
export interface GroupLayout {
  /** Counted from 1. */
  readonly column: number;
  /** The PTY ids of the sessions that they show, one for each terminal. */
  readonly sessions: readonly string[];
  /** The session whose terminal is in front in the group; undefined if something else is. */
  readonly front?: string | undefined;
}

/** The sessions whose terminals are open, and their positions. */
export interface TerminalLayout {
  readonly groups: readonly GroupLayout[];
  readonly panel: Omit<GroupLayout, 'column'>;
}

export const NO_TERMINALS: TerminalLayout = { groups: [], panel: { sessions: [] } };

/** A terminal's tab in the editor area. VS Code does not expose which terminal it belongs to. */
export interface TerminalTab {
  readonly column: number;
  readonly label: string;
  /** Whether it is in front of its group. */
  readonly isFront: boolean;
}

export interface OpenTerminal {
  /** Undefined for a terminal that does not belong to the extension. */
  readonly session: string | undefined;
  /** Its current name. */
  readonly name: string;
  /**
   * The part that all its names contain; empty for a terminal that does not belong to the
   * extension.
   */
  readonly label: string;
  /** Whether it has the focus, or had it last. */
  readonly isActive: boolean;
}

/**
 * Matches tabs and terminals by name. Of two with the same name, the one that was in that group
 * `before` is taken, else the older one. Names change often, and a tab's name changes a moment
 * after its terminal's. So the remaining tabs are matched by label, then by their earlier group.
 * Terminals without a tab are in the panel.
 */
export function readLayout(
  tabs: readonly TerminalTab[],
  terminals: readonly OpenTerminal[],
  before: TerminalLayout,
): TerminalLayout {
  const columns = columnsOf(before);
  const wasIn = ({ session }: OpenTerminal, { column }: TerminalTab): boolean =>
    session !== undefined && columns.get(session) === column;
  const matched = new Map<TerminalTab, OpenTerminal>();
  const match = (fits: (tab: TerminalTab, terminal: OpenTerminal) => boolean): void => {
    for (const tab of tabs.filter((one) => !matched.has(one))) {
      const taken = new Set(matched.values());
      const fitting = terminals.filter((one) => !taken.has(one) && fits(tab, one));
      const found = fitting.find((one) => wasIn(one, tab)) ?? fitting[0];
      if (found) {
        matched.set(tab, found);
      }
    }
  };
  match((tab, { name }) => name === tab.label);
  match((tab, { label }) => label !== '' && tab.label.includes(label));
  match((tab, terminal) => wasIn(terminal, tab));
  return arrange(tabs, terminals, matched);
}

export function isSameLayout(one: TerminalLayout, other: TerminalLayout): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Appends the sessions of `other` that `layout` does not have. */
export function joinLayouts(layout: TerminalLayout, other: TerminalLayout): TerminalLayout {
  const known = new Set([...layout.groups, layout.panel].flatMap(({ sessions }) => sessions));
  const isNew = (id: string): boolean => !known.has(id);
  const columns = new Set([...layout.groups, ...other.groups].map(({ column }) => column));
  const groups = [...columns].map((column) => {
    const own = layout.groups.find((group) => group.column === column);
    const more = other.groups.find((group) => group.column === column)?.sessions ?? [];
    const front = own?.front;
    return { column, sessions: [...(own?.sessions ?? []), ...more.filter(isNew)], front };
  });
  const { sessions, front } = layout.panel;
  return {
    groups: tidy(groups),
    panel: { sessions: [...sessions, ...other.panel.sessions.filter(isNew)], front },
  };
}

/** Returns the layout of only those sessions for which `isIncluded` returns true. */
export function filterLayout(
  { groups, panel }: TerminalLayout,
  isIncluded: (session: string) => boolean,
): TerminalLayout {
  const filter = <T extends Omit<GroupLayout, 'column'>>(group: T): T => ({
    ...group,
    sessions: group.sessions.filter(isIncluded),
    front: group.front !== undefined && isIncluded(group.front) ? group.front : undefined,
  });
  return { groups: tidy(groups.map(filter)), panel: filter(panel) };
}

function arrange(
  tabs: readonly TerminalTab[],
  terminals: readonly OpenTerminal[],
  matched: ReadonlyMap<TerminalTab, OpenTerminal>,
): TerminalLayout {
  const columns = new Set(tabs.map(({ column }) => column));
  const groups = [...columns].map((column): GroupLayout => {
    const own = tabs.filter((tab) => tab.column === column);
    const front = own.find(({ isFront }) => isFront);
    const sessions = own.flatMap((tab) => matched.get(tab)?.session ?? []);
    return { column, sessions, front: front && matched.get(front)?.session };
  });
  const inEditors = new Set(matched.values());
  const inPanel = terminals.filter((terminal) => !inEditors.has(terminal));
  return {
    groups: tidy(groups),
    panel: {
      sessions: inPanel.flatMap(({ session }) => session ?? []),
      front: inPanel.find(({ isActive }) => isActive)?.session,
    },
  };
}

function tidy(groups: readonly GroupLayout[]): readonly GroupLayout[] {
  return groups
    .filter(({ sessions }) => sessions.length > 0)
    .sort((one, other) => one.column - other.column);
}

function columnsOf({ groups }: TerminalLayout): ReadonlyMap<string, number> {
  return new Map(
    groups.flatMap(({ column, sessions }) => sessions.map((id) => [id, column] as const)),
  );
}

/** The facts of a VS Code terminal that decide whether it is visible. */
export interface TerminalFacts {
  readonly name: string;
  /** Undefined if it shows no session. */
  readonly sessionId: string | undefined;
  /** Whether it has the focus among terminals, or had it last. */
  readonly isActive: boolean;
}

/** A terminal's tab in the editor area. */
export interface TerminalTab {
  readonly label: string;
  /** Whether it is in front in its group. */
  readonly isActive: boolean;
}

/**
 * Returns the sessions whose terminals are visible. VS Code does not expose which terminal a tab
 * belongs to, so tabs are matched by name. Nor does it expose whether the panel is open, so the
 * last focused terminal counts as visible there.
 */
export function planInView(
  terminals: readonly TerminalFacts[],
  tabs: readonly TerminalTab[],
): ReadonlySet<string> {
  const isSeen = ({ name, isActive }: TerminalFacts): boolean => {
    const own = tabs.filter(({ label }) => label === name);
    return own.length > 0 ? own.some((tab) => tab.isActive) : isActive;
  };
  return new Set(
    terminals
      .filter(isSeen)
      .flatMap(({ sessionId }) => (sessionId === undefined ? [] : [sessionId])),
  );
}

/** A terminal of VS Code, as far as it says what the person sees. */
export interface TerminalFacts {
  readonly name: string;
  /** None where it shows no session. */
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
 * The sessions whose terminals the person can see. VS Code does not say which terminal a tab has: it
 * is known by its name. Nor does it say whether the panel is open: the terminal that had the focus
 * last is taken to be seen there.
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

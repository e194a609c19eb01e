import type { OpenTerminal, TerminalTab } from '../restore/terminalLayout';

/**
 * Returns the sessions whose terminals are visible. VS Code does not expose which terminal a tab
 * belongs to, so tabs are matched by name. Nor does it expose whether the panel is open, so the
 * last focused terminal counts as visible there.
 */
export function planInView(
  terminals: readonly Omit<OpenTerminal, 'label'>[],
  tabs: readonly Omit<TerminalTab, 'column'>[],
): ReadonlySet<string> {
  const isSeen = ({ name, isActive }: Omit<OpenTerminal, 'label'>): boolean => {
    const own = tabs.filter(({ label }) => label === name);
    return own.length > 0 ? own.some((tab) => tab.isFront) : isActive;
  };
  return new Set(terminals.filter(isSeen).flatMap(({ session }) => session ?? []));
}

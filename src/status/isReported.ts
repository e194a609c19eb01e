import type { Activity, SignalSource } from './activity';

/** Sources that read the agent's terminal. They are weaker than its own reports. */
const TERMINAL_SOURCES: readonly SignalSource[] = ['title', 'progress', 'screen'];

/** Whether the agent itself reports its activity, so that it is not only read from its terminal. */
export function isReported({ source }: Pick<Activity, 'source'>): boolean {
  return source !== undefined && source !== 'process' && !isReadFromTerminal(source);
}

export function isReadFromTerminal(source: SignalSource): boolean {
  return TERMINAL_SOURCES.includes(source);
}

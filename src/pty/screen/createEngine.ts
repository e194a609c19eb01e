import type { CreateEngine } from './screenEngine';
import { XtermEngine } from './xterm/xtermEngine';

/** The engines by name, each in a folder beside this file. Benchmark and tests run with all of them. */
export const ENGINES = {
  xterm: (options) => new XtermEngine(options),
} as const satisfies Readonly<Record<string, CreateEngine>>;

export type EngineName = keyof typeof ENGINES;

/** The engine of all screens. */
export const SELECTED_ENGINE: EngineName = 'xterm';

export const createEngine: CreateEngine = ENGINES[SELECTED_ENGINE];

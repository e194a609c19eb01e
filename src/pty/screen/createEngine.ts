import type { CreateEngine } from './screenEngine';
import { XtermEngine } from './xterm/xtermEngine';

/** Selects the engine of all screens. Another one is another folder beside `xterm`. */
export const createEngine: CreateEngine = (options) => new XtermEngine(options);

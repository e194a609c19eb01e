import type { Verb } from '../verb';
import { ASK } from './ask';
import { ATTACH } from './attach';
import { EVENTS } from './events';
import { FORK } from './fork';
import { LIST } from './list';
import { MCP } from './mcp';
import { PROMPT } from './prompt';
import { PROVIDERS } from './providers';
import { SCREEN } from './screen';
import { SERVE } from './serve';
import { INTERRUPT, KILL } from './simpleVerbs';
import { START } from './start';
import { WAIT } from './wait';

/** All verbs, in the order of the help. */
export const VERBS: readonly Verb[] = [
  ...[LIST, START, ATTACH, ASK, PROMPT, WAIT, INTERRUPT],
  ...[KILL, FORK, EVENTS, SCREEN, PROVIDERS, SERVE, MCP],
];

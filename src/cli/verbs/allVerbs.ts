import type { Verb } from '../verb';
import { APPROVE, DENY, REPLY } from './answer';
import { ASK } from './ask';
import { ATTACH } from './attach';
import { CHANGES } from './changes';
import { CONVERSATIONS, RESUME } from './conversations';
import { EVENTS } from './events';
import { FORK } from './fork';
import { COMMIT, LAND, UNDO_LAND } from './landing';
import { LAST_ANSWER } from './lastAnswer';
import { LIST } from './list';
import { MCP } from './mcp';
import { PROMPT } from './prompt';
import { PROVIDERS } from './providers';
import { COMMENT, REVIEW, SEND_REVIEW } from './review';
import { SCREEN } from './screen';
import { SERVE } from './serve';
import { INTERRUPT, KILL } from './simpleVerbs';
import { START } from './start';
import { WAIT } from './wait';

/** All verbs, in the order of the help. */
export const VERBS: readonly Verb[] = [
  ...[LIST, START, ATTACH, ASK, PROMPT, WAIT, APPROVE, DENY, REPLY, INTERRUPT],
  ...[
    KILL,
    FORK,
    CONVERSATIONS,
    RESUME,
    EVENTS,
    SCREEN,
    LAST_ANSWER,
    CHANGES,
    REVIEW,
    COMMENT,
    SEND_REVIEW,
    COMMIT,
    LAND,
    UNDO_LAND,
    PROVIDERS,
    SERVE,
    MCP,
  ],
];

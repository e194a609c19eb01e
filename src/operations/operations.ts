import { ADD_COMMENT } from './declarations/addComment';
import { ANSWER } from './declarations/answer';
import { ASK } from './declarations/ask';
import { KILL_SESSION } from './declarations/killSession';
import { FORK } from './declarations/fork';
import { FORK_TASK } from './declarations/forkTask';
import { GET_SESSION } from './declarations/getSession';
import { INTERRUPT } from './declarations/interrupt';
import { COMMIT } from './declarations/landing/commit';
import { LAND } from './declarations/landing/land';
import { UNDO_LAND } from './declarations/landing/undoLand';
import { LIST_CONVERSATIONS } from './declarations/listConversations';
import { LIST_MODELS } from './declarations/listModels';
import { LIST_PROVIDERS } from './declarations/listProviders';
import { LIST_SESSIONS } from './declarations/listSessions';
import { MARK_REVIEWED } from './declarations/markReviewed';
import { READ_CHANGES } from './declarations/readChanges';
import { READ_LAST_ANSWER } from './declarations/readLastAnswer';
import { READ_REVIEW } from './declarations/readReview';
import { READ_SCREEN } from './declarations/readScreen';
import { RESIZE } from './declarations/resize';
import { RESUME_CONVERSATION } from './declarations/resumeConversation';
import { SEND_PROMPT } from './declarations/sendPrompt';
import { SEND_REVIEW } from './declarations/sendReview';
import { SIGNAL } from './declarations/signal';
import { START_SESSION } from './declarations/startSession';
import { TYPE_INPUT } from './declarations/typeInput';
import { WAIT_FOR } from './declarations/waitFor';
import type { Operation } from './operation';

/** All that a program can ask, in the order of `openapi.json` and of the tools. */
export const OPERATIONS: readonly Operation[] = [
  LIST_SESSIONS,
  START_SESSION,
  GET_SESSION,
  KILL_SESSION,
  FORK,
  FORK_TASK,
  ASK,
  SEND_PROMPT,
  TYPE_INPUT,
  ANSWER,
  RESIZE,
  SIGNAL,
  INTERRUPT,
  WAIT_FOR,
  READ_SCREEN,
  READ_LAST_ANSWER,
  READ_CHANGES,
  READ_REVIEW,
  ADD_COMMENT,
  SEND_REVIEW,
  MARK_REVIEWED,
  COMMIT,
  LAND,
  UNDO_LAND,
  LIST_CONVERSATIONS,
  RESUME_CONVERSATION,
  LIST_PROVIDERS,
  LIST_MODELS,
];

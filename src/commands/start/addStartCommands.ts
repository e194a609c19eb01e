import type { AddCommand } from '../commandCall';
import { askingPersistence, type AskPersistenceDeps } from './askPersistence';
import { checkProviders, type CheckProvidersDeps } from './checkProviders';
import { forkSession, type ForkSessionDeps } from './forkSession';
import { forkTask, type ForkTaskDeps } from './forkTask';
import { restartSession, type RestartSessionDeps, restartFresh } from './restartSession';
import { resumeConversation, type ResumeConversationDeps } from './resumeConversation';
import {
  startClaude,
  startAgent,
  type StartAgentDeps,
  startWithModel,
  newChat,
} from './startAgent';
import { startShell, type StartShellDeps } from './startShell';
import { startSsh, type StartSshDeps } from './startSsh';

type StartCommandsDeps = AskPersistenceDeps &
  StartAgentDeps &
  StartShellDeps &
  StartSshDeps &
  RestartSessionDeps &
  ResumeConversationDeps &
  ForkSessionDeps &
  ForkTaskDeps &
  CheckProvidersDeps;

/** Adds the commands that start sessions. */
export function addStartCommands(deps: StartCommandsDeps, add: AddCommand): void {
  add('startClaude', deps, askingPersistence(startClaude));
  add('startAgent', deps, askingPersistence(startAgent));
  add('startWithModel', deps, askingPersistence(startWithModel));
  add('newChat', deps, askingPersistence(newChat));
  add('startShell', deps, startShell);
  add('startSsh', deps, askingPersistence(startSsh));
  add('restartSession', deps, restartSession);
  add('restartFresh', deps, restartFresh);
  add('resumeConversation', deps, askingPersistence(resumeConversation));
  add('forkSession', deps, forkSession);
  add('forkTask', deps, forkTask);
  add('checkProviders', deps, checkProviders);
}

import type { RegisterCommand } from '../commandCall';
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

type StartCommandsDeps = StartAgentDeps &
  StartShellDeps &
  StartSshDeps &
  RestartSessionDeps &
  ResumeConversationDeps &
  ForkSessionDeps &
  ForkTaskDeps &
  CheckProvidersDeps;

/** Registers the commands that start sessions. */
export function registerStartCommands(deps: StartCommandsDeps, register: RegisterCommand): void {
  register('startClaude', deps, startClaude);
  register('startAgent', deps, startAgent);
  register('startWithModel', deps, startWithModel);
  register('newChat', deps, newChat);
  register('startShell', deps, startShell);
  register('startSsh', deps, startSsh);
  register('restartSession', deps, restartSession);
  register('restartFresh', deps, restartFresh);
  register('resumeConversation', deps, resumeConversation);
  register('forkSession', deps, forkSession);
  register('forkTask', deps, forkTask);
  register('checkProviders', deps, checkProviders);
}

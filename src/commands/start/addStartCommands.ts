import type { AddCommand } from '../commandCall';
import { askingPersistence } from './askPersistence';
import { checkProviders } from './checkProviders';
import { forkSession } from './forkSession';
import { forkTask } from './forkTask';
import { restartSession, restartFresh } from './restartSession';
import { resumeConversation } from './resumeConversation';
import { startClaude, startAgent, startWithModel, newChat } from './startAgent';
import { startShell } from './startShell';
import { startSsh } from './startSsh';

/** Adds the commands that start sessions. */
export function addStartCommands(add: AddCommand): void {
  add('startClaude', askingPersistence(startClaude));
  add('startAgent', askingPersistence(startAgent));
  add('startWithModel', askingPersistence(startWithModel));
  add('newChat', askingPersistence(newChat));
  add('startShell', startShell);
  add('startSsh', askingPersistence(startSsh));
  add('restartSession', restartSession);
  add('restartFresh', restartFresh);
  add('resumeConversation', askingPersistence(resumeConversation));
  add('forkSession', forkSession);
  add('forkTask', forkTask);
  add('checkProviders', checkProviders);
}

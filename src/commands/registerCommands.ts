import { DisposableStore, type Disposable } from '../base/lifecycle';
import { checkProviders } from './checkProviders';
import type { CommandDeps } from './commandDeps';
import { interrupt } from './interrupt';
import { createKillSession } from './killSession';
import { newChat } from './newChat';
import { newTask } from './newTask';
import { openSession } from './openSession';
import { openSessionIn } from './openSessionIn';
import { registerCommand } from './registerCommand';
import { renameSession } from './renameSession';
import { renameTask } from './renameTask';
import { restartFresh } from './restartFresh';
import { restartSession } from './restartSession';
import { resumeConversation } from './resumeConversation';
import { sendPrompt } from './sendPrompt';
import { sendSelection } from './sendSelection';
import { showLog } from './showLog';
import { startAgent } from './startAgent';
import { startClaude } from './startClaude';
import { startShell } from './startShell';

/** Registers every command that the manifest contributes. */
export function registerCommands(deps: CommandDeps): Disposable {
  const store = new DisposableStore();
  store.add(registerCommand(deps, 'startClaude', startClaude));
  store.add(registerCommand(deps, 'startAgent', startAgent));
  store.add(registerCommand(deps, 'newChat', newChat));
  store.add(registerCommand(deps, 'startShell', startShell));
  store.add(registerCommand(deps, 'openSession', openSession));
  store.add(registerCommand(deps, 'openSessionInEditor', openSessionIn('editor')));
  store.add(registerCommand(deps, 'openSessionInPanel', openSessionIn('panel')));
  store.add(registerCommand(deps, 'openSessionToSide', openSessionIn('beside')));
  store.add(registerCommand(deps, 'sendPrompt', sendPrompt));
  store.add(registerCommand(deps, 'sendSelection', sendSelection));
  store.add(registerCommand(deps, 'interrupt', interrupt));
  store.add(registerCommand(deps, 'killSession', createKillSession()));
  store.add(registerCommand(deps, 'restartSession', restartSession));
  store.add(registerCommand(deps, 'restartFresh', restartFresh));
  store.add(registerCommand(deps, 'resumeConversation', resumeConversation));
  store.add(registerCommand(deps, 'renameSession', renameSession));
  store.add(registerCommand(deps, 'renameTask', renameTask));
  store.add(registerCommand(deps, 'newTask', newTask));
  store.add(registerCommand(deps, 'checkProviders', checkProviders));
  store.add(registerCommand(deps, 'showLog', showLog));
  return store;
}

import type { CommandName } from '../config/contributions';
import type { CommandHandler } from './commandServices';
import { createPullRequest } from './landing/createPullRequest';
import { showSessionHost } from './host/showSessionHost';
import { approve, deny, reply } from './prompts/answers';
import { changeModel } from './prompts/changeModel';
import { interrupt, sendPrompt, sendSelection } from './prompts/sendPrompt';
import { createKillSession } from './sessions/killSession';
import { copyLastAnswer, copyLastCodeBlock, openAnswer } from './sessions/lastAnswer';
import { muteSession, unmuteSession, renameSession } from './sessions/sessionCommands';
import { createNextSession } from './sessions/nextSession';
import { openSelected, openSession, openSessionIn, openWaiting } from './sessions/openSession';
import { askingPersistence } from './start/askPersistence';
import { checkProviders } from './start/checkProviders';
import { forkSession } from './start/forkSession';
import { forkTask } from './start/forkTask';
import { restartFresh, restartSession } from './start/restartSession';
import { resumeConversation } from './start/resumeConversation';
import { newChat, startAgent, startClaude, startShell, startWithModel } from './start/startAgent';
import { startSsh } from './start/startSsh';
import { copyScreen, explainStatus } from './status/explainStatus';
import { copyApiConnection, refresh, showChanges, showLog } from './status/windowCommands';
import { archiveTask, unarchiveTask } from './tasks/archiveTask';
import { cancelWorktree, openTaskFolder, renameTask } from './tasks/taskCommands';
import { newTask } from './tasks/createTask';
import { deleteTask } from './tasks/deleteTask';
import { reviewTask } from './review/reviewTask';
import { commitTask } from './landing/commitTask';
import { landTask } from './landing/landTask';
import { undoLand } from './landing/undoLand';
import {
  addComment,
  cancelComment,
  deleteComment,
  editComment,
  saveComment,
} from './review/comments';
import { markReviewed, unmarkReviewed } from './review/marks';
import { openRound, sendReview } from './review/rounds';
import { showBoth } from './review/showBoth';
import { sortTasks } from './tasks/sortTasks';
import { repairWorktree } from './tasks/repairWorktree';

export type CommandHandlers = { readonly [Name in CommandName]: CommandHandler<Name> };

const REVIEW = {
  reviewTask,
  showBoth,
  addComment,
  editComment,
  saveComment,
  cancelComment,
  deleteComment,
  sendReview,
  openRound,
  markReviewed,
  unmarkReviewed,
};

/** Returns what runs each command; some store something between two calls. */
export function createCommandHandlers(): CommandHandlers {
  return {
    startClaude: askingPersistence(startClaude),
    startAgent: askingPersistence(startAgent),
    startWithModel: askingPersistence(startWithModel),
    newChat: askingPersistence(newChat),
    startShell,
    startSsh: askingPersistence(startSsh),
    restartSession,
    restartFresh,
    resumeConversation: askingPersistence(resumeConversation),
    forkSession,
    forkTask,
    checkProviders,
    openSession,
    openSelected,
    openSessionInEditor: openSessionIn('editor'),
    openSessionInPanel: openSessionIn('panel'),
    openSessionToSide: openSessionIn('beside'),
    openWaiting,
    nextSession: createNextSession(),
    killSession: createKillSession(),
    renameSession,
    copyLastAnswer,
    copyLastCodeBlock,
    openAnswer,
    muteSession,
    unmuteSession,
    sendPrompt,
    sendSelection,
    interrupt,
    approve,
    deny,
    reply,
    changeModel,
    explainStatus,
    copyScreen,
    copyApiConnection,
    refresh,
    showAllChanges: showChanges('all'),
    showUncommitted: showChanges('uncommitted'),
    showLog,
    newTask,
    archiveTask,
    unarchiveTask,
    deleteTask,
    renameTask,
    sortTasks,
    openTaskFolder,
    ...REVIEW,
    commitTask,
    landTask,
    undoLand,
    repairWorktree,
    createPullRequest,
    cancelWorktree,
    showSessionHost,
  };
}

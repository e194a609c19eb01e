// @ts-check
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/** User settings of a workbench in which only the extension shows messages. */
export const QUIET_SETTINGS = Object.freeze({
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'chat.disableAIFeatures': true,
  // A panel below would leave a terminal too few rows for the question of an agent.
  'comments.openView': 'never',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'terminal.integrated.initialHint': false,
  'terminal.integrated.gpuAcceleration': 'off',
  'workbench.reduceMotion': 'on',
  'terminal.integrated.cursorBlinking': false,
  'editor.cursorBlinking': 'solid',
  // The server that npm installs has no TypeScript, and shows an error with each file in JavaScript.
  'js/ts.tsdk.path': join(ROOT, 'node_modules', 'typescript', 'lib'),
});

// @ts-check

/** User settings of a workbench in which only the extension shows messages. */
export const QUIET_SETTINGS = Object.freeze({
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'chat.disableAIFeatures': true,
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
});

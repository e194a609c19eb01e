/** How long the workbench may take to react, on a busy machine. */
export const UI_LIMIT_MS = 45_000;

/** How long an agent may take to start, or to answer. */
export const AGENT_LIMIT_MS = 60_000;

/** The time that VS Code gives its extensions when a window closes; all programs must end in it. */
export const END_LIMIT_MS = 5_000;

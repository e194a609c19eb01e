import type { ResumePreviewKind } from './previewResume';

/** The sentence about the conversation in the question before a kill; may be empty. */
export function describeKill(
  preview: ResumePreviewKind,
  { isListed }: { isListed: boolean },
): string {
  return AFTER_KILL[preview](isListed ? 'from its row' : 'by the command Resume Conversation');
}

/** The sentence about the conversation in the question before a restart; may be empty. */
export function describeStart(preview: ResumePreviewKind, { fresh }: { fresh: boolean }): string {
  return fresh && preview !== 'none' ? STARTS_NEW : BY_START[preview];
}

/** Whether resuming the conversation and starting a new one differ. */
export function hasChoice(preview: ResumePreviewKind): boolean {
  return CHOICES[preview];
}

const AFTER_KILL = {
  resume: (how) => `Its conversation can be resumed ${how}.`,
  unverified: (how) => `Its conversation can perhaps be resumed ${how}.`,
  latest: (how) => `The latest conversation of its directory can be resumed ${how}.`,
  fork: (how) =>
    `It has no messages since it was forked: it can start with the same history again ${how}.`,
  new: () => 'No conversation is certainly its own: restarting the session starts a new one.',
  notResumable: () =>
    'The agent cannot resume its conversation: restarting the session starts a new one.',
  none: () => '',
  unknown: () => '',
} as const satisfies Record<ResumePreviewKind, (how: string) => string>;

const STARTS_NEW = 'A new conversation starts. The agent keeps its own record of the old one.';

const BY_START = {
  resume: 'Its agent starts again and continues the conversation.',
  unverified:
    'Its agent starts again and continues the conversation, or starts a new one if it cannot.',
  latest:
    'Its agent starts again and continues the latest conversation of its directory, or starts a new one if there is none.',
  fork: 'Its agent starts again with the history that it was forked with: it has no messages since.',
  new: 'A new conversation starts: no earlier one is certainly its own.',
  notResumable: STARTS_NEW,
  none: '',
  unknown: '',
} as const satisfies Record<ResumePreviewKind, string>;

const CHOICES = {
  resume: true,
  unverified: true,
  latest: true,
  fork: true,
  new: false,
  notResumable: false,
  none: false,
  unknown: true,
} as const satisfies Record<ResumePreviewKind, boolean>;

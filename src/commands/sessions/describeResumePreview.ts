import type { Foretold } from './previewResume';

/** What a question before a session's end promises of its conversation; empty where that is nothing. */
export function describeKill(foretold: Foretold, { isListed }: { isListed: boolean }): string {
  return AFTER_KILL[foretold](isListed ? 'from its row' : 'by the command Resume Conversation');
}

/** What a question before another start promises of the conversation; empty where that is nothing. */
export function describeStart(foretold: Foretold, { fresh }: { fresh: boolean }): string {
  return fresh && foretold !== 'none' ? BEGINS_ANEW : BY_START[foretold];
}

/** Whether a start that goes on, and one that does not, are two things to choose from. */
export function hasChoice(foretold: Foretold): boolean {
  return CHOICES[foretold];
}

const AFTER_KILL = {
  resume: (how) => `Its conversation can be resumed ${how}.`,
  blind: (how) => `Its conversation can perhaps be resumed ${how}.`,
  latest: (how) => `The latest conversation of its directory can be resumed ${how}.`,
  fork: (how) =>
    `Nothing was said in it since it was forked: it can begin with the same history again ${how}.`,
  new: () =>
    'There is no conversation that is surely its own: to start the session again starts a new one.',
  forgetful: () =>
    'The agent cannot go back to its conversation: to start the session again starts a new one.',
  none: () => '',
  unknown: () => '',
} as const satisfies Record<Foretold, (how: string) => string>;

const BEGINS_ANEW =
  'A new conversation starts. What the agent itself remembers of the old one stays where the agent keeps it.';

const BY_START = {
  resume: 'Its agent starts again and goes on with the conversation.',
  blind:
    'Its agent starts again and goes on with the conversation, or with a new one where it cannot.',
  latest:
    'Its agent starts again and goes on with the latest conversation of its directory, or with a new one where there is none.',
  fork: 'Its agent starts again with the history that it was forked with: nothing was said in it since.',
  new: 'A new conversation starts: there is none to go on with that is surely its own.',
  forgetful: BEGINS_ANEW,
  none: '',
  unknown: '',
} as const satisfies Record<Foretold, string>;

const CHOICES = {
  resume: true,
  blind: true,
  latest: true,
  fork: true,
  new: false,
  forgetful: false,
  none: false,
  unknown: true,
} as const satisfies Record<Foretold, boolean>;

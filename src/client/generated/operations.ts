// Written by `npm run operations` from src/operations.

/** What each operation takes and returns. */
export interface Operations {
  /** Lists the sessions that the token has access to. */
  readonly list: {
    readonly input: Readonly<Record<string, never>>;
    readonly output: ListOutput;
  };
  /** Starts an agent, a shell or another program. */
  readonly start: {
    readonly input: {
      /** An existing directory, by its absolute path. */
      readonly cwd: string;
      /** The name of the session. */
      readonly label?: string | undefined;
      /** The agent; without it and `exec`, a login shell starts. */
      readonly provider?: string | undefined;
      /** The name or id of a task; a name that no task has creates one. */
      readonly task?: string | undefined;
      /** Work in a git worktree, which a new task gets. */
      readonly worktree?: boolean | undefined;
      /** The branch, tag or commit that the worktree of a new task starts from. */
      readonly base?: string | undefined;
      /** The first prompt. */
      readonly prompt?: string | undefined;
      /** The model of the agent. */
      readonly model?: string | undefined;
      /** A program to run instead of an agent. */
      readonly exec?: string | undefined;
      /** The arguments of `exec`. */
      readonly args?: readonly string[] | undefined;
      /** Whether the agent starts through the login shell or without it. */
      readonly spawnMode?: 'shell' | 'direct' | undefined;
      /** What holds the session: the window, or tmux or the session host, which outlive it. */
      readonly persistence?: 'window' | 'tmux' | 'host' | undefined;
      /** Let the agent act without requesting permission. */
      readonly autoApprove?: boolean | undefined;
      /** The permission mode of the agent, by the name that its CLI uses. */
      readonly permissionMode?: string | undefined;
      /** Confirm that the agent may trust the folder, if it asks. */
      readonly trust?: boolean | undefined;
      /** Begin a new conversation, even if the task has one. */
      readonly fresh?: boolean | undefined;
      /** A command line before the agent. */
      readonly shellSetup?: string | undefined;
      /** Environment variables of the session. */
      readonly env?: Readonly<Record<string, string>> | undefined;
      /** Further arguments of the agent. */
      readonly extraArgs?: readonly string[] | undefined;
      /** Columns of the terminal. */
      readonly cols?: number | undefined;
      /** Rows of the terminal. */
      readonly rows?: number | undefined;
      /** Open a terminal for the session. */
      readonly show?: boolean | undefined;
    };
    readonly output: StartedDescription;
  };
  /** Returns one session. */
  readonly get: {
    readonly input: {
      /** The id of a session, as list_agents returns it. */
      readonly session: string;
    };
    readonly output: SessionDescription;
  };
  /** Ends a session within a time limit and removes it. */
  readonly kill: {
    readonly input: {
      /** The id of a session, as list_agents returns it. */
      readonly session: string;
    };
    readonly output: void;
  };
  /** Starts sessions with another’s screen and conversation. */
  readonly fork: {
    readonly input: {
      /** The id of a session, as list_agents returns it. */
      readonly session: string;
      /** The number of forks; one by default. */
      readonly count?: number | undefined;
      /** Gives each fork a git worktree, with the uncommitted changes. */
      readonly worktree?: boolean | undefined;
    };
    readonly output: ForkOutput;
  };
  /** Creates tasks that each have a fork of every running session of a task. */
  readonly forkTask: {
    readonly input: {
      /** The name or id of the task. */
      readonly task: string;
      /** The number of forks; one by default. */
      readonly count?: number | undefined;
      /** Gives each new task a git worktree, with the uncommitted changes. */
      readonly worktree?: boolean | undefined;
      /** The name of the new task; several are numbered. */
      readonly name?: string | undefined;
    };
    readonly output: ForkTaskOutput;
  };
  /** Sends a prompt and waits for the answer. If the caller disconnects, the agent is interrupted. */
  readonly ask: {
    readonly input: {
      /** The id of a session, as list_agents returns it. */
      readonly session: string;
      readonly prompt: string;
      readonly timeoutMs?: number | undefined;
    };
    readonly output: AskOutput;
  };
  /** Types a prompt and submits it, and sees on the screen that it was accepted. */
  readonly prompt: {
    readonly input: {
      /** The id of a session, as list_agents returns it. */
      readonly session: string;
      readonly prompt: string;
    };
    readonly output: void;
  };
  /** Types keystrokes, raw: text, or bytes in base64. */
  readonly input: {
    readonly input: {
      /** The id of a session, as list_agents returns it. */
      readonly session: string;
      readonly data?: string | undefined;
      readonly bytes?: string | undefined;
    };
    readonly output: void;
  };
  /** Approves or denies what an agent requests, or replies to its question. */
  readonly answer: {
    readonly input: {
      /** The id of a session, as list_agents returns it. */
      readonly session: string;
      readonly answer: 'approve' | 'deny' | 'reply';
      /** What was shown to the person or program that decides: `activity.request`, or for a reply `activity.question`. If it is another one now, nothing is typed. Required to approve. */
      readonly shown?: string | undefined;
      /** The reply: the label of an option, or an own text. */
      readonly text?: string | undefined;
    };
    readonly output: void;
  };
  /** Changes the size of the terminal. */
  readonly resize: {
    readonly input: {
      /** The id of a session, as list_agents returns it. */
      readonly session: string;
      readonly cols: number;
      readonly rows: number;
    };
    readonly output: void;
  };
  /** SIGINT is Ctrl-C on the input; SIGKILL ends the program at once. */
  readonly signal: {
    readonly input: {
      /** The id of a session, as list_agents returns it. */
      readonly session: string;
      readonly signal: 'SIGINT' | 'SIGKILL';
    };
    readonly output: void;
  };
  /** Presses the provider’s own interrupt key while the agent works. At rest, where keys have other effects, it fails with `ILLEGAL_STATE`. Two at once press it once. */
  readonly interrupt: {
    readonly input: {
      /** The id of a session, as list_agents returns it. */
      readonly session: string;
    };
    readonly output: void;
  };
  /** Waits for an activity of the agent. */
  readonly wait: {
    readonly input: {
      /** The id of a session, as list_agents returns it. */
      readonly session: string;
      /**
       * What ends the wait; by default idle, which includes done, and needsInput.
       *
       * @minItems 1
       */
      readonly for?:
        | readonly ('working' | 'needsInput' | 'done' | 'idle' | 'limited' | 'failed' | 'exit')[]
        | undefined;
      readonly timeoutMs?: number | undefined;
    };
    readonly output: SessionDescription;
  };
  /** Returns the text on the screen; with format=ansi also colours and the cursor. */
  readonly screen: {
    readonly input: {
      /** The id of a session, as list_agents returns it. */
      readonly session: string;
      readonly format?: 'text' | 'ansi' | undefined;
      /** How many rows above the screen to include. */
      readonly scrollback?: number | undefined;
    };
    readonly output: string;
  };
  /** Returns the last message of text that the agent has finished; `ILLEGAL_STATE` if it has none. */
  readonly lastAnswer: {
    readonly input: {
      /** The id of a session, as list_agents returns it. */
      readonly session: string;
    };
    readonly output: LastAnswer;
  };
  /** Returns the files that a task has changed, committed or not. */
  readonly changes: {
    readonly input: {
      /** The id or name of a task. */
      readonly task: string;
      /** The commit to compare with: where the task left its base branch, or began (base, the default); or its last commit, for what is not committed. */
      readonly since?: 'base' | 'head' | undefined;
    };
    readonly output: ChangesOutput;
  };
  /** Returns the comments on a task’s changes: drafts, and the rounds in which they were sent; and the files that are marked as reviewed. */
  readonly review: {
    readonly input: {
      /** The id or name of a task. */
      readonly task: string;
    };
    readonly output: ReviewOutput;
  };
  /** Adds a comment on lines of a file that a task has changed: a draft until it is sent. */
  readonly comment: {
    readonly input: {
      /** The id or name of a task. */
      readonly task: string;
      /** The path of the file, as read_changes returns it. */
      readonly path: string;
      /** The first line. */
      readonly line: number;
      /** The last line; the first by default. */
      readonly endLine?: number | undefined;
      /** Whose lines: of the file now (current, the default), or before the changes (original). */
      readonly side?: 'original' | 'current' | undefined;
      /** What the agent should change. */
      readonly text: string;
    };
    readonly output: CommentOutput;
  };
  /** Sends all drafts of a task as one prompt, and sees on the screen that it was accepted. If it is not, they stay drafts. An agent sends only those of agents. */
  readonly sendReview: {
    readonly input: {
      /** The id or name of a task. */
      readonly task: string;
      /** A session of the task; by default that of its only running agent. */
      readonly session?: string | undefined;
    };
    readonly output: SendReviewOutput;
  };
  /** Marks a file that a task has changed as reviewed, until its content changes; or removes the mark. */
  readonly markReviewed: {
    readonly input: {
      /** The id or name of a task. */
      readonly task: string;
      /** The path of the file, as read_changes returns it. */
      readonly path: string;
      /** True by default; false removes the mark. */
      readonly reviewed?: boolean | undefined;
    };
    readonly output: void;
  };
  /** Commits what a task has changed, in a terminal of the task. If git or one of its hooks refuses, it fails with `ILLEGAL_STATE`. If the caller disconnects, git is ended. */
  readonly commit: {
    readonly input: {
      /** The id or name of a task. */
      readonly task: string;
      /** The message of the commit. */
      readonly message: string;
      /** Changed files, as read_changes returns them; by default all that the task itself has changed. In a merge, what is staged is committed, too, and untracked files only if they are named. */
      readonly paths?: readonly string[] | undefined;
      /** In milliseconds; ten minutes by default. */
      readonly timeoutMs?: number | undefined;
    };
    readonly output: CommitOutput;
  };
  /** Lands the commits of a task in a branch, if the person consents in the window. If not, or without a window, it fails with `ILLEGAL_STATE`. */
  readonly land: {
    readonly input: {
      /** The id or name of a task. */
      readonly task: string;
      /** The name of a local branch; by default the one at which the task began. */
      readonly into?: string | undefined;
      /** With all commits (merge, the default) or as one (squash). */
      readonly way?: 'merge' | 'squash' | undefined;
      /** The message of the commit that is made. A merge makes none if the branch can move forward to the commits of the task. */
      readonly message?: string | undefined;
    };
    readonly output: LandOutput;
  };
  /** Moves the branch back to where it was before the last landing of a task, if the person consents, as to a landing. */
  readonly undoLand: {
    readonly input: {
      /** The id or name of a task. */
      readonly task: string;
    };
    readonly output: UndoLandOutput;
  };
  /** Lists the conversations that agents have stored for the folders of the token. */
  readonly conversations: {
    readonly input: {
      /** The name or id of a task: only its conversations. */
      readonly task?: string | undefined;
    };
    readonly output: ConversationsOutput;
  };
  /** Resumes a conversation, by its id or that of its session. A session that runs is returned as it is. */
  readonly resume: {
    readonly input: {
      /** The id or the session of a conversation, as list_conversations returns them. */
      readonly conversation: string;
      /** For a conversation of no session: the name or id of a task; a name that no task has creates one. */
      readonly task?: string | undefined;
      /** Columns of the terminal. */
      readonly cols?: number | undefined;
      /** Rows of the terminal. */
      readonly rows?: number | undefined;
      /** Open a terminal for the session. */
      readonly show?: boolean | undefined;
    };
    readonly output: StartedDescription;
  };
  /** Lists the agent CLIs, installed or not. */
  readonly providers: {
    readonly input: {
      readonly refresh?: boolean | undefined;
    };
    readonly output: ProvidersOutput;
  };
  /** Lists the models that a provider offers. */
  readonly models: {
    readonly input: {
      readonly provider: string;
    };
    readonly output: ModelsOutput;
  };
}
export interface ListOutput {
  readonly sessions: readonly SessionDescription[];
}
export interface SessionDescription {
  /** The PTY id. */
  readonly id: string;
  readonly state: 'creating' | 'active' | 'idle' | 'terminated';
  readonly activity: {
    readonly kind: 'working' | 'needsInput' | 'done' | 'idle' | 'limited' | 'failed' | 'unknown';
    readonly reason: string;
    readonly source:
      ('program' | 'statusFile' | 'hook' | 'title' | 'progress' | 'screen' | 'process') | null;
    readonly ruleId: string | null;
    /** When the agent entered this state. */
    readonly since: string | null;
    readonly need: ('permission' | 'question' | 'trust') | null;
    /** On one line; a long one ends in an ellipsis. */
    readonly question: string | null;
    /** The error of a failed turn, as `question`. */
    readonly error: string | null;
    /** When a usage limit ends, as the agent words it. */
    readonly resets: string | null;
    /** Whether no rule finds the question: a program reads a line, or the screen is not recognised. No verb answers it. */
    readonly likely: boolean;
    /** All rows of what the dialog on the screen requests; null if the screen does not show them all. */
    readonly request: string | null;
    /** How many sub-agents, background shells and monitors of a working agent run. */
    readonly background: number;
  };
  readonly workDir: string;
  readonly label: string;
  readonly createdAt: string;
  /** Null for a shell or another program. */
  readonly provider: string | null;
  readonly task: {
    readonly id: string;
    readonly name: string;
  } | null;
  /** The command line of what runs, for a person to read. */
  readonly exec: string;
  readonly running: boolean;
  /** Whether the process that holds it does not respond. */
  readonly suspended: boolean;
  /** Whether a window of VS Code has it; false if only programs drive it now. */
  readonly hasWindow: boolean;
  readonly attachedCount: number;
  readonly exitCode: number | null;
  readonly agentExitCode: number | null;
  /** The session that it was forked from. */
  readonly parent: string | null;
  /** The session whose agent started it by the API. */
  readonly startedBy: string | null;
}
export interface StartedDescription {
  /** The PTY id. */
  readonly id: string;
  readonly state: 'creating' | 'active' | 'idle' | 'terminated';
  readonly activity: {
    readonly kind: 'working' | 'needsInput' | 'done' | 'idle' | 'limited' | 'failed' | 'unknown';
    readonly reason: string;
    readonly source:
      ('program' | 'statusFile' | 'hook' | 'title' | 'progress' | 'screen' | 'process') | null;
    readonly ruleId: string | null;
    /** When the agent entered this state. */
    readonly since: string | null;
    readonly need: ('permission' | 'question' | 'trust') | null;
    /** On one line; a long one ends in an ellipsis. */
    readonly question: string | null;
    /** The error of a failed turn, as `question`. */
    readonly error: string | null;
    /** When a usage limit ends, as the agent words it. */
    readonly resets: string | null;
    /** Whether no rule finds the question: a program reads a line, or the screen is not recognised. No verb answers it. */
    readonly likely: boolean;
    /** All rows of what the dialog on the screen requests; null if the screen does not show them all. */
    readonly request: string | null;
    /** How many sub-agents, background shells and monitors of a working agent run. */
    readonly background: number;
  };
  readonly workDir: string;
  readonly label: string;
  readonly createdAt: string;
  /** Null for a shell or another program. */
  readonly provider: string | null;
  readonly task: {
    readonly id: string;
    readonly name: string;
  } | null;
  /** The command line of what runs, for a person to read. */
  readonly exec: string;
  readonly running: boolean;
  /** Whether the process that holds it does not respond. */
  readonly suspended: boolean;
  /** Whether a window of VS Code has it; false if only programs drive it now. */
  readonly hasWindow: boolean;
  readonly attachedCount: number;
  readonly exitCode: number | null;
  readonly agentExitCode: number | null;
  /** The session that it was forked from. */
  readonly parent: string | null;
  /** The session whose agent started it by the API. */
  readonly startedBy: string | null;
  /** What differs from the request, for the person; one sentence each. */
  readonly notices: readonly string[];
}
export interface ForkOutput {
  readonly sessions: readonly StartedDescription[];
}
export interface ForkTaskOutput {
  readonly forks: readonly ForkTaskItem[];
}
export interface ForkTaskItem {
  readonly task: {
    readonly id: string;
    readonly name: string;
    readonly workDir: string;
  };
  readonly sessions: readonly StartedDescription[];
}
export interface AskOutput {
  readonly response: string;
  readonly ms: number;
  readonly endedBy:
    'program' | 'statusFile' | 'hook' | 'title' | 'progress' | 'screen' | 'transcript' | 'silence';
}
export interface LastAnswer {
  /** The last message of text that the agent has finished. */
  readonly text: string;
  /** transcript: as the agent wrote it; screen: as shown, with wrapped rows joined. */
  readonly source: 'transcript' | 'screen';
  /** Sentences for the person if the text may not be the whole answer, or its end is left out, else null. */
  readonly notice: string | null;
}
export interface ChangesOutput {
  /** The working tree. */
  readonly root: string;
  /** The commit that it is compared with. */
  readonly since: string;
  readonly files: readonly ChangesItem[];
  /** Of all files, also if the list is cut. */
  readonly total: {
    readonly files: number;
    readonly added: number;
    readonly removed: number;
  };
  /** What is left out or compared in another way. */
  readonly notices: readonly string[];
}
export interface ChangesItem {
  /** Below the root, with slashes. */
  readonly path: string;
  /** Of a renamed file. */
  readonly previousPath: string | null;
  readonly kind:
    | 'added'
    | 'modified'
    | 'deleted'
    | 'renamed'
    | 'typeChanged'
    | 'untracked'
    | 'conflicted'
    | 'submodule';
  /** Null if they are not counted, as in a binary file. */
  readonly added: number | null;
  /** Null if they are not counted, as in a binary file. */
  readonly removed: number | null;
  readonly binary: boolean;
}
export interface ReviewOutput {
  readonly drafts: readonly ReviewDraft[];
  /** Oldest first. */
  readonly rounds: readonly ReviewRound[];
  /** The paths of the changed files that are marked as reviewed. */
  readonly reviewed: readonly string[];
}
export interface ReviewDraft {
  readonly id: string;
  /** Where the file is now. */
  readonly path: string;
  readonly side: 'original' | 'current';
  /** The first line, where it is now; null if the file is not there. */
  readonly line: number | null;
  /** Whether the lines are no longer as they were. */
  readonly outdated: boolean;
  readonly text: string;
  /** "agent" and the name of the one that wrote it; null: a person. */
  readonly author: string | null;
}
export interface ReviewRound {
  readonly number: number;
  readonly session: string;
  /** Ended: the agent ended before it came to rest. */
  readonly state: 'sent' | 'answered' | 'ended';
  readonly sentAt: string;
  readonly prompt: string;
  /** The last message of the agent; null if it is not known. */
  readonly answer: string | null;
  /** The files that changed until the agent had answered or ended; null before. */
  readonly changed: readonly string[] | null;
}
export interface CommentOutput {
  readonly id: string;
}
export interface SendReviewOutput {
  readonly round: number;
  readonly session: string;
}
export interface CommitOutput {
  /** The id of the commit. */
  readonly commit: string;
  /** The first line of its message. */
  readonly subject: string;
  /** The session of the terminal. */
  readonly session: string;
}
export interface LandOutput {
  readonly branch: string;
  /** The commit of the branch before. */
  readonly from: string;
  /** Its commit now. */
  readonly to: string;
  /** How many files of the branch have changed. */
  readonly files: number;
  readonly notices: readonly string[];
}
export interface UndoLandOutput {
  readonly branch: string;
  /** Where it is now. */
  readonly commit: string;
}
export interface ConversationsOutput {
  readonly conversations: readonly ConversationInfo[];
}
export interface ConversationInfo {
  /** The id by which its CLI resumes it. */
  readonly id: string | null;
  /** The session that has it, running or not. */
  readonly session: string | null;
  readonly provider: string;
  readonly task: {
    readonly id: string;
    readonly name: string;
  } | null;
  readonly workDir: string;
  /** On one line; a long one is cut. */
  readonly firstPrompt: string | null;
  readonly model: string | null;
  readonly modifiedAt: string | null;
  /** Whether its session runs, in any window. */
  readonly running: boolean;
}
export interface ProvidersOutput {
  readonly providers: readonly ProvidersItem[];
}
export interface ProvidersItem {
  readonly id: string;
  readonly name: string;
  readonly installed: boolean;
  readonly path: string | null;
  readonly version: string | null;
  /** Whether its facts were checked on the real CLI. */
  readonly verified: boolean;
  readonly installCommand: string | null;
  readonly problem: string | null;
}
export interface ModelsOutput {
  readonly models: readonly ModelsItem[];
  /** Why the models cannot be listed. */
  readonly reason: string | null;
}
export interface ModelsItem {
  readonly id: string;
  readonly name: string | null;
}

/** Where each operation is, and its fields beside the id of its subject. */
export const ROUTES = {
  list: { method: 'GET', path: '/api/sessions', answer: 'json', fields: {} },
  start: {
    method: 'POST',
    path: '/api/sessions',
    answer: 'json',
    fields: {
      cwd: { type: 'string', description: 'An existing directory, by its absolute path.' },
      label: { type: 'string', description: 'The name of the session.' },
      provider: {
        type: 'string',
        description: 'The agent; without it and `exec`, a login shell starts.',
      },
      task: {
        type: 'string',
        description: 'The name or id of a task; a name that no task has creates one.',
      },
      worktree: { type: 'boolean', description: 'Work in a git worktree, which a new task gets.' },
      base: {
        type: 'string',
        description: 'The branch, tag or commit that the worktree of a new task starts from.',
      },
      prompt: { type: 'string', description: 'The first prompt.' },
      model: { type: 'string', description: 'The model of the agent.' },
      exec: { type: 'string', description: 'A program to run instead of an agent.' },
      args: { type: 'array', description: 'The arguments of `exec`.' },
      spawnMode: {
        type: 'string',
        description: 'Whether the agent starts through the login shell or without it.',
      },
      persistence: {
        type: 'string',
        description:
          'What holds the session: the window, or tmux or the session host, which outlive it.',
      },
      autoApprove: {
        type: 'boolean',
        description: 'Let the agent act without requesting permission.',
      },
      permissionMode: {
        type: 'string',
        description: 'The permission mode of the agent, by the name that its CLI uses.',
      },
      trust: {
        type: 'boolean',
        description: 'Confirm that the agent may trust the folder, if it asks.',
      },
      fresh: {
        type: 'boolean',
        description: 'Begin a new conversation, even if the task has one.',
      },
      shellSetup: { type: 'string', description: 'A command line before the agent.' },
      env: { type: 'object', description: 'Environment variables of the session.' },
      extraArgs: { type: 'array', description: 'Further arguments of the agent.' },
      cols: { type: 'integer', description: 'Columns of the terminal.' },
      rows: { type: 'integer', description: 'Rows of the terminal.' },
      show: { type: 'boolean', description: 'Open a terminal for the session.' },
    },
  },
  get: { method: 'GET', path: '/api/sessions/:id', id: 'session', answer: 'json', fields: {} },
  kill: { method: 'DELETE', path: '/api/sessions/:id', id: 'session', answer: 'none', fields: {} },
  fork: {
    method: 'POST',
    path: '/api/sessions/:id/fork',
    id: 'session',
    answer: 'json',
    fields: {
      count: { type: 'integer', description: 'The number of forks; one by default.' },
      worktree: {
        type: 'boolean',
        description: 'Gives each fork a git worktree, with the uncommitted changes.',
      },
    },
  },
  forkTask: {
    method: 'POST',
    path: '/api/tasks/:id/fork',
    id: 'task',
    answer: 'json',
    fields: {
      count: { type: 'integer', description: 'The number of forks; one by default.' },
      worktree: {
        type: 'boolean',
        description: 'Gives each new task a git worktree, with the uncommitted changes.',
      },
      name: { type: 'string', description: 'The name of the new task; several are numbered.' },
    },
  },
  ask: {
    method: 'POST',
    path: '/api/sessions/:id/ask',
    id: 'session',
    answer: 'json',
    fields: { prompt: { type: 'string' }, timeoutMs: { type: 'integer' } },
  },
  prompt: {
    method: 'POST',
    path: '/api/sessions/:id/prompt',
    id: 'session',
    answer: 'none',
    fields: { prompt: { type: 'string' } },
  },
  input: {
    method: 'POST',
    path: '/api/sessions/:id/input',
    id: 'session',
    answer: 'none',
    fields: { data: { type: 'string' }, bytes: { type: 'string' } },
  },
  answer: {
    method: 'POST',
    path: '/api/sessions/:id/answer',
    id: 'session',
    answer: 'none',
    fields: {
      answer: { type: 'string' },
      shown: {
        type: 'string',
        description:
          'What was shown to the person or program that decides: `activity.request`, or for a reply `activity.question`. If it is another one now, nothing is typed. Required to approve.',
      },
      text: { type: 'string', description: 'The reply: the label of an option, or an own text.' },
    },
  },
  resize: {
    method: 'POST',
    path: '/api/sessions/:id/resize',
    id: 'session',
    answer: 'none',
    fields: { cols: { type: 'integer' }, rows: { type: 'integer' } },
  },
  signal: {
    method: 'POST',
    path: '/api/sessions/:id/signal',
    id: 'session',
    answer: 'none',
    fields: { signal: { type: 'string' } },
  },
  interrupt: {
    method: 'POST',
    path: '/api/sessions/:id/interrupt',
    id: 'session',
    answer: 'none',
    fields: {},
  },
  wait: {
    method: 'GET',
    path: '/api/sessions/:id/wait',
    id: 'session',
    answer: 'json',
    fields: {
      for: {
        type: 'array',
        description: 'What ends the wait; by default idle, which includes done, and needsInput.',
      },
      timeoutMs: { type: 'integer' },
    },
  },
  screen: {
    method: 'GET',
    path: '/api/sessions/:id/screen',
    id: 'session',
    answer: 'text',
    fields: {
      format: { type: 'string' },
      scrollback: { type: 'integer', description: 'How many rows above the screen to include.' },
    },
  },
  lastAnswer: {
    method: 'GET',
    path: '/api/sessions/:id/last-answer',
    id: 'session',
    answer: 'json',
    fields: {},
  },
  changes: {
    method: 'GET',
    path: '/api/tasks/:id/changes',
    id: 'task',
    answer: 'json',
    fields: {
      since: {
        type: 'string',
        description:
          'The commit to compare with: where the task left its base branch, or began (base, the default); or its last commit, for what is not committed.',
      },
    },
  },
  review: { method: 'GET', path: '/api/tasks/:id/review', id: 'task', answer: 'json', fields: {} },
  comment: {
    method: 'POST',
    path: '/api/tasks/:id/comments',
    id: 'task',
    answer: 'json',
    fields: {
      path: { type: 'string', description: 'The path of the file, as read_changes returns it.' },
      line: { type: 'integer', description: 'The first line.' },
      endLine: { type: 'integer', description: 'The last line; the first by default.' },
      side: {
        type: 'string',
        description:
          'Whose lines: of the file now (current, the default), or before the changes (original).',
      },
      text: { type: 'string', description: 'What the agent should change.' },
    },
  },
  sendReview: {
    method: 'POST',
    path: '/api/tasks/:id/review/send',
    id: 'task',
    answer: 'json',
    fields: {
      session: {
        type: 'string',
        description: 'A session of the task; by default that of its only running agent.',
      },
    },
  },
  markReviewed: {
    method: 'POST',
    path: '/api/tasks/:id/reviewed',
    id: 'task',
    answer: 'none',
    fields: {
      path: { type: 'string', description: 'The path of the file, as read_changes returns it.' },
      reviewed: { type: 'boolean', description: 'True by default; false removes the mark.' },
    },
  },
  commit: {
    method: 'POST',
    path: '/api/tasks/:id/commit',
    id: 'task',
    answer: 'json',
    fields: {
      message: { type: 'string', description: 'The message of the commit.' },
      paths: {
        type: 'array',
        description:
          'Changed files, as read_changes returns them; by default all that the task itself has changed. In a merge, what is staged is committed, too, and untracked files only if they are named.',
      },
      timeoutMs: { type: 'integer', description: 'In milliseconds; ten minutes by default.' },
    },
  },
  land: {
    method: 'POST',
    path: '/api/tasks/:id/land',
    id: 'task',
    answer: 'json',
    fields: {
      into: {
        type: 'string',
        description: 'The name of a local branch; by default the one at which the task began.',
      },
      way: {
        type: 'string',
        description: 'With all commits (merge, the default) or as one (squash).',
      },
      message: {
        type: 'string',
        description:
          'The message of the commit that is made. A merge makes none if the branch can move forward to the commits of the task.',
      },
    },
  },
  undoLand: {
    method: 'POST',
    path: '/api/tasks/:id/land/undo',
    id: 'task',
    answer: 'json',
    fields: {},
  },
  conversations: {
    method: 'GET',
    path: '/api/conversations',
    answer: 'json',
    fields: {
      task: { type: 'string', description: 'The name or id of a task: only its conversations.' },
    },
  },
  resume: {
    method: 'POST',
    path: '/api/conversations/:id/resume',
    id: 'conversation',
    answer: 'json',
    fields: {
      task: {
        type: 'string',
        description:
          'For a conversation of no session: the name or id of a task; a name that no task has creates one.',
      },
      cols: { type: 'integer', description: 'Columns of the terminal.' },
      rows: { type: 'integer', description: 'Rows of the terminal.' },
      show: { type: 'boolean', description: 'Open a terminal for the session.' },
    },
  },
  providers: {
    method: 'GET',
    path: '/api/providers',
    answer: 'json',
    fields: { refresh: { type: 'boolean' } },
  },
  models: {
    method: 'GET',
    path: '/api/providers/:id/models',
    id: 'provider',
    answer: 'json',
    fields: {},
  },
} as const;

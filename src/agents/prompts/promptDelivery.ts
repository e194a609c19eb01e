import { BlockedError, SessionError, toMessage } from '../../base/errors';
import { CTRL_C, type Keystrokes } from '../../providers/model/keys';
import {
  arrivesWhole,
  planInterruptKeystrokes,
  planPromptKeystrokes,
} from '../../providers/launch/promptKeystrokes';
import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import { sanitizePrompt } from '../../providers/launch/plainText';
import { UNKNOWN_FACTS } from '../../providers/registry/unknownProvider';
import { hasLiveAgent, isRunning } from '../../pty/liveAgent';
import type { ReadLineLimit } from '../../pty/process/lineReading';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import { requireSession, type SessionLookup } from '../../pty/sessionBackend';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';
import { describeAsking, questionOf, readDialog } from '../dialogs/dialog';
import { requireSessionInfo } from '../start/requirements';
import type { InterruptReadiness } from './interruptReadiness';
import { requireOpenInput, requireWholeLines } from './openInput';
import type { PersonTyping } from './personTyping';
import type { PromptEcho } from './promptEcho';
import type { PromptReadiness, Readiness } from './promptReadiness';
import type { PromptSubmission } from './promptSubmission';
import type { Keyboard, PromptTyping } from './promptTyping';

/** How long an agent may take to redraw its input after it has stopped, in milliseconds. */
const INTERRUPTED_MS = 700;

/** What many dialogs take as an answer, without Enter. */
const KEY = /^[\p{L}\p{N}]$/u;

interface Addressed {
  readonly session: SessionInfo;
  readonly prompt: string;
  readonly facts: Pick<ProviderDefinition, 'shellMode' | 'submit'>;
}

/** Types prompts and interrupts into sessions with the keystrokes of their providers. */
export class PromptDelivery {
  constructor(
    private readonly deps: {
      readonly sessions: Pick<SessionService, 'get'> & SessionLookup<'screen' | 'write'>;
      readonly status: StatusService;
      readonly readiness: PromptReadiness;
      readonly interrupts: InterruptReadiness;
      readonly personTyping: PersonTyping;
      readonly typing: PromptTyping;
      readonly submission: PromptSubmission;
      readonly echo: Pick<PromptEcho, 'watch'>;
      readonly readLineLimit: ReadLineLimit;
      /**
       * The provider with the settings of the session's folder; undefined for a shell, and for an agent
       * whose provider the settings no longer define.
       */
      readonly providerOf: (session: SessionInfo) => ProviderDefinition | undefined;
      /** Shows the person one sentence about a prompt that was not delivered. */
      readonly notify: (message: string) => void;
    },
  ) {}

  /**
   * Types a prompt and resolves when the agent has accepted it; for a shell, when it is written.
   * @param beforeTyping called after all waiting, directly before the first key. If it throws, the
   * error is thrown and nothing is typed.
   * @throws {SessionError} `SESSION_NOT_FOUND`, `SESSION_EXITED`, `BAD_REQUEST` (an empty prompt, or one that may
   * be a key), `AGENT_BLOCKED` (the agent shows a question, which the prompt would answer), `AGENT_NOT_READY`
   * (the agent does not accept input yet or not these lines, a person types in it, or it is in shell
   * mode), `PROMPT_STALLED`.
   */
  async send(
    sessionId: string,
    prompt: string,
    beforeTyping: () => void = () => {},
  ): Promise<void> {
    const session = this.require(sessionId);
    if (sanitizePrompt(prompt) === '') {
      throw new SessionError('BAD_REQUEST', 'The prompt is empty: type what the agent should do.');
    }
    if (isShell(session)) {
      const line = `${sanitizePrompt(prompt)}\n`;
      await this.requireQuiet(session);
      await this.requireWhole(session, line);
      beforeTyping();
      this.deps.sessions.find(sessionId)?.write(line);
      return;
    }
    const facts = this.deps.providerOf(session) ?? UNKNOWN_FACTS;
    this.requireAgent(session);
    const readiness = await this.deps.readiness.until(sessionId, 'later');
    if (readiness !== 'ready') {
      throw this.explainUnready(session, readiness);
    }
    await this.requireQuiet(session);
    await this.deps.typing.withKeyboard(sessionId, async (keyboard) => {
      await this.requireStill(session);
      beforeTyping();
      await this.submit({ session, prompt, facts }, keyboard);
    });
  }

  /**
   * Types the first prompt of an agent whose CLI does not accept it as an argument. If the agent's
   * status is unknown, presses Enter only when the screen shows the prompt, because Enter would
   * answer a dialog. Notifies the person of a failure and does not reject.
   * @param isRepeated whether another start of the session gives it a prompt: a failure needs no
   * notice then.
   */
  async sendFirst(
    sessionId: string,
    prompt: string,
    isRepeated: () => boolean = () => false,
  ): Promise<void> {
    const notify = (message: string): void => {
      if (!isRepeated()) {
        this.deps.notify(message);
      }
    };
    const readiness = await this.deps.readiness.until(sessionId, 'first');
    const session = this.deps.sessions.get(sessionId);
    const facts = session && this.deps.providerOf(session);
    if (readiness !== 'ready' || !facts) {
      notify(explainUntyped(readiness, session?.label ?? sessionId));
      return;
    }
    try {
      await this.requireQuiet(session);
      await this.deps.typing.withKeyboard(sessionId, async (keyboard) => {
        await this.requireStill(session);
        return this.deps.status.get(sessionId).state.kind === 'unknown'
          ? this.submitOnceSeen({ session, prompt, facts }, keyboard)
          : this.submit({ session, prompt, facts }, keyboard);
      });
    } catch (error) {
      notify(
        `The first prompt of ${session.label} was not delivered: ${SessionError.is(error) ? error.logged : toMessage(error)}`,
      );
    }
  }

  /**
   * Types the interrupt keys of the provider of a working agent; Ctrl-C in a shell. Does nothing for an
   * unknown session.
   * @throws {SessionError} `ILLEGAL_STATE` if the agent is at rest, `AGENT_BLOCKED` if a dialog opens
   * while an earlier interrupt takes effect; nothing is typed then.
   */
  async interrupt(sessionId: string): Promise<void> {
    const session = this.deps.sessions.get(sessionId);
    const provider = session && this.deps.providerOf(session);
    if (provider && hasLiveAgent(session)) {
      const { interrupts, typing } = this.deps;
      const keys = planInterruptKeystrokes(provider);
      const interrupted = interrupts.until(session).then(() => typing.typeNow(sessionId, keys));
      // The next prompt waits, because some agents restore the interrupted prompt in their input.
      const wait = (keyboard: Keyboard): Promise<void> =>
        interrupted
          .then(() => interrupts.untilStopped(sessionId))
          .then(() => keyboard.pause(INTERRUPTED_MS))
          .catch(() => {});
      void typing.withKeyboard(sessionId, wait);
      await interrupted;
    } else {
      this.deps.sessions.find(sessionId)?.write(CTRL_C);
    }
  }

  /** One letter or digit could answer a question, and no rule shows that the agent asks none. */
  private requireNoKey({ id, label }: SessionInfo, prompt: string): void {
    if (KEY.test(sanitizePrompt(prompt).trim()) && !this.deps.status.knowsInput(id)) {
      throw new SessionError(
        'BAD_REQUEST',
        `A single letter or digit could answer a question of ${label}, whose screen no rule reads: type it in its terminal, or send a longer prompt.`,
      );
    }
  }

  private async submit(addressed: Addressed, keyboard: Keyboard): Promise<void> {
    const { session, prompt, facts } = addressed;
    const { shellMode } = facts;
    this.requireNoKey(session, prompt);
    const [text, enter] = await this.plan(addressed);
    if (text && enter) {
      await this.deps.submission.submit(session, { prompt, text, enter, shellMode }, keyboard);
      this.deps.interrupts.handleAccepted(session.id);
    }
  }

  private async submitOnceSeen(addressed: Addressed, keyboard: Keyboard): Promise<void> {
    const { session, prompt } = addressed;
    this.requireNoKey(session, prompt);
    const [text, ...submit] = await this.plan(addressed);
    const isShown = await this.deps.echo.watch(session.id, prompt);
    await this.requireOpen(addressed);
    await keyboard.type(text ? [text] : []);
    if (await isShown()) {
      await this.requireOpen(addressed, prompt);
      await keyboard.type(submit);
    } else {
      this.deps.notify(
        `${session.label} does not show its first prompt, so it was not submitted: look at the terminal, and press Enter there if the prompt is in its input.`,
      );
    }
  }

  private async plan({ session, prompt, facts }: Addressed): Promise<readonly Keystrokes[]> {
    const { bracketedPaste = false } = this.deps.sessions.get(session.id) ?? {};
    if (!arrivesWhole(prompt, facts.submit, { bracketedPaste })) {
      throw new SessionError(
        'AGENT_NOT_READY',
        `${session.label} does not accept pasted text now and could take each line as a prompt of its own: send the prompt as one line.`,
      );
    }
    const keystrokes = planPromptKeystrokes(prompt, facts.submit, { bracketedPaste });
    await this.requireWhole(session, keystrokes[0]?.data ?? '');
    return keystrokes;
  }

  private requireWhole(session: SessionInfo, typed: string): Promise<void> {
    const now = this.deps.sessions.get(session.id) ?? session;
    return requireWholeLines(now, typed, this.deps.readLineLimit);
  }

  private async requireOpen({ session, facts }: Addressed, typed = ''): Promise<void> {
    const { sessions, status } = this.deps;
    const { shellMode } = facts;
    const screen = await requireSession(sessions, session.id).screen();
    requireOpenInput({ sessions, status, session, screen, shellMode, typed });
  }

  private async requireQuiet({ id, label }: SessionInfo): Promise<void> {
    if (!(await this.deps.personTyping.untilQuiet(id, 'input'))) {
      throw new SessionError(
        'AGENT_NOT_READY',
        `Text was typed in the terminal of ${label}: send or clear it, then send the prompt.`,
      );
    }
  }

  /**
   * Checks the agent again after waiting, because earlier keystrokes may have changed its state. A
   * dialog on the screen counts whatever is reported: any program in the session can report that
   * the agent works, and the prompt would answer the dialog.
   */
  private async requireStill({ id }: SessionInfo): Promise<void> {
    const dialog = readDialog(await this.deps.status.explain(id));
    const now = this.require(id);
    const { state } = this.deps.status.get(id);
    this.requireAgent(now);
    if (dialog !== undefined || state.kind === 'needsInput') {
      throw this.explainUnready(now, 'blocked', dialog?.question);
    }
  }

  private requireAgent(session: SessionInfo): void {
    if (!hasLiveAgent(session)) {
      throw new SessionError(
        'SESSION_EXITED',
        `The agent of ${session.label} has ended, and a shell would run the prompt: restart the session to send it.`,
      );
    }
  }

  private explainUnready(
    { id, label }: SessionInfo,
    readiness: Exclude<Readiness, 'ready'>,
    shown?: string,
  ): SessionError {
    switch (readiness) {
      case 'blocked': {
        const activity = this.deps.status.get(id);
        return new BlockedError(
          `${label} ${describeAsking(activity.state, shown)}: answer that, then send the prompt.`,
          questionOf(activity) ?? shown,
        );
      }
      case 'gone':
        return new SessionError(
          'SESSION_EXITED',
          `${label} ended before it accepted input: restart it to send it a prompt.`,
        );
      case 'timeout':
        return new SessionError(
          'AGENT_NOT_READY',
          `${label} ${this.deps.sessions.get(id)?.pendingStart?.reason ?? 'has shown nothing yet'}: look at its terminal, then send the prompt again.`,
        );
    }
  }

  private require(sessionId: string): SessionInfo {
    const session = requireSessionInfo(this.deps.sessions, sessionId);
    if (!isRunning(session)) {
      throw new SessionError(
        'SESSION_EXITED',
        `Session ${session.label} has ended: restart it to send it a prompt.`,
      );
    }
    return session;
  }
}

function isShell({ id }: SessionInfo): boolean {
  return parsePtyId(id)?.providerId === SHELL_PROVIDER_ID;
}

function explainUntyped(readiness: Readiness, label: string): string {
  return readiness === 'timeout'
    ? `${label} did not get ready for its first prompt, so it was not typed: send it with "Agents: Send Prompt to Session...".`
    : `${label} ended before its first prompt could be typed: restart it, then send the prompt.`;
}

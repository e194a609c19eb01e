import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { DisposableStore } from '../../base/lifecycle';
import type { AnswerFacts, AnswerKeys } from '../../providers/model/answerFacts';
import { toPlainText } from '../../providers/launch/plainText';
import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import type { SessionInfo } from '../../pty/sessionService';
import { isLikely, type Activity, type ShownRequest } from '../../status/activity';
import type { StatusService } from '../../status/statusService';
import { readMenu, type MenuOption } from './answerMenu';
import { formatOptions, planAnswer, planOption } from './answerPlan';
import type { AnswerService } from './answerService';
import { AnswerTyping, SETTLED_MS, READ_LIMIT_MS, type AnswerTypingDeps } from './answerTyping';
import {
  describeAsking,
  formatQuestion,
  isExpectedDialog,
  questionOf,
  type Dialog,
} from './dialog';
import type { PersonTyping } from '../prompts/personTyping';
import type { PromptTyping } from '../prompts/promptTyping';

interface AnswersDeps extends AnswerTypingDeps {
  readonly status: StatusService;
  readonly clock: Clock;
  readonly typing: PromptTyping;
  readonly personTyping: PersonTyping;
  /** The provider with the settings of the session's folder; undefined for a shell. */
  readonly providerOf: (session: SessionInfo) => Pick<ProviderDefinition, 'answers'> | undefined;
  readonly sendPrompt: (sessionId: string, prompt: string) => Promise<void>;
}

/** A dialog, how its provider's dialogs are answered, and the typing of the answer. */
interface Asked {
  readonly dialog: Dialog;
  readonly facts: AnswerFacts;
  readonly typing: AnswerTyping;
}

/** An option that can be checked together with others, which one reply cannot express. */
const CHECKBOX = /^\[.\]\s/;

/** Answers the dialogs of agents by keystrokes, and types a key only if the screen shows its effect. */
export class Answers implements AnswerService {
  private readonly answering = new Set<string>();

  constructor(private readonly deps: AnswersDeps) {}

  approve(ptyId: string, shown: string): Promise<void> {
    return this.answer(ptyId, (asked) => give(asked, approvalOf(asked, shown), 'approve'));
  }

  deny(ptyId: string, shown?: string): Promise<void> {
    return this.answer(ptyId, (asked) => deny(asked, shown));
  }

  async reply(ptyId: string, text: string): Promise<void> {
    if (!this.isAsking(ptyId)) {
      return this.deps.sendPrompt(ptyId, text);
    }
    const line = toPlainText(text).replace(/\s+/g, ' ').trim();
    if (line === '') {
      throw new SessionError('BAD_REQUEST', 'The reply is empty: type an answer for the agent.');
    }
    return this.answer(ptyId, (asked) => replyTo(asked, line));
  }

  /**
   * Rejects a second answer while the first is being typed, because it is meant for the same
   * question.
   */
  private async answer(
    ptyId: string,
    type: (asked: Asked) => Promise<Dialog | undefined>,
  ): Promise<void> {
    const session = this.require(ptyId);
    const known = this.deps.status.get(ptyId);
    if (known.state.kind !== 'needsInput') {
      throw illegal(session, 'has no open question: open it to see what it does.');
    }
    if (isLikely(known.state)) {
      throw illegal(session, `${describeAsking(known.state)}: answer it in its terminal.`);
    }
    if (this.answering.has(ptyId)) {
      throw illegal(session, 'is already being answered.');
    }
    this.answering.add(ptyId);
    try {
      if (!(await this.deps.personTyping.untilQuiet(ptyId, 'keys'))) {
        throw illegal(session, 'has unfinished typing in its terminal: answer it there.');
      }
      await this.deps.typing.withKeyboard(ptyId, async (keyboard) => {
        const facts = this.deps.providerOf(session)?.answers ?? {};
        const typing = new AnswerTyping(this.deps, session, facts, keyboard);
        const seen = await this.requireSame(session, known, typing);
        const dialog = await typing.settle(seen, known.since);
        const before = this.deps.status.get(ptyId);
        const next = await type({ dialog, typing, facts });
        await this.untilStatusFollows(ptyId, before, next);
      });
    } finally {
      this.answering.delete(ptyId);
    }
  }

  /**
   * Waits until the status reflects the answer, because the next prompt depends on it. If the agent
   * asks a `next` question in the same words, the status does not change; then this waits until that
   * dialog accepts keys.
   */
  private untilStatusFollows(
    ptyId: string,
    before: Activity,
    next: Dialog | undefined,
  ): Promise<void> {
    const { status, clock } = this.deps;
    const isRepeated = next !== undefined && next.question === questionOf(before);
    return new Promise((resolve) => {
      const wait = new DisposableStore();
      const end = (): void => {
        wait.dispose();
        resolve();
      };
      const check = (): void => {
        if (!isSameQuestion(before, status.get(ptyId))) {
          end();
        }
      };
      wait.add(status.onDidChange((id) => id === ptyId && check()));
      wait.add(clock.schedule(isRepeated ? SETTLED_MS : READ_LIMIT_MS, end));
      check();
    });
  }

  /** The dialog on the screen, if it is still the one that the status showed to the person. */
  private async requireSame(
    session: SessionInfo,
    known: Activity,
    typing: AnswerTyping,
  ): Promise<Dialog> {
    const dialog = await typing.untilShown(() => this.isAsking(session.id));
    const now = this.deps.status.get(session.id);
    if (dialog && isExpectedDialog(dialog, known, now)) {
      return dialog;
    }
    if (now.state.kind !== 'needsInput') {
      const asked = formatQuestion(questionOf(known));
      throw illegal(session, `does not ask ${asked} any more: open it to see what it does.`);
    }
    const question = dialog ? dialog.question : now.state.question;
    throw dialog
      ? illegal(session, `asks something else now: ${formatQuestion(question)}.`)
      : illegal(session, `shows no known question: answer it in its terminal.`);
  }

  private isAsking(ptyId: string): boolean {
    return this.deps.status.get(ptyId).state.kind === 'needsInput';
  }

  private require(ptyId: string): SessionInfo {
    const session = this.deps.sessions.get(ptyId);
    if (!session) {
      throw new SessionError('SESSION_NOT_FOUND', `There is no session ${ptyId}: open it again.`);
    }
    return session;
  }
}

function isSameQuestion(before: Activity, now: Activity): boolean {
  const isSame = now.since === before.since && questionOf(now) === questionOf(before);
  return now.state.kind === 'needsInput' && isSame;
}

/** @throws {SessionError} `ILLEGAL_STATE` unless the dialog shows exactly the request `shown`. */
function approvalOf({ dialog, facts, typing }: Asked, shown: string): AnswerKeys | undefined {
  const { need, question, request } = dialog;
  if (need === 'question') {
    throw typing.illegal(`asks ${formatQuestion(question)}: reply to it.`);
  }
  if (request.kind === 'partial') {
    throw typing.illegal(
      `cannot be approved from here because ${request.why}: open it and answer there.`,
    );
  }
  requireShown(typing, request, shown);
  return facts[need]?.approve;
}

/** @throws {SessionError} `ILLEGAL_STATE` if the dialog shows another request than `shown`. */
function denialOf({ dialog, facts, typing }: Asked, shown?: string): AnswerKeys | undefined {
  if (shown !== undefined) {
    requireShown(typing, dialog.request, shown);
  }
  return facts[dialog.need]?.deny;
}

/** Denies the request, also in a second dialog that asks for a reason. */
async function deny(asked: Asked, shown?: string): Promise<Dialog | undefined> {
  const { dialog, facts, typing } = asked;
  const next = await give(asked, denialOf(asked, shown), 'deny');
  const reason = dialog.need === 'question' ? undefined : facts[dialog.need]?.denyWithoutReason;
  // Any other dialog, such as the next request, is for the person.
  const asksWhy = next && reason && next.ruleId === reason.ruleId;
  return asksWhy ? give({ dialog: next, facts, typing }, reason.keys, 'deny') : next;
}

function requireShown(typing: AnswerTyping, request: ShownRequest, shown: string): void {
  if (request.kind !== 'whole' || request.text !== shown) {
    throw typing.illegal('no longer requests what was shown: read it again.');
  }
}

function give(
  { dialog, typing }: Asked,
  keys: AnswerKeys | undefined,
  verb: 'approve' | 'deny',
): Promise<Dialog | undefined> {
  if (!keys) {
    throw typing.illegal('cannot be answered from here yet: answer it in its terminal.');
  }
  return typing.give(dialog, (screen) => planAnswer(keys, screen, verb));
}

/** Chooses the option with the label `line`, or types `line` into the option for free text. */
async function replyTo(
  { dialog, facts, typing }: Asked,
  line: string,
): Promise<Dialog | undefined> {
  const asked = formatQuestion(dialog.question);
  if (dialog.need !== 'question') {
    throw typing.illegal(`asks for permission, ${asked}: approve or deny it before you reply.`);
  }
  const { question } = facts;
  const menu = readMenu(dialog.screen);
  if (!question || menu.length === 0 || menu.some(({ label }) => CHECKBOX.test(label))) {
    throw typing.illegal(
      `asks ${asked}, which cannot be answered from here: answer it in its terminal.`,
    );
  }
  const { by, ownText } = question;
  const matches = ({ label }: MenuOption): boolean => label.toLowerCase() === line.toLowerCase();
  if (menu.some((option) => matches(option) && !ownText?.test(option.label))) {
    return typing.give(dialog, (screen) => planOption(readMenu(screen), matches, by));
  }
  if (!ownText || !menu.some(({ label }) => ownText.test(label))) {
    throw typing.illegal(`accepts only ${formatOptions(menu)}: reply with one of these.`);
  }
  return typing.giveText(dialog, ({ label }) => ownText.test(label), { by, text: line });
}

function illegal({ label }: SessionInfo, predicate: string): SessionError {
  return new SessionError('ILLEGAL_STATE', `${label} ${predicate}`);
}

import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { DisposableStore } from '../../base/lifecycle';
import type { AnswerFacts, AnswerKeys } from '../../providers/model/answerFacts';
import { toPlainText } from '../../providers/launch/plainText';
import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import type { SessionInfo } from '../../pty/sessionService';
import type { Activity } from '../../status/activity';
import type { StatusService } from '../../status/statusService';
import { readMenu, type MenuOption } from './answerMenu';
import { formatOptions, planAnswer, planOption } from './answerPlan';
import type { AnswerService } from './answerService';
import { AnswerTyping, SETTLED_MS, TAKEN_LIMIT_MS, type AnswerTypingDeps } from './answerTyping';
import { formatQuestion, isAskedBy, questionOf, type Dialog } from './dialog';
import type { PersonTyping } from '../prompts/personTyping';
import type { PromptTyping } from '../prompts/promptTyping';

export interface AnswersDeps extends AnswerTypingDeps {
  readonly status: Pick<StatusService, 'get' | 'explain' | 'onDidChange'>;
  readonly clock: Pick<Clock, 'monotonic' | 'now' | 'schedule'>;
  readonly typing: Pick<PromptTyping, 'turn'>;
  readonly persons: Pick<PersonTyping, 'untilQuiet'>;
  /** The provider as the session's folder has it; undefined for a bare shell. */
  readonly providerOf: (session: SessionInfo) => Pick<ProviderDefinition, 'answers'> | undefined;
  readonly sendPrompt: (sessionId: string, prompt: string) => Promise<void>;
}

/** A dialog, what is known of its provider's, and who types the answer. */
interface Asked {
  readonly dialog: Dialog;
  readonly facts: AnswerFacts;
  readonly typing: AnswerTyping;
}

/** An option that may be ticked beside others, which one answer cannot say. */
const TICK_BOX = /^\[.\]\s/;

/** Answers the dialogs of agents by keyboard, each key only while the screen shows what it is for. */
export class Answers implements AnswerService {
  private readonly answering = new Set<string>();

  constructor(private readonly deps: AnswersDeps) {}

  approve(ptyId: string): Promise<void> {
    return this.answer(ptyId, (asked) => give(asked, approvalOf(asked), 'approve'));
  }

  deny(ptyId: string): Promise<void> {
    return this.answer(ptyId, (asked) => give(asked, asked.facts[asked.dialog.need]?.deny, 'deny'));
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

  /** One answer at a time: the second is for a question that the first has answered. */
  private async answer(
    ptyId: string,
    type: (asked: Asked) => Promise<Dialog | undefined>,
  ): Promise<void> {
    const session = this.require(ptyId);
    const known = this.deps.status.get(ptyId);
    if (known.state.kind !== 'needsInput') {
      throw illegal(session, 'asks nothing now: open it to see what it does.');
    }
    if (this.answering.has(ptyId)) {
      throw illegal(session, 'is already being answered.');
    }
    this.answering.add(ptyId);
    try {
      if (!(await this.deps.persons.untilQuiet(ptyId, 'keys'))) {
        throw illegal(session, 'has unfinished typing in its terminal: answer it there.');
      }
      await this.deps.typing.turn(ptyId, async (keyboard) => {
        const facts = this.deps.providerOf(session)?.answers ?? {};
        const typing = new AnswerTyping(this.deps, session, facts, keyboard);
        const seen = await this.requireSame(session, known, typing);
        const dialog = await typing.settle(seen, known.since);
        const told = this.deps.status.get(ptyId);
        const next = await type({ dialog, typing, facts });
        await this.untilTold(ptyId, told, next);
      });
    } finally {
      this.answering.delete(ptyId);
    }
  }

  /**
   * Waits until the status follows the screen, a moment later: the next prompt goes by it. Of a
   * `next` question in the same words it says nothing new; that one is given the time to take keys.
   */
  private untilTold(ptyId: string, told: Activity, next: Dialog | undefined): Promise<void> {
    const { status, clock } = this.deps;
    const isRepeated = next !== undefined && next.question === questionOf(told);
    return new Promise((resolve) => {
      const wait = new DisposableStore();
      const end = (): void => {
        wait.dispose();
        resolve();
      };
      const look = (): void => {
        if (!isSameQuestion(told, status.get(ptyId))) {
          end();
        }
      };
      wait.add(status.onDidChange((id) => id === ptyId && look()));
      wait.add(clock.schedule(isRepeated ? SETTLED_MS : TAKEN_LIMIT_MS, end));
      look();
    });
  }

  /** What the screen asks, if it is still what the person was told of. */
  private async requireSame(
    session: SessionInfo,
    known: Activity,
    typing: AnswerTyping,
  ): Promise<Dialog> {
    const dialog = await typing.untilShown(() => this.isAsking(session.id));
    const now = this.deps.status.get(session.id);
    if (dialog && isAskedBy(dialog, known, now)) {
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

function isSameQuestion(told: Activity, now: Activity): boolean {
  const isSame = now.since === told.since && questionOf(now) === questionOf(told);
  return now.state.kind === 'needsInput' && isSame;
}

function approvalOf({ dialog, facts, typing }: Asked): AnswerKeys | undefined {
  if (dialog.need === 'question') {
    throw typing.illegal(`asks ${formatQuestion(dialog.question)}: reply to it.`);
  }
  return facts[dialog.need]?.approve;
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

/** Takes the option that says `line`, or types it where the person may say what they like. */
async function replyTo(
  { dialog, facts, typing }: Asked,
  line: string,
): Promise<Dialog | undefined> {
  const asks = formatQuestion(dialog.question);
  if (dialog.need !== 'question') {
    throw typing.illegal(`asks for permission, ${asks}: approve or deny it before you reply.`);
  }
  const { question } = facts;
  const menu = readMenu(dialog.screen);
  if (!question || menu.length === 0 || menu.some(({ label }) => TICK_BOX.test(label))) {
    throw typing.illegal(
      `asks ${asks}, which cannot be answered from here: answer it in its terminal.`,
    );
  }
  const { by, ownText } = question;
  const says = ({ label }: MenuOption): boolean => label.toLowerCase() === line.toLowerCase();
  if (menu.some((option) => says(option) && !ownText?.test(option.label))) {
    return typing.give(dialog, (screen) => planOption(readMenu(screen), says, by));
  }
  if (!ownText || !menu.some(({ label }) => ownText.test(label))) {
    throw typing.illegal(`takes one of ${formatOptions(menu)}: reply with one of them.`);
  }
  return typing.giveText(dialog, ({ label }) => ownText.test(label), { by, text: line });
}

function illegal({ label }: SessionInfo, predicate: string): SessionError {
  return new SessionError('ILLEGAL_STATE', `${label} ${predicate}`);
}

import type { PromptDelivery } from '../../agents/prompts/promptDelivery';
import { requireSessionInfo } from '../../agents/start/requirements';
import { delay, type Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { toOneLine } from '../../base/text/oneLine';
import { MODEL, type ModelChange } from '../../providers/model/modelChange';
import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import { requireSession } from '../../pty/sessionBackend';
import type { SessionInfo, SessionService } from '../../pty/sessionService';

/** How long a CLI may take to report the change, also after an answer: some query their servers. In milliseconds. */
const REPORT_MS = 15_000;
const POLL_MS = 100;

/** What can be typed as one word of a prompt, and is no option of the CLI's own command. */
const WORD = /^[^\s\p{C}-][^\s\p{C}]*$/u;

/** What some CLIs draw at the end of each row. */
const SCROLL_BAR = /\s+[█┃│]$/u;

/**
 * What a change of a model has led to. `unseen`: the CLI has reported nothing in time; `unconfirmed`:
 * nothing after a question that it asked first.
 */
export type ModelChanged = 'changed' | 'unconfirmed' | 'unseen';

interface ModelChangerDeps {
  readonly clock: Clock;
  readonly delivery: Pick<PromptDelivery, 'send'>;
  /** The provider, with the settings of the session's folder; undefined for a bare shell. */
  readonly providerOf: (session: SessionInfo) => ProviderDefinition | undefined;
  readonly sessions: SessionService;
}

export class ModelChanger {
  constructor(private readonly deps: ModelChangerDeps) {}

  /** Why the session's model cannot be changed, in one sentence; undefined if it can. */
  findObstacle(session: SessionInfo): string | undefined {
    const provider = this.deps.providerOf(session);
    if (!provider) {
      return `${session.label} is a shell and has no model: choose the session of an agent.`;
    }
    return provider.modelChange.kind === 'none'
      ? `No prompt that changes the model of ${provider.name} is known: use its own menu, or start another session with that model.`
      : undefined;
  }

  /**
   * Types the prompt that changes the model, and waits until the CLI has reported the change. If it
   * asks first, calls `onAsks` and also waits for the person's answer.
   * @throws {SessionError} `BAD_REQUEST` (no name of a model, or the CLI refuses it), `ILLEGAL_STATE`
   * (see {@link findObstacle}), and what `PromptDelivery.send` throws.
   */
  async change(ptyId: string, model: string, onAsks: () => void = () => {}): Promise<ModelChanged> {
    const session = requireSessionInfo(this.deps.sessions, ptyId);
    const change = this.requireChange(session);
    if (!WORD.test(model)) {
      throw new SessionError(
        'BAD_REQUEST',
        'The name of a model is one word: use a name that the agent lists.',
      );
    }
    const before = await this.rows(ptyId);
    await this.deps.delivery.send(
      ptyId,
      change.text.replace(MODEL, () => model),
    );
    return this.untilReported(session, { change, before, model, onAsks });
  }

  private async untilReported(
    { id, label }: SessionInfo,
    { change, before, model, onAsks }: RequestedChange,
  ): Promise<ModelChanged> {
    const { clock, sessions } = this.deps;
    let end = clock.monotonic() + REPORT_MS;
    let hasAsked = false;
    while (clock.monotonic() < end && sessions.get(id)) {
      const report = findReport(change, before, await this.rows(id));
      if (report?.kind === 'refused') {
        const reason = `${label} does not use the model ${JSON.stringify(model)}: "${report.row}"`;
        throw new SessionError('BAD_REQUEST', `${reason}. Choose another one.`);
      }
      if (report?.kind === 'changed') {
        return report.kind;
      }
      if (report?.kind === 'asks') {
        if (!hasAsked) {
          onAsks();
        }
        hasAsked = true;
        end = clock.monotonic() + REPORT_MS;
      }
      await delay(clock, POLL_MS);
    }
    return hasAsked ? 'unconfirmed' : 'unseen';
  }

  private async rows(id: string): Promise<readonly string[]> {
    return (await requireSession(this.deps.sessions, id).text()).split('\n');
  }

  private requireChange(session: SessionInfo): PromptChange {
    const change = this.deps.providerOf(session)?.modelChange;
    if (change?.kind !== 'prompt') {
      throw new SessionError('ILLEGAL_STATE', this.findObstacle(session) ?? '');
    }
    return change;
  }
}

type PromptChange = Extract<ModelChange, { readonly kind: 'prompt' }>;

interface RequestedChange {
  readonly change: PromptChange;
  /** The screen before the prompt was typed. */
  readonly before: readonly string[];
  readonly model: string;
  readonly onAsks: () => void;
}

interface Report {
  readonly kind: 'asks' | 'changed' | 'refused';
  readonly row: string;
}

/**
 * What the CLI has reported since the screen had the rows `before`, which may contain earlier reports:
 * the last row whose match is there more often than before. A CLI may draw a report in the place of an
 * earlier one, and change the rest of its row.
 */
function findReport(
  { asks, changed, refused }: PromptChange,
  before: readonly string[],
  now: readonly string[],
): Report | undefined {
  const patterns = { refused, changed, asks };
  return (['refused', 'changed', 'asks'] as const)
    .map((kind): Report | undefined => {
      const pattern = patterns[kind];
      const count = (rows: readonly string[], text: string): number =>
        rows.filter((row) => pattern?.exec(row)?.[0] === text).length;
      const row = now.findLast((one) => {
        const text = pattern?.exec(one)?.[0];
        return text !== undefined && count(now, text) > count(before, text);
      });
      return row === undefined ? undefined : { kind, row: toOneLine(row).replace(SCROLL_BAR, '') };
    })
    .find((report) => report !== undefined);
}

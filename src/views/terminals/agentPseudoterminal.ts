import type * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { MAX_EARLY_INPUT_CHARS } from '../../pty/limits';
import { FULL_RESET } from '../../base/text/modeReset';
import { ENTER } from '../../providers/model/keys';
import type { Dimensions } from '../../pty/ptyProcess';
import { requireSession, type SessionLookup } from '../../pty/sessionBackend';
import type { Attachment, SessionInfo } from '../../pty/sessionService';
import { planExitDisplay } from './exitDisplay';
import { ResizeController } from './resizeController';
import { TerminalName } from './terminalName';
import { TerminalSink } from './terminalSink';
import type { TerminalSession } from './terminalSubject';
import {
  formatCwd,
  formatElsewhere,
  formatEndedElsewhere,
  formatFailure,
  formatLastLine,
  isTerminalReport,
} from './terminalText';

export interface PseudoterminalDeps {
  readonly sessions: SessionLookup<'attach'>;
  readonly clock: Clock;
  /** The rows that a terminal of VS Code stores above its screen. */
  terminalScrollback(): number;
  /** Called with input of the terminal that may contain its answers to queries. */
  readInput?: (input: string) => void;
  /** Takes the session back from another window; returns false if it has ended there. */
  takeBack?: (sessionId: string) => Promise<boolean>;
  readonly log: Pick<Logger, 'error'>;
}

const ESC = '\x1b';

type Phase =
  /** The session is not created or not attached yet. Input is stored. */
  | { readonly kind: 'early'; readonly input: string }
  | { readonly kind: 'live'; readonly attachment: Attachment }
  /** Another window drives the session; Enter takes it back. */
  | { readonly kind: 'elsewhere'; readonly isAsking: boolean }
  /** The session has ended, or is no longer shown. The next key closes the terminal. */
  | { readonly kind: 'ended' };

/**
 * Shows one session in a VS Code terminal. Closing the terminal detaches it; `SessionTerminals`
 * decides whether the session ends.
 */
export class AgentPseudoterminal implements vscode.Pseudoterminal {
  private readonly store = new DisposableStore();
  private readonly didOpen = this.store.add(new Emitter<void>());
  private readonly didWrite = this.store.add(new Emitter<string>());
  private readonly didClose = this.store.add(new Emitter<number | void>());
  private readonly didChangeName = this.store.add(new Emitter<string>());
  private terminal: TerminalSink;
  private phase: Phase = { kind: 'early', input: '' };
  private attachment: Attachment | undefined;
  private readonly sizes: ResizeController;
  readonly name: TerminalName;

  /** Fires when VS Code has created the terminal's screen. */
  readonly onDidOpen = this.didOpen.event;
  readonly onDidWrite = this.didWrite.event;
  readonly onDidClose = this.didClose.event;
  readonly onDidChangeName = this.didChangeName.event;

  constructor(
    private readonly deps: PseudoterminalDeps,
    private readonly view: TerminalSession,
  ) {
    this.name = this.store.add(new TerminalName(view.label));
    this.store.add(this.name.onDidChange((name) => this.didChangeName.fire(name)));
    this.sizes = this.store.add(new ResizeController(deps.clock));
    this.terminal = this.store.add(this.createSink());
  }

  open(dimensions: vscode.TerminalDimensions | undefined): void {
    this.didOpen.fire();
    this.didWrite.fire(formatCwd(this.view.cwd));
    if (this.name.value !== this.view.label) {
      // It was relabelled before VS Code listened.
      this.didChangeName.fire(this.name.value);
    }
    this.sizes.settle(dimensions && toDimensions(dimensions), (size) => void this.show(size));
  }

  close(): void {
    this.phase = { kind: 'ended' };
    this.store.dispose();
  }

  handleInput(data: string): void {
    const input = this.terminal.receive(data);
    if (input.includes(ESC)) {
      this.deps.readInput?.(input);
    }
    if (input !== '') {
      this.handleTyped(input);
    }
  }

  setDimensions(dimensions: vscode.TerminalDimensions): void {
    this.terminal.handleActivity();
    this.sizes.push(toDimensions(dimensions));
  }

  /**
   * Another window drives the session from now on. The terminal shows the last screen and reacts to
   * Enter only.
   */
  leave(): void {
    if (this.phase.kind === 'ended' || this.phase.kind === 'elsewhere') {
      return;
    }
    this.sizes.unfollow();
    this.phase = { kind: 'elsewhere', isAsking: false };
    this.terminal.end(() => {
      this.detach();
      this.didWrite.fire(formatElsewhere());
    });
  }

  /** This window drives the session again: attaches to it and draws its current screen. */
  resume(): void {
    if (this.phase.kind === 'elsewhere') {
      this.phase = { kind: 'early', input: '' };
      // The last screen of the old attachment may not have been drawn yet.
      this.store.delete(this.terminal);
      this.detach();
      this.terminal = this.store.add(this.createSink());
      this.didWrite.fire(FULL_RESET);
      void this.show(this.sizes.latest);
    }
  }

  private detach(): void {
    this.attachment?.dispose();
    this.attachment = undefined;
  }

  private createSink(): TerminalSink {
    return new TerminalSink({
      clock: this.deps.clock,
      write: (text) => this.didWrite.fire(text),
      source: () => this.attachment,
    });
  }

  private handleTyped(input: string): void {
    switch (this.phase.kind) {
      case 'early':
        if (this.phase.input.length + input.length <= MAX_EARLY_INPUT_CHARS) {
          this.phase = { kind: 'early', input: this.phase.input + input };
        }
        break;
      case 'live':
        this.phase.attachment.write(input);
        break;
      case 'elsewhere':
        if (input === ENTER && !this.phase.isAsking) {
          void this.takeBack();
        }
        break;
      case 'ended':
        if (!isTerminalReport(input)) {
          this.closeTerminal(undefined);
        }
        break;
    }
  }

  /**
   * {@link resume} shows the session once it is taken back, as in all other ways in which this
   * window acquires it.
   */
  private async takeBack(): Promise<void> {
    this.phase = { kind: 'elsewhere', isAsking: true };
    const isRunning = (await this.deps.takeBack?.(this.view.sessionId)) ?? false;
    if (this.phase.kind === 'elsewhere') {
      this.phase = { kind: isRunning ? 'elsewhere' : 'ended', isAsking: false };
    }
    if (!isRunning && !this.store.isDisposed) {
      this.didWrite.fire(formatEndedElsewhere());
    }
  }

  private async show(size: Dimensions | undefined): Promise<void> {
    try {
      await this.view.launch?.(size);
      if (!this.store.isDisposed) {
        await this.attach();
      }
    } catch (error) {
      this.deps.log.error(`Session ${this.view.sessionId} cannot be shown.`, error);
      this.fail(error);
    }
  }

  private async attach(): Promise<void> {
    const dimensions = this.sizes.latest;
    const attachment = await requireSession(this.deps.sessions, this.view.sessionId).attach({
      dimensions,
      scrollback: this.deps.terminalScrollback(),
      onData: (data) => this.handleOutput(data),
      onExit: (session) => this.handleExit(session),
    });
    // If the terminal was closed meanwhile, the store detaches at once.
    this.store.add(attachment);
    if (this.phase.kind === 'elsewhere') {
      attachment.dispose();
      return;
    }
    this.attachment = attachment;
    if (this.phase.kind !== 'early') {
      return;
    }
    const { input } = this.phase;
    this.phase = { kind: 'live', attachment };
    if (input !== '') {
      attachment.write(input);
    }
    this.sizes.follow({
      attachment,
      dimensions,
      isEarlier: this.view.launch === undefined,
      refresh: () => this.terminal.flow.refresh(),
    });
    if (this.view.redraws) {
      this.sizes.redrawProgram();
    }
  }

  private handleOutput(data: string): void {
    this.name.readOutput(data);
    this.terminal.flow.push(data);
  }

  private handleExit(session: SessionInfo): void {
    this.sizes.unfollow();
    this.terminal.flow.flush();
    const isReplayed = this.phase.kind === 'early' && this.view.launch === undefined;
    const moment = isReplayed ? 'replayed' : 'live';
    const display = planExitDisplay(session, this.deps.clock.now(), moment);
    this.phase = { kind: 'ended' };
    switch (display.kind) {
      case 'close':
        this.closeTerminal(display.code);
        break;
      case 'keep':
        this.terminal.end(() => this.didWrite.fire(formatLastLine(display.text)));
        break;
    }
  }

  /** VS Code does not call `close` for a terminal that closes itself. */
  private closeTerminal(code: number | undefined): void {
    this.didClose.fire(code);
    this.close();
  }

  private fail(error: unknown): void {
    this.phase = { kind: 'ended' };
    this.terminal.end(() => this.didWrite.fire(formatFailure(toMessage(error))));
  }
}

function toDimensions({ columns, rows }: vscode.TerminalDimensions): Dimensions {
  return { cols: columns, rows };
}

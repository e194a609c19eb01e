import { AgentExitMarkerFilter } from '../shell/agentExitMarker';
import { Emitter } from '../../base/event';
import { DisposableStore } from '../../base/lifecycle';
import { FULL_RESET } from '../../base/text/modeReset';
import { BracketedPaste } from '../screen/escapes/bracketedPaste';
import { clampDimensions, DEFAULT_DIMENSIONS } from '../ptyDimensions';
import type { Dimensions, PtyExit, PtyProcess } from '../ptyProcess';
import { withoutTmuxAnswers } from './tmuxAnswers';
import { TmuxControl } from './tmuxControl';
import { buildTmuxPaint, TMUX_PAINT_COMMANDS } from './tmuxPaint';
import { ENDED_WINDOW, PASTE_OPTION, tmuxReadyChannel } from './tmuxScripts';

/** The program in tmux. */
interface TmuxProgram {
  readonly instanceId: string;
  /** The hash of the nonce with which the script around it reports its end. */
  readonly endHash: string;
  /**
   * Reads the report of the agent's status that this instance wrote; empty if there is none.
   */
  readonly readAgentExit: (instanceId: string) => string;
  /** Ends the program as SIGKILL does. */
  readonly endAtOnce: () => void;
}

type HandleReply = (lines: readonly Buffer[]) => void;

/** A command without effect. tmux replies to it after all output and commands before it. */
const ROUND_TRIP = "display-message -p ''";

/** The input of one command, in bytes. */
const INPUT_BYTES = 256;

/**
 * A program in tmux, through a client in control mode. Its output arrives unchanged and it gets
 * every key, so the session's screen is that of the program, not one drawn by tmux.
 */
export class TmuxProcess implements PtyProcess {
  private readonly store = new DisposableStore();
  private readonly didData = this.store.add(new Emitter<Uint8Array>());
  private readonly didExit = this.store.add(new Emitter<PtyExit>());
  /** tmux has replied to all commands and no input waits for it, or its client has ended. */
  private readonly didSettle = this.store.add(new Emitter<void>());
  private readonly control = new TmuxControl({
    handlePlain: (bytes) => this.didData.fire(bytes),
    handleBegin: ({ needsPaint }) => this.begin(needsPaint),
    handleEnd: () => this.close(),
    handleOutput: (bytes) => this.handleOutput(bytes),
    handleReply: (lines) => this.handleReply(lines),
    handleRenamed: (name) => name === ENDED_WINDOW && this.leave(),
  });
  /** The handlers of open commands, in order. */
  private readonly replies: HandleReply[] = [];
  /**
   * Finds the end of the program, which the script around it reports as wrappers report that of an
   * agent.
   */
  private readonly end: AgentExitMarkerFilter;
  private readonly paste = new BracketedPaste();
  private early: Uint8Array[] = [];
  private isOpen = false;
  private hasBegun = false;
  private isPainting = false;

  readonly onData = this.didData.event;
  readonly onExit = this.didExit.event;

  constructor(
    private readonly client: PtyProcess,
    private dimensions: Dimensions,
    private readonly program: TmuxProgram,
  ) {
    this.end = new AgentExitMarkerFilter(program.endHash);
    this.store.add(client);
    this.store.add(client.onData((chunk) => this.control.push(chunk)));
    this.store.add(
      client.onExit((exit) => {
        this.control.flush();
        this.early = [];
        this.close();
        this.didExit.fire(exit);
      }),
    );
  }

  get pid(): number {
    return this.client.pid;
  }

  settle(): Promise<void> {
    return new Promise((resolve) => {
      this.store.add(this.didSettle.event(resolve));
      // Its reply comes after the output so far, whose modes may need commands of their own.
      this.command(ROUND_TRIP);
      this.emitSettled();
    });
  }

  endAtOnce(): void {
    this.program.endAtOnce();
  }

  write(data: Uint8Array): void {
    if (!this.isOpen) {
      this.early.push(Uint8Array.from(data));
      return;
    }
    const input = Buffer.from(withoutTmuxAnswers(Buffer.from(data).toString('latin1')), 'latin1');
    for (let at = 0; at < input.length; at += INPUT_BYTES) {
      const bytes = [...input.subarray(at, at + INPUT_BYTES)];
      this.command(`send-keys -H ${bytes.map((byte) => byte.toString(16)).join(' ')}`);
    }
  }

  resize(dimensions: Dimensions): void {
    this.dimensions = clampDimensions(dimensions, this.dimensions ?? DEFAULT_DIMENSIONS);
    this.client.resize(dimensions);
    if (this.isOpen) {
      this.sendSize();
    }
  }

  pause(): void {
    this.client.pause();
  }

  resume(): void {
    this.client.resume();
  }

  dispose(): void {
    this.store.dispose();
  }

  private begin(needsPaint: boolean): void {
    this.isOpen = true;
    this.sendSize();
    if (needsPaint) {
      this.paint(this.hasBegun ? FULL_RESET : '');
    }
    this.hasBegun = true;
    this.command(`wait-for -S ${tmuxReadyChannel(this.program.instanceId)}`);
    const { early } = this;
    this.early = [];
    early.forEach((data) => this.write(data));
  }

  /**
   * Paints the earlier screen. Output until the replies arrive is already on that screen; a new
   * program waits until a client is attached.
   */
  private paint(before: string): void {
    this.isPainting = true;
    const received: (readonly Buffer[])[] = [];
    const handle: HandleReply = (lines) => {
      received.push(lines);
      if (received.length === TMUX_PAINT_COMMANDS.length) {
        const { output: painted, instanceId, hasEnded } = buildTmuxPaint(received);
        // Read after the screen: a report that comes later is in the output.
        const report = this.program.readAgentExit(instanceId);
        const output = Buffer.concat([Buffer.from(before + report), painted]);
        this.isPainting = false;
        this.paste.push(output);
        this.didData.fire(output);
        if (hasEnded) {
          this.leave();
        }
      }
    };
    this.send(
      TMUX_PAINT_COMMANDS.join(' ; '),
      TMUX_PAINT_COMMANDS.map(() => handle),
    );
  }

  /** Further input waits for the next client, if there is one. */
  private close(): void {
    this.isOpen = false;
    this.isPainting = false;
    this.replies.length = 0;
    this.emitSettled();
  }

  private handleReply(lines: readonly Buffer[]): void {
    this.replies.shift()?.(lines);
    this.emitSettled();
  }

  private emitSettled(): void {
    if (this.replies.length === 0 && this.early.length === 0) {
      this.didSettle.fire();
    }
  }

  private handleOutput(bytes: Uint8Array): void {
    if (!this.isOpen || this.isPainting) {
      return;
    }
    const { output, agentExitCode: status } = this.end.push(bytes);
    if (output.length > 0) {
      this.didData.fire(output);
      this.notePaste(output);
    }
    if (status !== undefined) {
      this.leave();
    }
  }

  /**
   * tmux does not report bracketed paste mode to clients, so it is stored in an option for later
   * windows.
   */
  private notePaste(output: Uint8Array): void {
    const before = this.paste.isOn;
    this.paste.push(output);
    if (this.paste.isOn !== before) {
      this.command(`set-option ${PASTE_OPTION} ${this.paste.isOn ? 1 : 0}`);
    }
  }

  /** The program has ended, and all of its output has arrived. */
  private leave(): void {
    this.command('detach-client');
  }

  private sendSize(): void {
    const { cols, rows } = this.dimensions;
    this.command(`refresh-client -C ${cols},${rows}`);
  }

  private command(line: string): void {
    this.send(line, [() => {}]);
  }

  /**
   * Sends a line with one or more commands, whose replies are handled in order. A line that is not
   * sent gets no replies.
   */
  private send(line: string, replies: readonly HandleReply[]): void {
    if (this.isOpen) {
      this.replies.push(...replies);
      this.client.write(Buffer.from(`${line}\n`));
    }
  }
}

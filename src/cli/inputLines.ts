import { StringDecoder } from 'node:string_decoder';
import { MAX_BODY_BYTES } from '../client/connect/apiRequest';
import type { CliIo } from './verb';

export interface LineHandlers {
  onLine(line: string): void;
  /** One has come that is longer than a window takes; nothing of it was kept. */
  onTooLong(message: string): void;
}

/** Puts lines together of what comes, cut up anyhow, and keeps no more of one than a window takes. */
export class InputLines {
  private readonly decoder = new StringDecoder('utf8');
  private parts: string[] = [];
  private length = 0;

  constructor(private readonly handlers: LineHandlers) {}

  push(bytes: Buffer): void {
    const [first = '', ...others] = this.decoder.write(bytes).split('\n');
    this.add(first);
    for (const part of others) {
      this.finish();
      this.add(part);
    }
  }

  /** No more comes: what is there is a line, too. */
  end(): void {
    this.add(this.decoder.end());
    if (this.length > 0) {
      this.finish();
    }
  }

  private add(part: string): void {
    this.length += part.length;
    this.parts = this.length > MAX_BODY_BYTES ? [] : [...this.parts, part];
  }

  private finish(): void {
    const { length, parts } = this;
    this.parts = [];
    this.length = 0;
    if (length > MAX_BODY_BYTES) {
      this.handlers.onTooLong(`A line has at most ${MAX_BODY_BYTES} characters.`);
    } else {
      this.handlers.onLine(parts.join('').replace(/\r$/, ''));
    }
  }
}

/** Reads the standard input till its end; the system's request, or a reader who has gone, ends it, too. */
export async function readLines(io: CliIo, handlers: LineHandlers): Promise<void> {
  const lines = new InputLines(handlers);
  const take = (bytes: Buffer): void => lines.push(bytes);
  io.stdin.on('data', take);
  await new Promise<void>((resolve) => {
    io.stdin.on('end', () => {
      lines.end();
      resolve();
    });
    io.stdin.on('error', () => resolve());
    io.onSignal(() => resolve());
    io.stdout.on('error', () => resolve());
  });
  io.stdin.off('data', take);
  io.stdin.pause();
}

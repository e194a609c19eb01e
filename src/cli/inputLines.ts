import { StringDecoder } from 'node:string_decoder';
import { MAX_BODY_BYTES } from '../client/connect/apiRequest';
import type { CliIo } from './verb';

interface LineHandlers {
  onLine(line: string): void;
  /** A line was longer than a window accepts and was discarded. */
  onTooLong(message: string): void;
}

/**
 * Splits input that arrives in arbitrary parts into lines. Discards lines of more than
 * `MAX_BODY_BYTES` characters, which no window accepts.
 */
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

  /** Must be called at the end of the input. The rest without a line end counts as a line. */
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
      this.handlers.onTooLong(`The line is longer than ${MAX_BODY_BYTES} characters.`);
    } else {
      this.handlers.onLine(parts.join('').replace(/\r$/, ''));
    }
  }
}

/**
 * Reads lines from the standard input until it ends, a signal arrives, or stdout fails because its
 * reader has gone.
 */
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

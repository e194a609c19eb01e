/** A server-sent event; `event` is `message` if it has no name. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Parses a `text/event-stream` that arrives in arbitrary parts (WHATWG HTML, Server-sent events).
 */
export class SseParser {
  private rest = '';
  private event = '';
  private data: string[] = [];

  /** Adds a part of the stream and returns the events that it completes. */
  push(part: string): readonly ServerSentEvent[] {
    const text = this.rest + part;
    // A CR at the end may be the first half of a CR LF.
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.takeLine(line) ?? []);
  }

  private takeLine(line: string): ServerSentEvent | undefined {
    if (line === '') {
      return this.finish();
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') {
      this.event = value;
    } else if (field === 'data') {
      this.data.push(value);
    }
    return undefined;
  }

  private finish(): ServerSentEvent | undefined {
    const { event, data } = this;
    this.event = '';
    this.data = [];
    return data.length === 0 ? undefined : { event: event || 'message', data: data.join('\n') };
  }
}

import assert from 'node:assert/strict';
import { VIEWER_HELD_CHARS, VIEWER_UNPARSED_CHARS } from '../../../src/pty/limits';
import type { RedrawScope } from '../../../src/pty/sessionService';
import { ViewerFlow } from '../../../src/views/terminals/viewerFlow';
import { FakeAttachment } from './fakeSessions';
import { ManualClock } from '../manualClock';

/** How a flow asks a terminal how far it is. */
const QUERY = '\x1b[?73141$p';
/** What the terminal says to it. */
export const REPLY = '\x1b[?73141;0$y';
/** As much as comes at once in a flood. */
export const PIECE = 'x'.repeat(64 * 1024);

/** A flow to a terminal that parses when the test says so, of a session that redraws it in the same way. */
export function createFlow({ isAttached = true } = {}) {
  const clock = new ManualClock();
  const attachment = new FakeAttachment('ada-main-t1', { onData() {}, onExit() {} });
  const { redraws } = attachment;
  const terminal = { written: [] as string[], unanswered: 0 };
  const flow = new ViewerFlow({
    clock,
    write: (text) => {
      terminal.unanswered += text.split(QUERY).length - 1;
      const own = text.replaceAll(QUERY, '');
      if (own !== '') {
        terminal.written.push(own);
      }
    },
    viewer: () => (isAttached ? attachment : undefined),
  });
  /** The terminal parses all that it has been sent. */
  const answer = (): void => {
    for (; terminal.unanswered > 0; terminal.unanswered -= 1) {
      assert.equal(flow.receive(REPLY), '');
    }
  };
  const sentChars = (): number => terminal.written.join('').length;
  /** More than a terminal can take: it is stale after it, and parses what it has. */
  const flood = (): void => {
    for (let chars = 0; chars <= 2 * VIEWER_UNPARSED_CHARS + VIEWER_HELD_CHARS;) {
      flow.push(PIECE);
      chars += PIECE.length;
    }
    terminal.written = [];
    answer();
  };
  return { clock, terminal, attachment, redraws, flow, answer, sentChars, flood };
}

export function scopes(redraws: FakeAttachment['redraws']): readonly RedrawScope[] {
  return redraws.map(({ scope }) => scope);
}

import type { Clock } from '../../base/clock';
import { Coalescer } from '../../pty/session/coalescer';

/** A {@link Coalescer} of text. */
export class OutputCoalescer extends Coalescer<string> {
  constructor(clock: Clock, write: (text: string) => void) {
    super(clock, (pieces) => pieces.join(''), write);
  }
}

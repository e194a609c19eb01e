import type { Clock } from '../../base/clock';
import { NextTurn } from '../flow/nextTurn';
import type { ScreenPort, ScreenReply, ScreenRequest } from './worker/screenMessages';
import { ScreenServer } from './worker/screenServer';

/** Screens in this thread, which handle one message in each turn of the event loop. */
export class InlineScreens implements ScreenPort {
  private readonly server: ScreenServer;
  private readonly nextTurn = new NextTurn(() => this.handleNext());
  private waiting: ScreenRequest[] = [];

  constructor(
    clock: Pick<Clock, 'monotonic' | 'schedule'>,
    handleReply: (reply: ScreenReply) => void,
  ) {
    this.server = new ScreenServer(clock, handleReply);
  }

  post(request: ScreenRequest): void {
    this.waiting.push(request);
    this.nextTurn.request();
  }

  dispose(): void {
    this.waiting = [];
    this.server.dispose();
  }

  private handleNext(): void {
    const next = this.waiting.shift();
    if (next) {
      this.server.handle(next);
    }
    if (this.waiting.length > 0) {
      this.nextTurn.request();
    }
  }
}

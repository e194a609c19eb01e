import { Emitter } from '../base/event';
import type { Disposable } from '../base/lifecycle';

/**
 * Sentences that the person should read about something that went wrong after its caller was
 * answered. It exists before the parts that report by it.
 */
export class Notices implements Disposable {
  private readonly didNotice = new Emitter<string>();

  readonly onDidNotice = this.didNotice.event;

  readonly notify = (message: string): void => this.didNotice.fire(message);

  dispose(): void {
    this.didNotice.dispose();
  }
}

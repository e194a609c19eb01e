import { Emitter } from '../base/event';
import type { Disposable } from '../base/lifecycle';

/**
 * Notices for the person, for example about failures after the caller has its result. Created
 * before the parts that notify, and before the view that shows the notices.
 */
export class Notices implements Disposable {
  private readonly didNotice = new Emitter<string>();

  readonly onDidNotice = this.didNotice.event;

  readonly notify = (message: string): void => this.didNotice.fire(message);

  dispose(): void {
    this.didNotice.dispose();
  }
}

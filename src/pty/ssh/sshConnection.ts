import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { PtyProcess } from '../ptyProcess';
import type { SshDelivery } from './sshLine';
import { SshReportFilter, type SshReport } from './sshReport';
import { wrapRemoteGo, wrapRemoteScript } from './sshScripts';

/** How much of the last output is kept, which contains the reason if `ssh` failed. */
const LAST_OUTPUT_BYTES = 1_500;
const NOTHING = new Uint8Array(0);

/** One connection of a session over SSH, from its process's start to its end. */
export class SshConnection implements Disposable {
  readonly store = new DisposableStore();
  private readonly filter: SshReportFilter | undefined;
  private last: Uint8Array = NOTHING;
  private isDelivered = false;
  /** Whether the remote machine has started the session's program. */
  hasStarted = false;
  /** Whether that program has ended. */
  hasExited = false;

  constructor(
    readonly process: PtyProcess,
    private readonly delivery: SshDelivery | undefined,
    private readonly script: string | undefined,
  ) {
    this.filter = delivery && new SshReportFilter(delivery.nonce);
    this.store.add(process);
  }

  /** The last output, which contains the message of `ssh` if it failed. */
  get lastOutput(): string {
    return Buffer.from(this.last).toString().replaceAll('\r', '');
  }

  push(chunk: Uint8Array): { output: Uint8Array; reports: readonly SshReport[] } {
    const pushed = this.filter?.push(chunk) ?? { output: chunk, reports: [] };
    this.last = Buffer.concat([this.last, pushed.output]).subarray(-LAST_OUTPUT_BYTES);
    return pushed;
  }

  flush(): Uint8Array {
    return this.filter?.flush() ?? NOTHING;
  }

  /** Sends the script once. A second request comes from another program. */
  deliver(): void {
    if (this.delivery && this.script !== undefined && !this.isDelivered) {
      this.isDelivered = true;
      this.process.write(Buffer.from(wrapRemoteScript(this.delivery.nonce, this.script)));
    }
  }

  /** Confirms that everything reported so far has been read. */
  release(): void {
    if (this.delivery) {
      this.process.write(Buffer.from(wrapRemoteGo(this.delivery.nonce)));
    }
  }

  dispose(): void {
    this.store.dispose();
  }
}

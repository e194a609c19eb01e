import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { writeFileAtomically } from '../../base/atomicFile';
import { parseJson } from '../../base/parseJson';
import { SerialQueue } from '../../base/serialQueue';
import {
  filterLayout,
  joinLayouts,
  NO_TERMINALS,
  type TerminalLayout,
} from '../restore/terminalLayout';

/**
 * Stores the positions of a workspace's terminals in a file. VS Code's own storage loses the last
 * seconds when a browser is killed, and differs between browsers. Windows with the same workspace
 * share the file, each with the terminals of its own sessions.
 */
export class LayoutFile {
  private readonly queue = new SerialQueue();

  constructor(
    private readonly path: string,
    /** Whether a session belongs to another window. */
    private readonly isOfOtherWindow: (session: string) => boolean,
    private readonly handleError: (error: unknown) => void,
  ) {}

  /** Returns {@link NO_TERMINALS} if the file does not exist or cannot be parsed. */
  async read(): Promise<TerminalLayout> {
    const text = await readFile(this.path, 'utf8').catch(() => '');
    const json = parseJson(text);
    const layout = json.kind === 'value' ? LAYOUT.safeParse(json.value) : undefined;
    return layout?.success ? layout.data : NO_TERMINALS;
  }

  /** Writes are queued, so the last one wins. */
  write(layout: TerminalLayout): void {
    this.queue.run(() => this.writeNow(layout)).catch(this.handleError);
  }

  /** Resolves when all writes have succeeded or failed. */
  flush(): Promise<void> {
    return this.queue.whenIdle();
  }

  private async writeNow(layout: TerminalLayout): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    const others = filterLayout(await this.read(), this.isOfOtherWindow);
    await writeFileAtomically(this.path, JSON.stringify(joinLayouts(layout, others)));
  }
}

const TERMINALS = { sessions: z.array(z.string()), front: z.string().optional() };

const LAYOUT = z.object({
  groups: z.array(z.object({ column: z.int().min(1), ...TERMINALS })),
  panel: z.object(TERMINALS),
});

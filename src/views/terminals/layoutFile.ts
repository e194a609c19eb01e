import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
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
 * Keeps where a workspace's terminals are: in a file and not in VS Code's own memory, which a browser
 * that is killed takes seconds of with it, and another one does not have. Windows on the same
 * workspace share it, each with the terminals of its own sessions.
 */
export class LayoutFile {
  private readonly queue = new SerialQueue();

  constructor(
    private readonly path: string,
    /** Whether a session is another window's. */
    private readonly isOthers: (session: string) => boolean,
    private readonly handleError: (error: unknown) => void,
  ) {}

  /** Nothing where there is none, or none that can be read. */
  async read(): Promise<TerminalLayout> {
    const text = await readFile(this.path, 'utf8').catch(() => '');
    const json = parseJson(text);
    const layout = json.kind === 'value' ? LAYOUT.safeParse(json.value) : undefined;
    return layout?.success ? layout.data : NO_TERMINALS;
  }

  /** The last one that was asked for is the one that stays. */
  write(layout: TerminalLayout): void {
    this.queue.run(() => this.writeNow(layout)).catch(this.handleError);
  }

  /** Resolves when all is written, or known not to be. */
  flush(): Promise<void> {
    return this.queue.whenIdle();
  }

  private async writeNow(layout: TerminalLayout): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    const others = filterLayout(await this.read(), this.isOthers);
    await writeFileAtomically(this.path, JSON.stringify(joinLayouts(layout, others)));
  }
}

const TERMINALS = { sessions: z.array(z.string()), front: z.string().optional() };

const LAYOUT = z.object({
  groups: z.array(z.object({ column: z.int().min(1), ...TERMINALS })),
  panel: z.object(TERMINALS),
});

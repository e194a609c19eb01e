import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SOURCES = join(__dirname, '..', 'c');

/** Each of them is described at the head of its source. */
export type CProgram = 'readPty' | 'pollEcho' | 'flood';

/** The bench's programs in C, made in `directory` by the machine's compiler. */
export class CPrograms {
  constructor(private readonly directory: string) {}

  /** There is a compiler on the PATH. */
  async isThere(): Promise<boolean> {
    return run('cc', ['--version']).then(
      () => true,
      () => false,
    );
  }

  /** Makes the program, and gives its path. */
  async make(name: CProgram): Promise<string> {
    const path = join(this.directory, name);
    const libraries = process.platform === 'linux' ? ['-lutil'] : [];
    await run('cc', ['-O2', '-o', path, join(SOURCES, `${name}.c`), ...libraries]);
    return path;
  }
}

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SOURCES = join(__dirname, '..', 'c');

/** Described at the head of its source in `bench/c`. */
export type CProgram = 'readPty' | 'pollEcho' | 'flood';

/** Compiles the C programs of the bench into `directory`. */
export class CPrograms {
  constructor(private readonly directory: string) {}

  /** Whether `cc` is on the PATH. */
  async isAvailable(): Promise<boolean> {
    return run('cc', ['--version']).then(
      () => true,
      () => false,
    );
  }

  /** Compiles the program and returns its path. */
  async compile(name: CProgram): Promise<string> {
    const path = join(this.directory, name);
    const libraries = process.platform === 'linux' ? ['-lutil'] : [];
    await run('cc', ['-O2', '-o', path, join(SOURCES, `${name}.c`), ...libraries]);
    return path;
  }
}

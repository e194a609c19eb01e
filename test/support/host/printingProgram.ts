import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';

/** The program of a session that prints what a test requests, and records all of its input. */
export class PrintingProgram {
  private readonly requests: string;
  private readonly output: string;
  private readonly input: string;

  /** @param path the beginning of the paths of its files, without characters that are special to a shell */
  constructor(path: string) {
    this.requests = `${path}.requests`;
    this.output = `${path}.output`;
    this.input = `${path}.input`;
    execFileSync('mkfifo', [this.requests]);
    writeFileSync(this.input, '');
  }

  /** For `/bin/sh`. A shell gives programs in the background no terminal as their input by itself. */
  get script(): string {
    const { input, output, requests } = this;
    return `stty raw -echo; exec 3<&0 4<>${requests}; cat <&3 >${input} &
while read -r request <&4; do cat ${output}; done`;
  }

  /** The program prints it some time later, but before the next one if the test waits for that. */
  async print(bytes: Uint8Array): Promise<void> {
    await writeFile(this.output, bytes);
    await appendFile(this.requests, 'print\n');
  }

  /** What the program has read from its terminal. */
  readonly readInput = (): Promise<string> => readFile(this.input, 'utf8');
}

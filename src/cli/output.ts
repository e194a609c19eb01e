import type { VerbContext } from './verb';

/** Says something on the standard output: a value for programs, or its words for a person. */
export function say({ io, isJson }: VerbContext, value: unknown, text: string): void {
  const said = isJson ? JSON.stringify(value) : text;
  io.stdout.write(said === '' || said.endsWith('\n') ? said : `${said}\n`);
}

/** Text that came from elsewhere, for one line of a person's terminal: no control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

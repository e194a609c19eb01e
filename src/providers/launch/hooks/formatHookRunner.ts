/**
 * The start of a module that a CLI loads. Its function `report(event, payload)` runs the event's
 * command line, one after another, so that events arrive in order.
 */
export function formatHookRunner(lines: ReadonlyMap<string, string>): string {
  return `import { spawn } from 'node:child_process';

const lines = new Map(${JSON.stringify([...lines])});
let last = Promise.resolve();

const run = (line, payload) =>
  new Promise((resolve) => {
    const hook = spawn(line, { shell: true, stdio: ['pipe', 'ignore', 'ignore'] });
    hook.on('error', resolve).on('close', resolve);
    hook.stdin.on('error', () => {});
    hook.stdin.end(payload);
  });

const report = (event, payload) => {
  const line = lines.get(event);
  if (line !== undefined) {
    const text = JSON.stringify(payload);
    last = last.then(() => run(line, text));
  }
};
`;
}

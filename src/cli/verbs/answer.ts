import { createInterface } from 'node:readline';
import { toVisibleText } from '../../base/text/visibleText';
import { ClientError } from '../../client/clientError';
import { EXIT } from '../exitCode';
import { optionsOf } from '../operationOptions';
import { print } from '../output';
import { readPrompt } from '../readPrompt';
import { UsageError } from '../usageError';
import type { CliIo, Verb, VerbContext } from '../verb';

const OPTIONS = optionsOf('answer', {
  shown: {
    help: 'what was shown, as "activity" in list --json has it; nothing is typed if the agent asks something else now',
  },
});

export const APPROVE: Verb = {
  name: 'approve',
  usage: 'SESSION',
  summary: 'approve what an agent requests, once',
  notes: ['Shows the request and asks before it approves, unless --shown names the request.'],
  options: OPTIONS,
  argumentCount: [1, 1],
  async run(context, input) {
    const [session = ''] = input.positionals;
    const shown = input.text('shown') ?? (await confirmRequest(context, session));
    if (shown === undefined) {
      context.io.stderr.write('Not approved.\n');
      return EXIT.failed;
    }
    await context.terminals.approve(session, shown);
    print(context, { session }, '');
    return EXIT.done;
  },
};

export const DENY: Verb = {
  name: 'deny',
  usage: 'SESSION',
  summary: 'deny what an agent requests',
  options: OPTIONS,
  argumentCount: [1, 1],
  async run(context, input) {
    const [session = ''] = input.positionals;
    await context.terminals.deny(session, input.text('shown'));
    print(context, { session }, '');
    return EXIT.done;
  },
};

export const REPLY: Verb = {
  name: 'reply',
  usage: 'SESSION [TEXT...]',
  summary: 'reply to an agent’s question, by the label of an option or an own text',
  notes: ['Without a text, or with "-", the text is read from the standard input.'],
  options: OPTIONS,
  argumentCount: [1, Infinity],
  async run(context, input) {
    const [session = '', ...words] = input.positionals;
    const text = await readPrompt(context.io, words);
    await context.terminals.reply(session, text, input.text('shown'));
    print(context, { session }, '');
    return EXIT.done;
  },
};

/**
 * Shows the request to the person at the terminal and returns it if they approve.
 * @throws {UsageError} if the standard input is not a terminal.
 * @throws {ClientError} `ILLEGAL_STATE` if the agent's screen does not show a whole request.
 */
async function confirmRequest(
  { io, terminals }: VerbContext,
  sessionId: string,
): Promise<string | undefined> {
  if (!io.stdin.isTTY) {
    throw new UsageError('Name the request that is approved: approve SESSION --shown TEXT.');
  }
  const { activity, label } = await terminals.get({ sessionId });
  const { request } = activity;
  if (request === null) {
    throw new ClientError(
      'ILLEGAL_STATE',
      `The screen of ${label} does not show all of a request: attach to the session and answer there.`,
    );
  }
  const rows = request.split('\n').map((row) => `  ${toVisibleText(row)}`);
  io.stderr.write(`${toVisibleText(label)} requests:\n${rows.join('\n')}\n`);
  return (await askWhether(io, 'Approve? [y/N] ')) ? request : undefined;
}

/** False if the input ends. */
async function askWhether({ stdin, stderr }: CliIo, question: string): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: stderr });
  const answer = await new Promise<string>((resolve) => {
    lines.once('close', () => resolve(''));
    lines.question(question, resolve);
  });
  lines.close();
  return /^\s*y(?:es)?\s*$/i.test(answer);
}

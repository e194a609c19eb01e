import { format, resolveConfig } from 'prettier';
import * as z from 'zod';
import { RIGHTS, TARGETS, type Target } from '../../src/operations/access/rights';
import { subjectField, type Operation } from '../../src/operations/operation';
import { OPERATIONS } from '../../src/operations/operations';

/** The page with the tables of operations and of rights. */
export const API_PAGE = 'docs/api.md';

/** Returns the page with both tables as the operations declare them. */
export async function writeApiTables(page: string): Promise<string> {
  const written = replaceTable(
    replaceTable(page, 'operations', formatOperations()),
    'rights',
    formatRights(),
  );
  return format(written, { ...(await resolveConfig(API_PAGE)), parser: 'markdown' });
}

function replaceTable(page: string, name: string, table: string): string {
  const begin = `<!-- begin ${name} -->`;
  const end = `<!-- end ${name} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) {
    throw new Error(`The page has no table of ${name}.`);
  }
  return `${page.slice(0, from + begin.length)}\n\n${table}\n\n${page.slice(to)}`;
}

function formatOperations(): string {
  return formatRows([
    ['request', 'tool', 'right', 'takes', 'returns', 'does'],
    ...OPERATIONS.map((one) => [
      code(`${one.http.method.toUpperCase()} ${one.http.path.replace(':id', 'ID')}`),
      one.tool ? code(one.tool.name) : '',
      one.right === 'folder' ? '' : code(one.right),
      describeFields(fieldsOf(one)),
      returnsOf(one),
      one.summary,
    ]),
  ]);
}

function fieldsOf({ input, subject }: Operation): readonly string[] {
  const id = subject && subjectField(subject);
  return Object.keys(input.shape).filter((name) => name !== id);
}

/** A start has too many for a cell, and a section. */
function describeFields(names: readonly string[]): string {
  return names.length > 6 ? 'the options below' : names.map(code).join(', ');
}

/** The names of the fields, if they are few; a session has its own section. */
function returnsOf({ http, output }: Operation): string {
  if (!(output instanceof z.ZodObject)) {
    return http.type ?? String(http.status);
  }
  const names = Object.keys(output.shape);
  return 'activity' in output.shape ? 'the session' : names.map(code).join(', ');
}

function formatRights(): string {
  const targets = Object.keys(TARGETS) as Target[];
  return formatRows([
    ['right', 'a person', ...Object.values(TARGETS)],
    ...Object.entries(RIGHTS).map(([right, { person, agent }]) => [
      code(right),
      person.length === targets.length ? 'yes' : 'no',
      ...targets.map((target) => ((agent as readonly Target[]).includes(target) ? 'yes' : '')),
    ]),
  ]);
}

function formatRows([head = [], ...rows]: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}

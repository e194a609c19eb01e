import * as z from 'zod';
import { START_OPTIONS, type StartOptionName, type StartOptions } from '../../base/startOptions';
import { MOST_CELLS } from '../../pty/limits';

/**
 * Which texts are valid. `checked`: texts without NUL, and names that are not empty. `any`: all
 * texts, because the start rejects the others with a more precise message.
 */
type TextRule = 'any' | 'checked';

type StartShape<Name extends StartOptionName> = {
  readonly [One in Name]: z.ZodOptional<z.ZodType<NonNullable<StartOptions[One]>>>;
};

/** The shape of a schema for the options with these names, all of them optional. */
export function buildStartShape<Name extends StartOptionName>(
  names: readonly Name[],
  texts: TextRule,
): StartShape<Name> {
  const forms = FORMS[texts];
  const entries = names.map((name) => [name, describeOption(name, forms).optional()] as const);
  // The entries have the names and types of the result; `fromEntries` returns a plain record.
  return Object.fromEntries(entries) as unknown as StartShape<Name>;
}

const CHECKED_TEXT = z.string().regex(/^[^\0]*$/, 'must hold no NUL');
const CHECKED_NAME = CHECKED_TEXT.min(1);

const FORMS = {
  any: formsOf(z.string(), z.string()),
  checked: formsOf(CHECKED_TEXT, CHECKED_NAME),
} as const satisfies Readonly<Record<TextRule, unknown>>;

function formsOf(line: z.ZodString, name: z.ZodString) {
  return {
    text: z.string(),
    line,
    name,
    list: z.array(line),
    variables: z.record(line, line),
    flag: z.boolean(),
    cells: z.int().min(1).max(MOST_CELLS),
  };
}

function describeOption(name: StartOptionName, forms: ReturnType<typeof formsOf>): z.ZodType {
  const option = START_OPTIONS[name];
  const description = `${option.help.charAt(0).toUpperCase()}${option.help.slice(1)}.`;
  if (typeof option.form !== 'string') {
    return z.enum(option.form).describe(description);
  }
  const form = 'maxChars' in option ? forms.name.max(option.maxChars) : forms[option.form];
  return form.describe(description);
}

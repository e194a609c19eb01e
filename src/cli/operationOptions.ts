import { ROUTES, type Operations } from '../client/generated/operations';
import { readNumber } from './readNumber';
import type { VerbInput, VerbOption } from './verb';

type Name = keyof Operations;

type Field<One extends Name> = Extract<keyof (typeof ROUTES)[One]['fields'], string>;

/** What a field is, for the help and for parsing. */
interface FieldFacts {
  readonly type: string;
  readonly description?: string;
}

/** What an option shows in place of its field: the word for its value, and a help for a person at a terminal. */
type Shown = Partial<Pick<VerbOption, 'help' | 'value'>>;

/** The options of a verb that are fields of an operation. */
export function optionsOf<One extends Name>(
  operation: One,
  shown: Readonly<Partial<Record<Field<One>, Shown>>>,
): Readonly<Record<string, VerbOption>> {
  const entries = Object.entries(shown as Readonly<Record<string, Shown>>).map(
    ([name, { value = 'TEXT', help }]) => {
      const { type, description = '' } = factsOf(operation, name);
      const own = `${description.charAt(0).toLowerCase()}${description.slice(1)}`.replace(
        /\.$/,
        '',
      );
      const option: VerbOption =
        type === 'boolean'
          ? { type, help: help ?? own }
          : { type: 'string', value, help: help ?? own };
      return [name, option] as const;
    },
  );
  return Object.fromEntries(entries);
}

/** Reads such options. */
export function readOptions<One extends Name, Read extends Field<One>>(
  operation: One,
  names: readonly Read[],
  input: VerbInput,
): Pick<Operations[One]['input'], Extract<Read, keyof Operations[One]['input']>> {
  const entries = names.map((name) => {
    const { type } = factsOf(operation, name);
    const number = type === 'integer';
    const text = number ? readNumber(input, name) : input.text(name);
    return [name, type === 'boolean' ? input.flag(name) || undefined : text] as const;
  });
  return Object.fromEntries(entries) as ReturnType<typeof readOptions<One, Read>>;
}

function factsOf(operation: Name, field: string): FieldFacts {
  const fields: Readonly<Record<string, FieldFacts | undefined>> = ROUTES[operation].fields;
  return fields[field] ?? { type: 'string' };
}

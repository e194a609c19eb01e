import { toOneLine } from '../../base/oneLine';
import { tryParseJson } from '../../base/parseJson';
import { matches, valueAt } from '../../conversations/transcripts/recordField';
import type { ModelSource } from '../../providers/model/engineFacts';
import type { Model } from './models';

/** The most models of a list. A gateway to many vendors lists some hundred. */
const MOST_MODELS = 2000;

/** The most characters of a display name. */
const NAME_CHARS = 200;

/** What can be typed as one word, also behind a `/` command. */
const ID = /^[^\s\p{C}]{1,200}$/u;

/**
 * Parses the models that a CLI prints, without duplicates, and without ids that are no word. Undefined
 * if the output has an unexpected format.
 */
export function parseModels(
  source: Exclude<ModelSource, { kind: 'none' }>,
  output: string,
): readonly Model[] | undefined {
  const models = source.kind === 'rows' ? parseRows(source, output) : parseList(source, output);
  const usable = models
    ?.filter(({ id }) => ID.test(id))
    .slice(0, MOST_MODELS)
    .map(withShortName);
  return usable && [...new Map(usable.map((model) => [model.id, model])).values()];
}

function withShortName({ id, name }: Model): Model {
  return { id, name: name && toOneLine(name).slice(0, NAME_CHARS) };
}

function parseRows(
  { row }: Extract<ModelSource, { kind: 'rows' }>,
  output: string,
): readonly Model[] {
  return output.split(/\r?\n/).flatMap((line) => {
    const { id, name, provider } = row.exec(line)?.groups ?? {};
    return id === undefined ? [] : [{ id: provider ? `${provider}/${id}` : id, name }];
  });
}

function parseList(
  { list, where, id, name }: Extract<ModelSource, { kind: 'json' }>,
  stdout: string,
): readonly Model[] | undefined {
  const candidates = [stdout, ...stdout.split('\n')].map((text) =>
    valueAt(tryParseJson(text), list),
  );
  return candidates
    .find((one) => Array.isArray(one))
    ?.filter((one: unknown) => matches(one, where))
    .flatMap((one: unknown) => {
      const idValue = valueAt(one, id);
      const nameValue = valueAt(one, name);
      const model = {
        id: String(idValue),
        name: typeof nameValue === 'string' ? nameValue : undefined,
      };
      return typeof idValue === 'string' ? [model] : [];
    });
}

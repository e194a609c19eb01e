import { tryParseJson } from '../base/parseJson';
import { matches, valueAt } from '../conversations/transcripts/recordField';
import type { ModelSource } from '../providers/model/engineFacts';
import type { Model } from './models';

/**
 * Parses the models that a CLI prints, without duplicates. Undefined if the output has an
 * unexpected format.
 */
export function parseModels(
  source: Exclude<ModelSource, { kind: 'none' }>,
  stdout: string,
): readonly Model[] | undefined {
  const models = source.kind === 'rows' ? parseRows(source, stdout) : parseList(source, stdout);
  return models && [...new Map(models.map((model) => [model.id, model])).values()];
}

function parseRows(
  { row }: Extract<ModelSource, { kind: 'rows' }>,
  stdout: string,
): readonly Model[] {
  return stdout.split(/\r?\n/).flatMap((line) => {
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

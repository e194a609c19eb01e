import * as z from 'zod';
import type { ProviderOverride } from '../providers/model/providerOverride';
import { isProviderId } from '../providers/model/providerDefinition';
import type { SettingProblem } from './settings';
import { BUILT_IN_PROVIDERS } from '../providers/catalog/builtInProviders';
import { ProviderRegistry, type ProviderOverrides } from '../providers/registry/providerRegistry';

/** The valid part of the setting `providers`, and a problem for each invalid part. */
interface ParsedProviders {
  readonly value: Readonly<Record<string, ProviderOverride>>;
  readonly problems: readonly SettingProblem[];
}

interface Field {
  readonly expected: string;
  readonly schema: z.ZodType;
}

// A NUL ends a string in system calls, so the text after it would be lost without an error.
const TEXT = z.string().regex(/^[^\0]*$/);
const FLAG: Field = { expected: 'a string', schema: TEXT };
/** A part of a screen row. */
const MARKER = TEXT.max(200);
const ARGUMENTS: Field = { expected: 'a list of strings', schema: z.array(TEXT) };

const PROVIDER_ID: Field = {
  expected: 'the id of an agent',
  schema: z.string().refine(isProviderId),
};

const FIELDS = {
  extends: PROVIDER_ID,
  fallback: PROVIDER_ID,
  cli: { expected: 'a command that is not empty', schema: TEXT.regex(/\S/) },
  resumeFlag: FLAG,
  defaultArgs: ARGUMENTS,
  autoApproveFlag: FLAG,
  initialPromptFlag: FLAG,
  extraArgs: ARGUMENTS,
  env: { expected: 'an object of names and strings', schema: z.record(z.string(), z.unknown()) },
  label: { expected: 'a string that is not empty', schema: TEXT.regex(/\S/) },
  icon: { expected: 'the name of a codicon', schema: z.string().regex(/^[a-z0-9-]+$/) },
  modelFlag: FLAG,
  model: { expected: 'the name of a model', schema: TEXT.regex(/^[^-\s]/) },
  promptMarker: { expected: 'a string that is not empty', schema: MARKER.regex(/\S/) },
  responseMarker: { expected: 'a string', schema: MARKER },
  chrome: { expected: 'a list of strings', schema: z.array(MARKER) },
  idleMs: { expected: 'milliseconds from 100 to 600000', schema: z.int().min(100).max(600_000) },
  shownMs: { expected: 'milliseconds from 100 to 600000', schema: z.int().min(100).max(600_000) },
  unseenFactor: { expected: 'a number from 1 to 100', schema: z.number().min(1).max(100) },
  unfinishedFactor: { expected: 'a number from 1 to 100', schema: z.number().min(1).max(100) },
  envStrip: ARGUMENTS,
  submitKey: { expected: 'a string that is not empty', schema: TEXT.min(1) },
  paste: { expected: "'bracketed' or 'typed'", schema: z.enum(['bracketed', 'typed']) },
} as const satisfies Record<keyof ProviderOverride, Field>;

const FIELD_NAMES = Object.keys(FIELDS).join(', ');
const PROVIDERS = z.record(z.string(), z.unknown());
const VARIABLE_NAME = /^[^=\0]+$/;

/**
 * Parses the setting `providers` field by field, so that an invalid field does not affect the
 * others.
 */
export function parseProviders(raw: unknown): ParsedProviders {
  const problems: SettingProblem[] = [];
  const providers = PROVIDERS.safeParse(raw);
  if (!providers.success) {
    const expected = 'an object of provider ids and their fields';
    return { value: {}, problems: [{ key: 'providers', was: raw, expected, used: {} }] };
  }
  const entries = Object.entries(providers.data).flatMap(([id, entry]) => {
    const override = parseProvider(id, entry, problems);
    return override ? [[id, override] as const] : [];
  });
  const value = Object.freeze(Object.fromEntries(entries));
  return { value, problems: [...problems, ...findReferenceProblems(value)] };
}

function parseProvider(
  id: string,
  raw: unknown,
  problems: SettingProblem[],
): ProviderOverride | undefined {
  const key = `providers.${id}`;
  const fields = PROVIDERS.safeParse(raw);
  if (!isProviderId(id)) {
    const expected =
      "a provider whose id has lower-case letters, digits and single hyphens, and no part 'main', 'chat' or 'shell' alone";
    problems.push({ key, was: raw, expected, used: undefined });
    return undefined;
  }
  if (!fields.success) {
    problems.push({ key, was: raw, expected: 'an object of fields', used: undefined });
    return undefined;
  }
  const parsed = Object.entries(fields.data).flatMap(([name, value]) =>
    parseField(`${key}.${name}`, name, value, problems),
  );
  return Object.freeze(Object.fromEntries(parsed));
}

/** The field as one entry; empty if it is invalid. */
function parseField(
  key: string,
  name: string,
  value: unknown,
  problems: SettingProblem[],
): readonly (readonly [string, unknown])[] {
  if (!isFieldName(name)) {
    const expected = `one of the fields of a provider (${FIELD_NAMES})`;
    problems.push({ key, was: value, expected, used: undefined });
    return [];
  }
  const { schema, expected } = FIELDS[name];
  const result = schema.safeParse(value);
  if (!result.success) {
    problems.push({ key, was: value, expected, used: undefined });
    return [];
  }
  return [[name, name === 'env' ? parseVariables(key, value, problems) : result.data]];
}

function parseVariables(
  key: string,
  raw: unknown,
  problems: SettingProblem[],
): Readonly<Record<string, string>> {
  const entries = Object.entries(PROVIDERS.parse(raw)).flatMap(([name, value]) => {
    const text = TEXT.safeParse(value);
    if (VARIABLE_NAME.test(name) && text.success) {
      return [[name, text.data] as const];
    }
    const expected = "a string, under a name without '='";
    problems.push({ key: `${key}.${name}`, was: value, expected, used: undefined });
    return [];
  });
  return Object.freeze(Object.fromEntries(entries));
}

function isFieldName(name: string): name is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, name);
}

const REGISTRY = new ProviderRegistry(BUILT_IN_PROVIDERS);

/** The problems of what the agents of the settings extend, and of what starts in their place. */
function findReferenceProblems(providers: ProviderOverrides): readonly SettingProblem[] {
  return Object.entries(providers).flatMap(([id, override]) => [
    ...findExtendsProblem(id, override, providers),
    ...findFallbackProblem(id, override, providers),
  ]);
}

function findExtendsProblem(
  id: string,
  { extends: extended }: ProviderOverride,
  providers: ProviderOverrides,
): readonly SettingProblem[] {
  if (extended === undefined) {
    return [];
  }
  if (REGISTRY.find(id, {})) {
    const expected = 'absent: a built-in agent extends no other';
    return [{ key: `providers.${id}.extends`, was: extended, expected, used: undefined }];
  }
  const problem = REGISTRY.problemOf(id, providers);
  if (!problem) {
    return [];
  }
  const expected =
    problem.problem === 'missing'
      ? `a preset of an agent that is defined ("${problem.id}" is not)`
      : `a preset of another agent (it extends itself through "${problem.id}")`;
  return [{ key: `providers.${id}`, was: { extends: extended }, expected, used: undefined }];
}

function findFallbackProblem(
  id: string,
  { fallback }: ProviderOverride,
  providers: ProviderOverrides,
): readonly SettingProblem[] {
  const isOther = fallback !== id && (fallback === undefined || REGISTRY.find(fallback, providers));
  const expected = 'the id of another agent that is defined';
  return isOther
    ? []
    : [{ key: `providers.${id}.fallback`, was: fallback, expected, used: undefined }];
}

import { isRecord } from '../base/isRecord';
import { canonicalJson, type WorkspaceValue } from './confirmations';
import { SETTINGS, SETTING_KEYS, type SettingContribution, type SettingKey } from './contributions';
import type { RawSettings } from './parseSettings';

/** The value of one setting on each level; undefined if the level does not set it. */
export interface SettingLayers {
  readonly defaultValue: unknown;
  readonly userValue: unknown;
  /** The workspace's settings: a file that may come with a repository. */
  readonly workspaceValue: unknown;
  /** The settings of one folder of the workspace, which may also come with a repository. */
  readonly folderValue: unknown;
}

export type LayeredSettings = Readonly<Record<SettingKey, SettingLayers>>;

export interface EffectiveValues {
  readonly values: RawSettings;
  /** Values that do not apply until the person confirms them. */
  readonly unconfirmed: readonly WorkspaceValue[];
}

type IsConfirmed = (value: WorkspaceValue) => boolean;

/**
 * The effective values. A folder's value precedes the workspace's, which precedes the person's own.
 * A value that decides what runs applies only if `isConfirmed` returns true; otherwise the person's
 * own value applies. A number that only the person may raise applies if it is lower than the
 * person's own.
 */
export function resolveWorkspaceValues(
  layers: LayeredSettings,
  isConfirmed: IsConfirmed,
): EffectiveValues {
  const unconfirmed: WorkspaceValue[] = [];
  const isAllowed = (value: WorkspaceValue): boolean => {
    const allowed = isConfirmed(value);
    if (!allowed) {
      unconfirmed.push(value);
    }
    return allowed;
  };
  const values = SETTING_KEYS.map((key) => [key, resolveValue(key, layers[key], isAllowed)]);
  // The entries have every key of the record exactly once.
  return { values: Object.fromEntries(values) as RawSettings, unconfirmed };
}

function resolveValue(key: SettingKey, layers: SettingLayers, isAllowed: IsConfirmed): unknown {
  const { scope, isRestricted, isLimitedByUser }: SettingContribution = SETTINGS[key];
  const fromUser = upperOf(layers.defaultValue, layers.userValue);
  // VS Code ignores a workspace's value of these; a fork of VS Code might not.
  if (scope === 'machine') {
    return fromUser;
  }
  if (key === 'providers') {
    return resolveProviders(layers, isAllowed);
  }
  const fromWorkspace = upperOf(layers.workspaceValue, layers.folderValue);
  if (fromWorkspace === undefined || isSame(fromWorkspace, fromUser)) {
    return fromUser;
  }
  if (isLimitedByUser) {
    return lowerNumber(fromWorkspace, [fromUser, layers.defaultValue]) ?? fromUser;
  }
  return !isRestricted || isAllowed({ key, value: fromWorkspace }) ? fromWorkspace : fromUser;
}

/** Null counts as a value. Parsing reports it as invalid. */
function upperOf(lower: unknown, upper: unknown): unknown {
  return upper === undefined ? lower : upper;
}

/**
 * `value` if it is a whole number below the first whole number of `limits`: a person whose own value
 * is invalid gets the default.
 */
function lowerNumber(value: unknown, limits: readonly unknown[]): number | undefined {
  const limit = limits.find(isWholeNumber);
  return isWholeNumber(value) && limit !== undefined && value < limit ? value : undefined;
}

function isWholeNumber(value: unknown): value is number {
  return Number.isInteger(value);
}

/** Each provider is confirmed separately, so that starting one needs no confirmation of another. */
function resolveProviders(layers: SettingLayers, isAllowed: IsConfirmed): unknown {
  const fromUser = merge(layers.defaultValue, layers.userValue);
  const fromWorkspace = merge(layers.workspaceValue, layers.folderValue);
  if (fromWorkspace === undefined) {
    return fromUser;
  }
  if (!isRecord(fromWorkspace)) {
    return isAllowed({ key: 'providers', value: fromWorkspace }) ? fromWorkspace : fromUser;
  }
  const entries = Object.entries(fromWorkspace).map(([id, entry]) => {
    const userEntry = isRecord(fromUser) && Object.hasOwn(fromUser, id) ? fromUser[id] : undefined;
    return [
      id,
      resolveProvider(id, { fromUser: userEntry, fromWorkspace: entry }, isAllowed),
    ] as const;
  });
  const resolved = Object.fromEntries(entries.filter(([, entry]) => entry !== undefined));
  return isRecord(fromUser) ? { ...fromUser, ...resolved } : resolved;
}

function resolveProvider(
  id: string,
  { fromUser, fromWorkspace }: { readonly fromUser: unknown; readonly fromWorkspace: unknown },
  isAllowed: IsConfirmed,
): unknown {
  const key = `providers.${id}`;
  const merged = merge(fromUser, fromWorkspace);
  if (isSame(merged, fromUser)) {
    return fromUser;
  }
  return isAllowed({ key, value: fromWorkspace }) ? merged : fromUser;
}

/** Merges `upper` into `lower`, objects recursively, as VS Code merges settings. */
function merge(lower: unknown, upper: unknown): unknown {
  if (upper === undefined) {
    return lower;
  }
  if (!isRecord(lower) || !isRecord(upper)) {
    return upper;
  }
  const entries = Object.entries(upper).map(([key, value]) => [
    key,
    merge(Object.hasOwn(lower, key) ? lower[key] : undefined, value),
  ]);
  return { ...lower, ...Object.fromEntries(entries) };
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

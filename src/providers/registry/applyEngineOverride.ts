import type { EngineFacts } from '../model/engineFacts';
import type { ProviderOverride } from '../model/providerOverride';

type EngineOverride = Pick<
  ProviderOverride,
  | 'chrome'
  | 'idleMs'
  | 'promptMarker'
  | 'responseMarker'
  | 'shownMs'
  | 'unfinishedFactor'
  | 'unseenFactor'
>;

/** Applies the person's settings to the engine facts. Their texts are matched literally. */
export function applyEngineOverride(engine: EngineFacts, override: EngineOverride): EngineFacts {
  const { chrome = [], promptMarker = '', responseMarker } = override;
  const { screen, quiet } = engine;
  const prompt = promptMarker.trim();
  return {
    ...engine,
    screen: {
      ...screen,
      ...(prompt !== '' && { echo: rowBeginning(prompt, '\\S'), composer: rowBeginning(prompt) }),
      marker: responseMarker === undefined ? screen.marker : markerOf(responseMarker),
      chrome: [...screen.chrome, ...chrome.filter(isFilled).map((text) => rowBeginning(text))],
    },
    quiet: {
      shownMs: override.shownMs ?? quiet.shownMs,
      silentMs: override.idleMs ?? quiet.silentMs,
      unseenFactor: override.unseenFactor ?? quiet.unseenFactor,
      unfinishedFactor: override.unfinishedFactor ?? quiet.unfinishedFactor,
    },
  };
}

/** A frame may precede it. */
function rowBeginning(text: string, then = ''): RegExp {
  const after = then === '' ? '' : `\\s+${then}`;
  return new RegExp(`^[\\s│┃|]*${escapePattern(text.trim())}${after}`, 'u');
}

function markerOf(text: string): RegExp | undefined {
  return isFilled(text) ? new RegExp(`^\\s*${escapePattern(text.trim())}\\s*`, 'u') : undefined;
}

function isFilled(text: string): boolean {
  return text.trim() !== '';
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { MANIFEST, TEXTS } from '../support/manifest';

/** A longer text belongs in docs: VS Code shows it beside the setting, or in the view. */
const TEXT_CHARS = 200;

describe('the texts of package.json', () => {
  it('are all in package.nls.json, which has no unused text', () => {
    const { contributes, capabilities, description } = MANIFEST;
    const manifest = JSON.stringify({ contributes, capabilities, description });
    const used = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(TEXTS).sort());
    assert.deepEqual(
      Object.values(TEXTS).filter((text) => text.trim() === ''),
      [],
    );
    const spelled = [
      ...contributes.commands.flatMap(({ title, category }) => [title, category]),
      ...contributes.viewsWelcome.map(({ contents }) => contents),
      ...Object.values(contributes.configuration.properties).map(
        ({ markdownDescription }) => markdownDescription,
      ),
    ].filter((text) => !/^%.+%$/.test(text));
    assert.deepEqual(spelled, []);
  });

  it('are short, or name a page of docs', () => {
    const texts = [...Object.values(TEXTS)];
    // As it is: a part that these tests do not parse may have texts too.
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as typeof MANIFEST;
    JSON.stringify([manifest.contributes, manifest.capabilities], (key, value: unknown) => {
      if (typeof value === 'string' && key !== 'when') {
        texts.push(value);
      }
      return value;
    });
    const shown = (text: string): string => text.replace(/\]\(command:[^)]*\)/g, ']');
    const tooLong = texts.filter((text) => shown(text).length > TEXT_CHARS && !pageOf(text));
    const broken = texts.filter((text) => !existsSync(pageOf(text) ?? 'docs'));
    assert.deepEqual({ tooLong, broken }, { tooLong: [], broken: [] });
  });
});

/**
 * The page of docs that a text names. It is not a link: package.json names no repository
 * for a URL, and the settings editor opens no relative links.
 */
function pageOf(text: string): string | undefined {
  return /See (docs\/[\w-]+\.md)\.$/.exec(text)?.[1];
}

import { BUILT_IN_PROVIDERS } from '../../../src/providers/catalog/builtInProviders';
import type { ProviderDefinition } from '../../../src/providers/model/providerDefinition';
import type { KnownSupport } from '../../../src/conversations/transcripts/transcriptFolders';

export function providerOf(id: string): ProviderDefinition {
  const provider = BUILT_IN_PROVIDERS.find((each) => each.id === id);
  if (provider === undefined) {
    throw new Error(`no provider ${id}`);
  }
  return provider;
}

export function supportOf(id: string): KnownSupport {
  const { transcripts } = providerOf(id);
  if (transcripts.kind === 'none') {
    throw new Error(`the transcripts of ${id} are not known`);
  }
  return transcripts;
}

export function toLines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** A conversation of one prompt and its answer, as Claude Code 2.1.330 writes it. */
export function claudeRecords(cwd: string, prompt: string): readonly unknown[] {
  return [
    { type: 'mode', mode: 'normal', sessionId: 's' },
    {
      parentUuid: null,
      isSidechain: false,
      type: 'user',
      message: { role: 'user', content: prompt },
      cwd,
    },
    { type: 'attachment', attachment: { type: 'model' }, cwd },
    {
      type: 'assistant',
      isSidechain: false,
      message: { role: 'assistant', model: 'claude-opus-5-5', content: [] },
      cwd,
    },
  ];
}

/** The same, as Codex 0.169.0 writes it; `meta` replaces the members of its first record. */
export function codexRecords(
  cwd: string,
  prompt: string,
  meta: Readonly<Record<string, unknown>> = {},
): readonly unknown[] {
  const message = (role: string, text: string): unknown => ({
    type: 'response_item',
    payload: { type: 'message', role, content: [{ type: 'input_text', text }] },
  });
  return [
    {
      type: 'session_meta',
      payload: {
        timestamp: '2026-11-22T02:10:17.428Z',
        cwd,
        source: 'cli',
        thread_source: 'user',
        ...meta,
      },
    },
    message('developer', '<skills_instructions>'),
    message('user', '<environment_context>\n  <cwd>/x</cwd>'),
    { type: 'turn_context', payload: { cwd, model: 'gpt-6' } },
    message('user', prompt),
  ];
}

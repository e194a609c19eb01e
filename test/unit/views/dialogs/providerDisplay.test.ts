import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import {
  ProviderRegistry,
  type ProviderOverrides,
} from '../../../../src/providers/registry/providerRegistry';
import { createDisplayOf } from '../../../../src/views/dialogs/providerDisplay';
import { drawTree } from '../../../../src/views/tree/treeDiff';
import { buildTree } from '../../../../src/views/tree/treeModel';
import { folderRef, NO_FACTS, taskIn } from '../../../support/views/treeSources';

describe('createDisplayOf', () => {
  const APP = folderRef('app');
  const LIB = folderRef('lib');
  const OVERRIDES: Readonly<Record<string, ProviderOverrides>> = {
    [APP.uri]: { ada: { label: 'Ada of app', icon: 'rocket' } },
    [LIB.uri]: { ada: { label: 'Ada of lib' } },
  };
  const displayOf = createDisplayOf(new ProviderRegistry([]), (uri) => OVERRIDES[uri ?? ''] ?? {});

  it('uses the settings of the folder', () => {
    assert.deepEqual(displayOf('ada', APP.uri), {
      name: 'Ada of app',
      icon: 'rocket',
      resumes: false,
      changesModel: false,
    });
    assert.deepEqual(displayOf('ada', LIB.uri), {
      name: 'Ada of lib',
      icon: 'terminal',
      resumes: false,
      changesModel: false,
    });
    assert.deepEqual(displayOf('ada', undefined), {
      name: 'ada',
      icon: 'terminal',
      resumes: false,
      changesModel: false,
    });
    assert.equal(displayOf('shell', APP.uri).name, 'Shell');
  });

  it('returns whether a provider can resume conversations and change models', () => {
    const displays = createDisplayOf(new ProviderRegistry(BUILT_IN_PROVIDERS), () => ({}));
    for (const { id, conversations, modelChange } of BUILT_IN_PROVIDERS) {
      const { resumes, changesModel } = displays(id, undefined);
      const expected = [conversations.kind !== 'none', modelChange.kind !== 'none'];
      assert.deepEqual([resumes, changesModel], expected, id);
    }
    assert.equal(displays('shell', undefined).resumes, false);
  });

  it('shows one provider with different names in two folders of the tree', () => {
    const tasks = [taskIn('app', 't1', ['ada-main-t1']), taskIn('lib', 't2', ['ada-main-t2'])];
    const drawn = drawTree(
      buildTree({ folders: [APP, LIB], tasks, sessions: [], facts: NO_FACTS }),
      displayOf,
    );
    const described = ['t1', 't2'].map(
      (id) => drawn.get(`session:ada-main-${id}`)?.presentation.description,
    );
    assert.deepEqual(described, [
      'not running, starts a new conversation · Talk ada-main-t1 · Ada of app',
      'not running, starts a new conversation · Talk ada-main-t2 · Ada of lib',
    ]);
  });
});

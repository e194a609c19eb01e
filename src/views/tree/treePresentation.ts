import type { FolderRef } from '../../agents/folderRef';
import type { WorktreeCreation } from '../../agents/worktrees/worktreeCreations';
import { TREE_ITEMS } from '../../config/contributions';
import type { DisplayOf } from '../dialogs/providerDisplay';
import { presentChange } from './changes/changePresentation';
import { presentComment } from './changes/commentPresentation';
import { describeConversation, describeSession, presentAlone, type SessionRow } from './sessionRow';
import { presentOnly, presentTask } from './taskRow';
import type { NodePresentation } from './treeItem';
import type { TaskContent, TreeEntry } from './treeModel';

export function presentNode(entry: TreeEntry, displayOf: DisplayOf): NodePresentation {
  const { content, node } = entry;
  const present = (row: SessionRow, only: TaskContent | undefined): NodePresentation =>
    only ? presentOnly(row, only, entry) : presentAlone(row);
  switch (content.kind) {
    case 'folder':
      return presentFolder(content.folder, entry);
    case 'creation':
      return presentCreation(content.creation);
    case 'task':
      return presentTask(content, entry);
    case 'session': {
      const row = describeSession(content, (providerId) => displayOf(providerId, node.folder));
      return present(row, content.only);
    }
    case 'conversation':
      return present(describeConversation(content, displayOf), content.only);
    case 'changes':
    case 'file':
    case 'moreFiles':
      return presentChange(content);
    case 'comments':
    case 'comment':
    case 'round':
      return presentComment(content);
  }
}

function presentFolder({ name, path }: FolderRef, entry: TreeEntry): NodePresentation {
  return {
    label: name,
    description: '',
    tooltip: path,
    icon: 'root-folder',
    color: undefined,
    contextValue: TREE_ITEMS.folder,
    accessibilityLabel: `Folder ${name}`,
    collapsible: entry.children.length > 0 ? 'expanded' : 'none',
    opens: false,
  };
}

function presentCreation({ name, step }: WorktreeCreation): NodePresentation {
  return {
    label: name,
    description: step,
    tooltip: [name, 'Its worktree is being created.', step].join('\n'),
    icon: 'loading~spin',
    color: undefined,
    contextValue: TREE_ITEMS.creation,
    accessibilityLabel: `Task ${name}, creating a worktree, ${step}`,
    collapsible: 'none',
    opens: false,
  };
}

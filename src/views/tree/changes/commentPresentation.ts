import * as posix from 'node:path/posix';
import { toOneLine } from '../../../base/text/oneLine';
import { toVisibleText } from '../../../base/text/visibleText';
import { TREE_ITEMS } from '../../../config/contributions';
import { describeRound } from '../../../review/formatReview';
import { isAnswered, type ReviewComment, type ReviewRound } from '../../../review/taskReview';
import { countOf } from '../../../worktrees/formatNames';
import type { CommentContent } from './commentRows';
import type { NodePresentation } from '../treeItem';

const LABEL_CHARS = 80;

export function presentComment(content: CommentContent): NodePresentation {
  switch (content.kind) {
    case 'comments':
      return presentComments(content);
    case 'comment':
      return presentDraft(content.comment);
    case 'round':
      return presentRound(content.round);
  }
}

function presentComments({
  drafts,
  last,
  task,
}: Extract<CommentContent, { kind: 'comments' }>): NodePresentation {
  const description = [
    ...(drafts > 0 ? [countOf(drafts, 'draft')] : []),
    ...(last ? [`review ${last.number} ${describeRound(last)}`] : []),
  ].join(' · ');
  return {
    label: 'Comments',
    description,
    tooltip: `Comments on the changes of ${task.name}: ${description}`,
    icon: 'comment-discussion',
    color: undefined,
    contextValue: drafts > 0 ? TREE_ITEMS.draftComments : TREE_ITEMS.comments,
    accessibilityLabel: `Comments on the changes of ${task.name}, ${description}`,
    collapsible: 'collapsed',
    opens: false,
  };
}

function presentDraft({ author, line, path, text }: ReviewComment): NodePresentation {
  const label = toVisibleText(toOneLine(text)).slice(0, LABEL_CHARS);
  const where = `${toVisibleText(posix.basename(path))}:${line}`;
  const by = author === undefined ? [] : [`by ${toVisibleText(author)}`];
  return {
    label,
    description: [where, ...by].join(' · '),
    tooltip: [`${toVisibleText(path)}, line ${line}`, ...toVisibleLines(text), ...by].join('\n'),
    icon: 'comment-draft',
    color: undefined,
    contextValue: TREE_ITEMS.comment,
    accessibilityLabel: ['Draft', label, where, ...by].join(', '),
    collapsible: 'none',
    opens: true,
  };
}

function presentRound(round: ReviewRound): NodePresentation {
  const label = `Review ${round.number}`;
  const state = describeRound(round);
  const count = countOf(round.comments.length, 'comment');
  return {
    label,
    description: [count, state].join(' · '),
    tooltip: [
      `${label} to ${toVisibleText(round.label)}: ${count}, ${state}`,
      `Sent ${round.sentAt}`,
      ...(round.answer?.changed.slice(0, 10).map(toVisibleText) ?? []),
    ].join('\n'),
    icon: isAnswered(round) ? 'pass' : round.answer ? 'circle-slash' : 'mail',
    color: undefined,
    contextValue: TREE_ITEMS.round,
    accessibilityLabel: [label, count, state].join(', '),
    collapsible: 'none',
    opens: true,
  };
}

function toVisibleLines(text: string): readonly string[] {
  return text.split(/\r?\n/).map(toVisibleText);
}

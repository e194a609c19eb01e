import * as vscode from 'vscode';
import type { ReviewComment } from '../../review/taskReview';
import type { ThreadPlan } from './planThreads';

/** A comment as VS Code shows it. Its other fields are the arguments of the commands of its menus. */
export interface ThreadComment extends vscode.Comment {
  readonly task: string;
  readonly comment: string;
}

/**
 * The comments that editors show. One that the person edits keeps its object, and so its box. VS Code
 * writes the typed text into the object when the person saves it.
 */
export class ReviewComments {
  private readonly edited = new Map<string, ThreadComment>();

  of(task: string, { comments, kind }: ThreadPlan): readonly ThreadComment[] {
    return comments.map((comment) => this.edited.get(comment.id) ?? toShown(task, comment, kind));
  }

  /** Begins to edit a draft. */
  edit(task: string, comment: ReviewComment): void {
    this.edited.set(comment.id, {
      ...toShown(task, comment, 'draft'),
      body: comment.text,
      mode: vscode.CommentMode.Editing,
    });
  }

  /** The text that the person has typed so far; undefined of a comment that is not edited. */
  textOf(id: string): string | undefined {
    const body = this.edited.get(id)?.body;
    return typeof body === 'string' ? body : body?.value;
  }

  stopEditing(id: string): void {
    this.edited.delete(id);
  }
}

function toShown(
  task: string,
  { id, author, createdAt, text }: ReviewComment,
  kind: ThreadPlan['kind'],
): ThreadComment {
  return {
    task,
    comment: id,
    author: { name: author ?? 'You' },
    // As text: an agent or a repository may have written it.
    body: new vscode.MarkdownString().appendText(text),
    contextValue: kind,
    mode: vscode.CommentMode.Preview,
    timestamp: new Date(createdAt),
  };
}

import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { STATUS_SCHEME } from '../../config/contributions';
import type { StatusService } from '../../status/statusService';
import { formatStatusPage } from './formatStatusPage';

/** Read-only pages that explain the status of a session's agent. */
export class StatusPages implements Disposable, vscode.TextDocumentContentProvider {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new vscode.EventEmitter<vscode.Uri>());

  readonly onDidChange = this.didChange.event;

  constructor(
    private readonly deps: {
      readonly status: StatusService;
      readonly clock: Clock;
    },
  ) {
    this.store.add(vscode.workspace.registerTextDocumentContentProvider(STATUS_SCHEME, this));
  }

  get activeSessionId(): string | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri?.scheme === STATUS_SCHEME ? uri.query : undefined;
  }

  /** Opens the page of a session, and refreshes one that is already open. */
  async show(sessionId: string, name: string): Promise<void> {
    const uri = vscode.Uri.from({
      scheme: STATUS_SCHEME,
      path: `/Status of ${name.replace(/[/\\]/g, '-')}`,
      query: sessionId,
    });
    this.didChange.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const name = uri.path.replace(/^\/Status of /, '');
    try {
      const explanation = await this.deps.status.explain(uri.query);
      return formatStatusPage(explanation, { name, now: this.deps.clock.now() });
    } catch (error) {
      // VS Code may restore a page after a reload although its session no longer exists.
      return `${toMessage(error)}\n`;
    }
  }

  dispose(): void {
    this.store.dispose();
  }
}

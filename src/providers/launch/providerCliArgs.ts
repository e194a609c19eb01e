import { parseShellArgs } from '../../pty/shell/parseShellArgs';

interface ProviderCliOptions {
  readonly resume?: boolean | undefined;
  /** In shell style, as all flags here: `-c -r` is two arguments. */
  readonly resumeFlag?: string | undefined;
  readonly defaultArgs?: readonly string[] | undefined;
  readonly extraArgs?: readonly string[] | undefined;
  readonly autoApprove?: boolean | undefined;
  readonly autoApproveFlag?: string | undefined;
  readonly initialPrompt?: string | undefined;
  /** Empty: the prompt is positional. Undefined: the CLI accepts none. */
  readonly initialPromptFlag?: string | undefined;
  /** Whether the prompt is typed, so the arguments do not contain it. */
  readonly useKeystrokeInjection?: boolean | undefined;
}

/**
 * The arguments of an agent CLI: resume, default, auto-approve, prompt with a flag, extra. A start passes
 * those of its conversation before them (`agentCommand.ts`).
 */
export function buildProviderCliArgs(options: ProviderCliOptions): string[] {
  return [
    ...(options.resume ? parseShellArgs(options.resumeFlag ?? '') : []),
    ...(options.defaultArgs ?? []),
    ...(options.autoApprove ? parseShellArgs(options.autoApproveFlag ?? '') : []),
    ...initialPromptArgs(options),
    ...(options.extraArgs ?? []),
  ];
}

function initialPromptArgs(options: ProviderCliOptions): readonly string[] {
  const { initialPrompt, initialPromptFlag, useKeystrokeInjection } = options;
  if (!initialPrompt || initialPromptFlag === undefined || useKeystrokeInjection) {
    return [];
  }
  return [...parseShellArgs(initialPromptFlag), initialPrompt];
}

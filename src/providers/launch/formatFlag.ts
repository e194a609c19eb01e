import { quoteForShell } from '../../pty/shell/quoteForShell';

/** Arguments as one flag in shell style: `parseShellArgs` gives them back. */
export function formatFlag(args: readonly string[]): string {
  return args.map(quoteForShell).join(' ');
}

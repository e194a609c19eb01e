/** What a start has to know of the machine and of the editor around it. */
export interface HostFacts {
  readonly platform: NodeJS.Platform;
  /** Our own environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly user: { readonly name: string; readonly home: string };
  readonly isRoot: boolean;
  /** The version of VS Code, whose terminal shows what programs draw. */
  readonly terminalVersion: string;
}

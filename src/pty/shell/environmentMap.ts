/**
 * Variables by name. On Windows, which does not distinguish `Path` from `PATH`, the first spelling
 * is kept.
 */
export class EnvironmentMap {
  private readonly variables = new Map<string, { readonly name: string; readonly value: string }>();

  constructor(private readonly platform: NodeJS.Platform) {}

  get(name: string): string | undefined {
    return this.variables.get(this.key(name))?.value;
  }

  set(name: string, value: string): void {
    const key = this.key(name);
    this.variables.set(key, { name: this.variables.get(key)?.name ?? name, value });
  }

  setAll(variables: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(variables)) {
      this.set(name, value);
    }
  }

  delete(name: string): void {
    this.variables.delete(this.key(name));
  }

  names(): string[] {
    return [...this.variables.values()].map(({ name }) => name);
  }

  toRecord(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.variables.values()].map(({ name, value }) => [name, value]));
  }

  private key(name: string): string {
    return this.platform === 'win32' ? name.toUpperCase() : name;
  }
}

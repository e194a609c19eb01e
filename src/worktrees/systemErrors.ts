/** Whether the system refused something with that code, such as `EEXIST`. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

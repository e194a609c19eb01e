const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Whether a text seems to go on: it ends as none does, or a bracket or a block of code is open. */
export function isUnfinished(text: string): boolean {
  const fences = text.match(/^\s*```/gm)?.length ?? 0;
  return /[:,{[(]\s*$/.test(text) || fences % 2 === 1 || hasOpenBracket(text);
}

function hasOpenBracket(text: string): boolean {
  const open: string[] = [];
  for (const [bracket] of text.matchAll(/[()[\]{}]/g)) {
    const opening = PAIRS[bracket];
    if (opening === undefined) {
      open.push(bracket);
    } else if (open.at(-1) === opening) {
      open.pop();
    }
  }
  return open.length > 0;
}

const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Whether a text seems incomplete: it ends with a colon, comma or opening bracket, or a bracket or
 * code block is still open.
 */
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

/** A link to a file of the repository, an anchor, or both. */
export interface RelativeLink {
  /** Empty for an anchor of the page itself. */
  readonly path: string;
  readonly anchor: string | undefined;
}

/** The links and pictures of a Markdown page that have no scheme. */
export function readRelativeLinks(page: string): readonly RelativeLink[] {
  const targets = [...withoutCode(page).matchAll(/\]\(([^()\s]+)\)/g)].map(
    ([, target = '']) => target,
  );
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#');
      return { path, anchor };
    });
}

/** The anchors that GitHub and VS Code give the headings of a page. */
export function readAnchors(page: string): readonly string[] {
  return [...withoutCode(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

function withoutCode(page: string): string {
  return page.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, (code) => code.slice(1, -1));
}

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../../scripts/lib/vscode/chromium.mjs';
import { drawPicture, PICTURE_SIZE } from './pictureSvg';
import { addComment, readComment } from './pngComment';
import type { Results } from './results';

const PICTURE = join(__dirname, '..', '..', 'media', 'performance.png');

/** Renders the picture of README.md in Chromium. The PNG depends on Chromium's version and the installed fonts. */
export async function writePicture(results: Results): Promise<void> {
  const svg = drawPicture(results);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: PICTURE_SIZE });
    await page.setContent(`<body style="margin:0">${svg}</body>`);
    writeFileSync(PICTURE, addComment(await page.screenshot(), digestOf(svg)));
  } finally {
    await browser.close();
  }
}

/** Whether the picture shows these results. The PNG contains the digest of its SVG. */
export function isPictureOf(results: Results): boolean {
  return readComment(readFileSync(PICTURE)) === digestOf(drawPicture(results));
}

function digestOf(svg: string): string {
  return createHash('sha256').update(svg).digest('hex');
}

/** Draws the demonstration's pictures (PNG) and documents (PDF) from their sources: `node e2e/draw-demo.ts`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from './chromium.ts';

const folder = join(import.meta.dirname, '../server/src/demo/files');
const { page, close } = await launch({ width: 1600, height: 900 });
const sources = readdirSync(folder);
for (const source of sources.filter((name) => name.endsWith('.svg'))) {
  await page.goto(pathToFileURL(join(folder, source)).href);
  await page.screenshot({ path: join(folder, source.replace(/svg$/, 'png')) });
}
for (const source of sources.filter((name) => name.endsWith('.html'))) {
  await page.goto(pathToFileURL(join(folder, source)).href);
  await page.pdf({
    path: join(folder, source.replace(/html$/, 'pdf')),
    preferCSSPageSize: true,
    printBackground: true,
  });
}
await close();

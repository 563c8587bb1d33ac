import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';

/** Chooses a file of the first chart of a part of the page. */
export async function chooseFile(page: Page, item: string, part: Page | Locator = page): Promise<void> {
  await part.getByRole('button', { name: 'Files', exact: true }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** The file itself. */
export async function savedFile(page: Page, item: string, part: Page | Locator = page): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), chooseFile(page, item, part)]);
  return readFileSync(await download.path());
}

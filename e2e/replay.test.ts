/** The stories of the demonstration from Home: played, paused and stepped, of what is stored; and its texts in the reader's language. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Furnishing, signIn } from '../server/src/demo/demo.client.ts';
import { drawingSteps } from '../server/src/demo/demo.drawings.ts';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';

const password = 'Replay-2026x';
let site: Site;
let page: Page;
const dialog = () => page.getByRole('dialog');
const clock = () => page.locator('.dm-clock').innerText();
const sentences = () => page.locator('.dm-sentences li').allInnerTexts();

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  const client = await signIn(site.server.url, password, new AbortController().signal);
  await site.signIn('demo', password);
  const { projects: list } = await site.request<{ projects: { id: number; name: string }[] }>('GET', '/projects');
  const furnishing: Furnishing = {
    client,
    madeMs: Date.now(),
    projects: new Map(list.map(({ name, id }) => [name, id])),
  };
  for (const [, run] of drawingSteps) await run(furnishing);
});
after(() => site?.close());

describe('the stories of the demonstration', { skip: noChromium }, () => {
  test('a story plays, waits, goes where one says, and shows what was stored then', async () => {
    await page.goto(`${site.server.url}/#/dashboard`);
    await page.getByRole('button', { name: 'Replay a story' }).click();
    await dialog().getByRole('combobox', { name: 'Story' }).click();
    await page.locator('.ant-select-item-option').getByText('the excavation stage').click();
    const player = page.getByRole('group', { name: /^Replay: space/ });
    await player.locator('img').waitFor();
    // Browsers of tests ask for less movement: then a story waits until it is started.
    const begun = await clock();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction((first) => document.querySelector('.dm-clock')?.textContent !== first, begun);
    await player.focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const still = await clock();
    await page.waitForTimeout(600);
    assert.equal(await clock(), still);
    assert.deepEqual(await violationsOn(page), []);

    await page.keyboard.press('Home');
    assert.equal((await sentences()).length, 1);
    const markOf = (name: string) => player.locator('.dr-at').filter({ hasText: name }).innerText();
    const early = await markOf('IN-07');
    await page.keyboard.press('End');
    const lines = await sentences();
    for (const level of ['Blue', 'Yellow', 'Orange', 'Red'])
      assert.ok(
        lines.some((text) => text.includes(`IN-07 reached ${level}`)),
        `${level}: ${lines}`,
      );
    assert.ok(
      lines.some((text) => text.includes('Excavation of panel E12 stopped')),
      String(lines),
    );
    assert.notEqual(await markOf('IN-07'), early);

    // The alert is gone to by its sentence, and its value is the one that is stored.
    const { alerts } = await site.request<{ alerts: { pointName: string; level: number; value: number }[] }>(
      'GET',
      '/alerts?keyword=IN-07&pageSize=50',
    );
    const red = alerts.find(({ pointName, level }) => pointName === 'IN-07' && level === 4);
    assert.ok(red);
    assert.ok(
      lines.some((text) => text.includes(`Red: ${red.value.toFixed(3).replace('-', '−')}`)),
      String(lines),
    );
    await page.getByRole('button', { name: /IN-07 reached Red/ }).click();
    await player.locator('.dr-at').filter({ hasText: 'IN-07' }).locator('svg').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('a reader of another language puts the demonstration into it with one button', async () => {
    await site.request('PATCH', '/profile', { language: 'zh-CN' });
    await page.reload();
    await page.getByRole('button', { name: '将演示切换为简体中文' }).click();
    await page.getByText('横塘土坝').first().waitFor();
    assert.equal(await page.getByText('Hengtang Earth Dam').count(), 0);
    await page.getByRole('button', { name: '将演示切换为简体中文' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '回放案例' }).click();
    await page
      .locator('.dm-sentences')
      .getByText(/\p{Script=Han}/u)
      .first()
      .waitFor();
    assert.deepEqual(await violationsOn(page), []);
  });
});

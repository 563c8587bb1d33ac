/** Temperature compensation of a point, as an engineer sets it: estimated, used, refused, undone, switched off. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { TemperatureCompensation } from '@plumbline/contract/points/points.settings';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { pointPages } from './point-pages.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { recordsOf } from './view-records.ts';
import { waitFor } from './wait-for.ts';

const password = 'Warmth-2026x';
/** PZ-240-2: a piezometer with a thermistor. */
const pointId = 5;
let site: Site;
let page: Page;
const { api, console_, save, stored } = pointPages(() => site);

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  ({ page } = site);
  await site.signIn('demo', password);
});
after(() => site?.close());

const form = () => page.locator('.cor-tc');
const coefficient = () => form().getByRole('spinbutton', { name: 'Coefficient' });
const compensate = () => form().getByRole('checkbox', { name: 'Compensate' });
const setting = async () =>
  (await api<{ tc: TemperatureCompensation | null }>('GET', `/measuring-points/${pointId}/tc`)).tc;

/** The level at noon some days ago, as it is shown now. */
async function levelShown(): Promise<{ shown: number; raw: number; temperature: number }> {
  const noon = Math.floor(Date.now() / dayMs) * dayMs - 20 * dayMs + dayMs / 2;
  const { fields, times, of } = await recordsOf(site.request, pointId, noon, noon + 60_000);
  assert.equal(times.length, 1);
  const [from, to] = [noon, noon + 60_000].map((at) => new Date(at).toISOString());
  const { columns } = await api<{ columns: number[][] }>('POST', '/monitor/rows', { pointId, from, to });
  const place = fields.findIndex(({ key }) => key === 'level');
  return {
    shown: columns[place]?.[0] ?? Number.NaN,
    raw: of('level')[0] ?? Number.NaN,
    temperature: of('temp')[0] ?? Number.NaN,
  };
}

describe('temperature compensation', { skip: noChromium }, () => {
  test('what the readings say is taken over, counts from then on, and stands there again', async () => {
    await console_(pointId, 'processing');
    await form().getByRole('button', { name: 'Estimate from readings' }).click();
    await form().getByText('correlation').waitFor();
    const words = await form().innerText();
    await form().getByRole('button', { name: 'Use these numbers' }).click();
    await waitFor(() => compensate().isChecked(), true, 'numbers that are used are used');
    assert.deepEqual(await violationsOn(page), []);
    await page.getByLabel('Reason').last().fill('Thermistor of the piezometer');
    await stored();
    const tc = await setting();
    assert.ok(tc?.enabled && tc.coefficient !== 0);
    assert.ok(words.includes(`${tc.coefficient.toFixed(6)} m/°C`), `${words} ${tc.coefficient}`);
    const { shown, raw, temperature } = await levelShown();
    const wanted = raw - tc.coefficient * (temperature - tc.reference);
    assert.ok(Math.abs(shown - wanted) < 1e-9 && shown !== raw, `${shown}, not ${wanted} of ${raw}`);
    await page.reload();
    await waitFor(() => compensate().isChecked(), true);
    assert.equal(Number(await coefficient().inputValue()), tc.coefficient);
  });

  test('a coefficient that is no number is refused where it stands, and undone', async () => {
    const before = await setting();
    await coefficient().fill('');
    await save();
    await page.locator('.ant-form-item-explain-error, .pl-field-error, [role=alert]').first().waitFor();
    assert.deepEqual(await setting(), before);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    assert.equal(Number(await coefficient().inputValue()), before?.coefficient);
    await waitFor(() => page.locator('.ant-form-item-explain-error').count(), 0);
  });

  test('switched off it counts no more; its numbers are kept', async () => {
    const before = await setting();
    await compensate().uncheck();
    await stored();
    assert.deepEqual(await setting(), { ...before, enabled: false });
    const { shown, raw } = await levelShown();
    assert.equal(shown, raw);
    assert.deepEqual(site.opened.errors, []);
  });
});

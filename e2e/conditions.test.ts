/** A condition over two points is written in the browser, tried on the past and on a drawn curve, saved, and raised by live readings. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';
import { makeProject } from './worlds.ts';

let site: Site;
let page: Page;
let projectId = 0;
let secret = '';
const sncode = 'DAM-LOG';

interface Row {
  readonly at: number;
  readonly values: Readonly<Record<string, number>>;
}

/** Delivers as the logger does, until all is stored: what was bound is known to the gateway a moment later. */
const deliver = (rows: readonly Row[]): Promise<void> => waitFor(async () => (await deliverOnce(rows)) > 0, true);

async function deliverOnce(rows: readonly Row[]): Promise<number> {
  const answer = await fetch(`${site.server.url}/api/devices/${sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(
      rows.map(({ at, values }) => ({
        at,
        channels: Object.fromEntries(Object.entries(values).map(([number, temperature]) => [number, { temperature }])),
      })),
    ),
  });
  const { stored, unchanged } = (await answer.json()) as { stored: number; unchanged: number };
  return stored + unchanged - rows.length * 2 + 1;
}

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  ({ page } = site);
  await site.setUp();
  const { request } = site;
  const project = await makeProject(site, 'Hengtang Dam');
  projectId = project.id;
  const { structure } = await request<{ structure: { id: number } }>('POST', `/projects/${projectId}/structures`, {
    name: 'Main dam',
  });
  const device = await request<{ device: { id: number }; secret: string }>('POST', '/corporations/1/devices', {
    name: sncode,
    model: 'DIY',
    sncode,
    channels: ['1', '2'].map((number) => ({ number, mode: 4 })),
  });
  ({ secret } = device);
  for (const [name, channel] of [
    ['PZ-1', '1'],
    ['SW-1', '2'],
  ] as const) {
    const { measuringPoint } = await request<{ measuringPoint: { id: number } }>(
      'POST',
      `/projects/${projectId}/measuring-points`,
      { structureId: structure.id, name, family: 'temperature', mode: 4, intervalSeconds: 3600 },
    );
    await request('PUT', `/measuring-points/${measuringPoint.id}/device-group`, {
      measuringDeviceId: device.device.id,
      channel,
      changedAt: new Date(Date.now() - 30 * 24 * hourMs).toISOString(),
    });
  }
  // Five days: both are high once, at the third noon.
  const start = Math.floor(Date.now() / hourMs) * hourMs - 120 * hourMs;
  await deliver(
    Array.from({ length: 119 }, (_, hour) => ({
      at: start + hour * hourMs,
      values: { 1: hour >= 60 && hour < 66 ? 31 : 20, 2: hour >= 62 && hour < 70 ? 12 : 5 },
    })),
  );
});
after(() => site?.close());

async function fillTerm(place: string, point: string, high: string) {
  await page.getByRole('combobox', { name: `Point of term ${place}` }).fill(point);
  await page
    .getByRole('option', { name: point })
    .or(page.locator('.ant-select-item-option', { hasText: point }))
    .last()
    .click();
  await page.getByRole('spinbutton', { name: `Upper limit of term ${place}` }).fill(high);
}

test('two points together: written, tried, saved, raised', { skip: noChromium }, async () => {
  await page.goto(`${site.server.url}/#/projects/${projectId}/console/conditions`);
  await page.getByRole('button', { name: 'Add condition' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Level and seepage');
  await fillTerm('1.1', 'PZ-1', '30');
  await page.getByRole('button', { name: 'Add term' }).click();
  await fillTerm('1.2', 'SW-1', '10');
  await page.getByText('PZ-1 Temperature is 30 °C or more and SW-1 Temperature is 10 °C or more').waitFor();

  const backTest = page.getByRole('region', { name: 'Back-test' });
  await backTest.getByRole('button', { name: 'Back-test', exact: true }).click();
  await backTest.getByText('1 alert', { exact: true }).waitFor();
  await backTest.getByText('PZ-1 Temperature is 30 °C or more (31.000 °C)').waitFor();
  await backTest.getByRole('img').nth(1).waitFor();
  const drawn = page.getByRole('region', { name: 'Try it on a drawn curve' });
  await drawn.locator('summary').click();
  const draw = async (name: string, from: readonly [number, number], to: readonly [number, number]) => {
    const box = await drawn.getByRole('slider', { name }).boundingBox();
    assert.ok(box);
    const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at(to), { steps: 5 });
    await page.mouse.up();
  };
  await drawn.getByRole('slider').first().scrollIntoViewIfNeeded();
  await drawn.getByText('0 alerts').waitFor();
  await draw('Curve of PZ-1 Temperature', [0, 0.95], [1, 0.05]);
  await drawn.getByText('0 alerts').waitFor();
  await draw('Curve of SW-1 Temperature', [0, 0.1], [0.9, 0.1]);
  await drawn.getByText('1 alert', { exact: true }).waitFor();
  await drawn.getByText('PZ-1 Temperature is 30 °C or more').waitFor();
  // By keys: what is taken away is not measured.
  await drawn.getByRole('slider', { name: 'Curve of PZ-1 Temperature' }).press('Delete');
  const { conditions: none } = await site.request<{ conditions: unknown[] }>(
    'GET',
    `/projects/${projectId}/conditions`,
  );
  assert.deepEqual(none, [], 'trying writes nothing');

  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/tab=\d+/);
  await page.getByRole('button', { name: 'All conditions' }).click();
  const row = page.locator('.cd-one', { hasText: 'Level and seepage' });
  await row.waitFor();

  const open = async () =>
    (
      await site.request<{ alerts: { condition: { name: string } | null }[] }>('GET', `/projects/${projectId}/alerts`)
    ).alerts.map(({ condition }) => condition?.name);
  await deliver([{ at: Date.now() - 2_000, values: { 1: 32, 2: 5 } }]);
  await deliver([{ at: Date.now() - 1_000, values: { 1: 32, 2: 11 } }]);
  await waitFor(open, ['Level and seepage']);
  await row.getByRole('link', { name: 'Open the alert' }).click();
  await page.getByText('Condition met: Level and seepage').waitFor();
  await page.getByText('SW-1 Temperature is 10 °C or more').waitFor();
  assert.deepEqual(site.opened.errors, []);
});

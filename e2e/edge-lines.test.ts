/** A logger behind an edge: its page at the centre shows its line and frames as of any other, and says when the edge is away. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { Dtu } from '../server/test/dtu.ts';
import { type EdgeProcess, startEdgeProcess } from '../server/test/edge-process.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { untilDrawn } from './until-drawn.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';

const password = 'EdgeLines-2026x';
let site: Site;
let page: Page;
let edge: EdgeProcess;
let edgeSettings: Record<string, string>;
let device: { id: number; sncode: string };
let modem: Dtu | null = null;

const finding = (name: string): Locator => page.locator(`[data-finding="${name}"]`).first();

/** With PICTURES=<folder>, what a person sees at this moment, to be looked at. */
async function photograph(name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (!folder) return;
  await untilDrawn(page);
  writeFileSync(join(folder, `${name}.png`), await page.screenshot({ fullPage: true }));
}

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
  const { user } = await site.request<{ user: { corporationId: number } }>('GET', '/profile');
  const { corporationId } = user;
  const { projects } = await site.request<{ projects: { id: number; name: string }[] }>('GET', '/projects');
  const { devices } = await site.request<{
    devices: { id: number; sncode: string; type: string; projectIds: number[]; channels: { number: string }[] }[];
  }>('GET', `/corporations/${corporationId}/devices?pageSize=100`);
  const found = devices.find(({ type, projectIds }) => type === 'measuring' && projectIds.length > 0);
  assert.ok(found, JSON.stringify(devices[0]));
  device = found;
  const project = projects.find(({ id }) => id === found.projectIds[0]);
  assert.ok(project);
  const made = await site.request<{ feed: { key: string }; secret: string }>(
    'POST',
    `/corporations/${corporationId}/feeds`,
    { kind: 'edge', name: 'Site office', siteProjectId: project.id },
  );
  await site.request('PUT', `/devices/${device.id}/dial-in`, {
    setup: {
      enabled: true,
      heartbeat: 'fe',
      silentSeconds: 900,
      intervalSeconds: 600,
      answerWithinMs: 300,
      retries: 0,
      rows: [
        {
          unit: 1,
          function: 3,
          address: 0,
          type: 'float32',
          quantity: 'value',
          channel: found.channels[0]?.number ?? '1',
        },
      ],
    },
  });
  // The demonstration that was copied left it connected.
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  await client.query('UPDATE device_state SET connected = false, lease = NULL WHERE device_id = $1', [device.id]);
  await client.end();
  edgeSettings = { EDGE_CENTRE: site.server.url, EDGE_KEY: made.feed.key, EDGE_SECRET: made.secret };
});
after(async () => {
  modem?.end();
  await edge?.kill();
  await site?.close();
});

// One test with parts: the edge ends with the test that started it.
test('a logger behind an edge', { skip: noChromium }, async (t) => {
  edge = await startEdgeProcess(edgeSettings);
  await t.test('its page shows its line, which ends at the edge', async () => {
    await page.goto(`${site.server.url}/#/device-warehouse/${device.id}/dial-in`);
    await finding('portClosed').waitFor();
    await waitUntilSettled(
      async () => {
        // Nobody is let in before the edge knows its devices.
        if (!modem || modem.socket.destroyed)
          modem = new Dtu(edge.dialInPort, device.sncode, { registers: { 1: { 0: 0x4521, 1: 0 } }, heartbeat: 'fe' });
        return finding('fine').count();
      },
      (count) => assert.equal(count, 1),
    );
    await page.getByText(`the edge, port ${edge.dialInPort}`).waitFor();
    await photograph('edge-line');
  });

  await t.test('the live view shows what passes at the site, and what the centre made of it', async () => {
    await page.goto(`${site.server.url}/#/device-warehouse/${device.id}/connect?live=1`);
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByRole('menuitem', { name: 'for an hour' }).click();
    await page.getByText('Recording. No traffic yet').waitFor();
    const collect = async () =>
      (await site.request<{ commandId: string }>('POST', `/devices/${device.id}/commands`, { command: 'collect' }))
        .commandId;
    const isOpen = async (commandId: string) =>
      (
        await site.request<{ commands: { commandId: string; answer: string | null }[] }>(
          'GET',
          `/devices/${device.id}/command-states`,
        )
      ).commands.some((each) => each.commandId === commandId && each.answer === null);
    let commandId = await collect();
    const countOf = (kind: string) => page.locator(`.fr-frame[data-kind="${kind}"]`).count();
    await waitUntilSettled(
      async () => {
        // The centre records at once, the edge from its next sign of life on: readings may be there before what was asked for.
        if (!(await isOpen(commandId))) commandId = await collect();
        return await Promise.all(['readings', 'request', 'answer'].map(countOf));
      },
      (counts) =>
        assert.ok(
          counts.every((count) => count > 0),
          counts.join(', '),
        ),
    );
    await photograph('edge-frames');
  });

  await t.test('while the edge is away the page says that, and nothing else of the line', async () => {
    await edge.kill();
    await site.advance(60_000);
    await page.goto(`${site.server.url}/#/device-warehouse/${device.id}/dial-in`);
    await finding('edgeAway').waitFor();
    assert.equal(await finding('fine').count(), 0);
    await photograph('edge-away');
    for (const [language, scheme, width] of [
      ['en', 'default', 390],
      ['zh-CN', 'white', 1440],
      ['zh-CN', 'default', 390],
    ] as const) {
      if (!process.env['PICTURES']) break;
      await site.request('PATCH', '/profile', { language, theme: scheme });
      await page.evaluate((l) => localStorage.setItem('plumbline.language', l), language);
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      await finding('edgeAway').waitFor();
      await photograph(`edge-away-${language}-${scheme}-${width}`);
      await page.goto(`${site.server.url}/#/console/feeds`);
      await page.getByText('Site office').first().click();
      await photograph(`edge-feed-${language}-${scheme}-${width}`);
      await page.goto(`${site.server.url}/#/device-warehouse/${device.id}/connect`);
      await finding('edgeAway').waitFor();
      await photograph(`edge-connect-${language}-${scheme}-${width}`);
      await page.goto(`${site.server.url}/#/device-warehouse/${device.id}/dial-in`);
    }
    await waitFor(() => page.locator('.pl-error').count(), 0);
  });
});

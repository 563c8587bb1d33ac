/**
 * An hour without a network in a tunnel, on a telephone: readings, photos and a round with photos are made, pages are reloaded, closed
 * and opened again. Nothing is lost, each arrives once, and nobody is asked for a password.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { png } from '../server/test/pictures.ts';
import { tokenKey } from '../web/src/kernel/stored-token.ts';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';
import { openWay } from './way.ts';
import { projectNamed } from './worlds.ts';

const password = 'Demo-2026x';
const pointName = 'Seepage weir';
let site: Site;
let way: Awaited<ReturnType<typeof openWay>>;
let page: Page;
let [projectId, pointId] = [0, 0];
const planIds: Record<string, number> = {};

const question = { help: '', isRequired: true, options: [], unit: '', min: null, max: null };
const questions = [
  {
    ...question,
    key: 'drain',
    kind: 'choice',
    label: 'Drain',
    options: [
      { label: 'Clear', isFault: false },
      { label: 'Blocked', isFault: true },
    ],
  },
  { ...question, key: 'flow', kind: 'number', label: 'Flow', unit: 'L/s' },
  { ...question, key: 'crest', kind: 'photo', label: 'Crest photo' },
];

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  await site.signIn('demo', password);
  ({ id: projectId } = await projectNamed(site, 'Hengtang Earth Dam'));
  const rows = [
    { name: pointName, family: 'waterLevel', type: 2, intervalSeconds: 3_600, structurePath: ['Main dam'] },
  ];
  await site.request('POST', `/projects/${projectId}/measuring-points/batch`, { rows });
  const { measuringPoints } = await site.request<{ measuringPoints: { id: number; name: string }[] }>(
    'GET',
    `/projects/${projectId}/measuring-points?pageSize=2000`,
  );
  pointId = measuringPoints.find(({ name }) => name === pointName)?.id ?? 0;
  const { template } = await site.request<{ template: { id: number } }>(
    'POST',
    `/projects/${projectId}/inspection-templates`,
    { name: 'Tunnel walk', questions },
  );
  for (const name of ['North gallery', 'South gallery']) {
    const plan = {
      name,
      templateId: template.id,
      unit: 'day',
      every: 1,
      firstOn: '2020-01-01',
      at: '00:00',
      graceHours: 24,
    };
    const answer = await site.request<{ plan: { id: number } }>(
      'POST',
      `/projects/${projectId}/inspection-plans`,
      plan,
    );
    planIds[name] = answer.plan.id;
  }
  way = await openWay(new URL(site.server.url));
  const token = await site.page.evaluate((key) => sessionStorage.getItem(key) ?? '', tokenKey);
  // Once, as somebody who stays signed in on this telephone: a page that threw it away would ask for a password.
  await site.page.goto(`${way.url}/favicon.svg`);
  await site.page.evaluate(([key, text]) => localStorage.setItem(key, text), [tokenKey, token] as const);
});
after(async () => {
  await site?.close();
  await way?.close();
});

async function openAt(path: string): Promise<void> {
  page = await site.opened.context.newPage();
  page.setDefaultTimeout(30_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${way.url}/#${path}`);
}
/** The battery is gone and another one is in. */
async function openAgain(path: string): Promise<void> {
  await page.close();
  await openAt(path);
}
async function setNetwork(isThere: boolean): Promise<void> {
  way.set(isThere ? 'open' : 'cut');
  await site.opened.context.setOffline(!isThere);
}
const fieldWork = () => `/projects/${projectId}/field-work`;
const reading = () => page.getByRole('form', { name: 'New reading' });
const card = (name: string) => page.getByRole('region', { name, exact: true });
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(png) });
const close = () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
const passwordFields = () => page.locator('input[type=password]').count();
async function openPoint(): Promise<void> {
  await page.getByRole('tab', { name: 'Points' }).click();
  await page.getByRole('searchbox').fill(pointName);
  await page.getByRole('button', { name: pointName }).first().click();
  await reading().waitFor();
}
const openPlan = async (name: string) => {
  await page.getByRole('tab', { name: 'To do' }).click();
  await page.getByRole('button', { name }).click();
};

interface StoredRound {
  readonly id: number;
  readonly planId: number;
  readonly revision: number;
  readonly state: string;
  readonly finishedAt: string;
  readonly answers: Readonly<Record<string, { readonly value: unknown }>>;
  readonly photos: readonly unknown[];
}
async function roundsOf(planId: number): Promise<StoredRound[]> {
  const { rounds } = await site.request<{ rounds: { id: number }[] }>(
    'GET',
    `/projects/${projectId}/inspections?planId=${planId}`,
  );
  return await Promise.all(
    rounds.map(
      async ({ id }) =>
        (await site.request<{ round: StoredRound }>('GET', `/projects/${projectId}/inspections/${id}`)).round,
    ),
  );
}

describe('an hour in a tunnel', { skip: noChromium }, () => {
  let finishedBefore = 0;

  test('a photo is kept when it is taken and a value while it is typed, over a closed sheet and an empty battery', async () => {
    await openAt(fieldWork());
    await page.getByText('This page works without a network').waitFor();
    await setNetwork(false);
    await openPoint();
    // Computed and unused quantities are not in the way; the calendar is that of the application.
    assert.equal(await reading().locator('input[type=datetime-local]').count(), 0);
    await reading().getByRole('textbox').first().fill('12.5');
    await page.getByRole('button', { name: 'Save reading' }).click();
    await page.getByText(`Saved on this device: ${pointName}`).first().waitFor();
    await page.locator('.fld-sheet input[type=file]').setInputFiles(picture('crack.png'));
    await page.getByText('1 photo is kept on this device').waitFor();
    await page.getByRole('region', { name: 'Photo' }).getByRole('textbox').fill('Left wall');
    await reading().getByRole('textbox').first().fill('13.1');
    await openAgain(fieldWork());
    await page.getByText('Typed, not saved').first().waitFor();
    await openPoint();
    await page.getByText(/Typed at .* and not saved yet/).waitFor();
    assert.equal(await reading().getByRole('textbox').first().inputValue(), '13.1');
    await page.getByRole('button', { name: 'Discard what is typed' }).click();
    await page.getByRole('button', { name: 'Discard permanently' }).click();
    assert.equal(await reading().getByRole('textbox').first().inputValue(), '');
    await close();
    await page.getByRole('tab', { name: 'Entered' }).click();
    await waitFor(() => page.locator('.fld-body .fld-entry[data-state=waiting]').count(), 2);
  });

  test('every other page says that there is no network and leads to what works; nobody is asked for a password', async () => {
    for (const path of ['/alerts', `/projects/${projectId}/inspection`]) {
      await openAgain(path);
      await page.getByRole('heading', { name: 'No network' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'No network' }).waitFor();
      assert.equal(await passwordFields(), 0);
    }
    await page.getByText('2 entries are on this device').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('link', { name: 'Field work: Hengtang Earth Dam' }).click();
    await page.getByText('No connection. Data as of').waitFor();
  });

  test('a round is begun, answered, photographed and finished', async () => {
    await openPlan('North gallery');
    await page.getByRole('button', { name: 'Begin the round' }).click();
    await card('Drain').getByText('Blocked').click();
    await card('Flow').getByRole('textbox', { name: 'Flow', exact: true }).fill('2,5');
    await card('Crest photo').locator('input[type=file]').setInputFiles(picture('crest.png'));
    await page.getByText('All questions answered').waitFor();
    await openAgain(fieldWork());
    await page.getByText('Begun on this device').waitFor();
    await openPlan('North gallery');
    await waitFor(() => card('Flow').getByRole('textbox', { name: 'Flow', exact: true }).inputValue(), '2.5');
    await waitFor(() => card('Crest photo').locator('img').count(), 1);
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByText('Finished on this device, waiting to be sent').first().waitFor();
    finishedBefore = Date.now();
    assert.deepEqual(await roundsOf(planIds['North gallery'] ?? 0), []);
    await close();
  });

  test('the network is back: the page goes on where it was asked to, and everything arrives once', async () => {
    await openAgain('/alerts');
    await page.getByRole('heading', { name: 'No network' }).waitFor();
    await setNetwork(true);
    await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
    assert.equal(await passwordFields(), 0);
    assert.ok(page.url().endsWith('#/alerts'), page.url());
    await waitFor(async () => (await roundsOf(planIds['North gallery'] ?? 0)).map(({ state }) => state), ['finished']);
    const [round] = await roundsOf(planIds['North gallery'] ?? 0);
    assert.deepEqual([round?.answers['drain']?.value, round?.answers['flow']?.value], ['Blocked', 2.5]);
    assert.equal(round?.photos.length, 1);
    assert.ok(Date.parse(round?.finishedAt ?? '') <= finishedBefore, 'it was finished in the tunnel');
    const { photos } = await site.request<{ photos: { note: string }[] }>('GET', `/measuring-points/${pointId}/photos`);
    assert.deepEqual(
      photos.map(({ note }) => note),
      ['Left wall'],
    );
    const range = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() };
    const { rows } = await site.request<{ rows: { values: number[] }[] }>('POST', '/monitor/pagination', {
      pointId,
      ...range,
    });
    assert.deepEqual(
      rows.map(({ values }) => values[0]),
      [12.5],
    );
    await openAgain(`${fieldWork()}?tab=entries`);
    await waitFor(() => page.locator('.fld-entry[data-round=sent]').count(), 1);
  });

  test('a round that somebody else finished meanwhile is kept, and goes into a correction where its author says so', async () => {
    const planId = planIds['South gallery'] ?? 0;
    await page.getByText('Connected, read').waitFor();
    await setNetwork(false);
    await openPlan('South gallery');
    await page.getByRole('button', { name: 'Begin the round' }).click();
    await card('Drain').getByText('Blocked').click();
    await card('Flow').getByRole('textbox', { name: 'Flow', exact: true }).fill('7');
    await card('Crest photo').locator('input[type=file]').setInputFiles(picture('south.png'));
    await page.getByRole('button', { name: 'Finish' }).click();
    const base = `/projects/${projectId}/inspections`;
    const { round } = await site.request<{ round: StoredRound }>('POST', base, { planId });
    const form = new FormData();
    form.append('file', new Blob([Buffer.concat([png, Buffer.from('x')])], { type: 'image/png' }), 'theirs.png');
    await site.request('POST', `${base}/${round.id}/photos?questionKey=crest`, form);
    await site.request('PUT', `${base}/${round.id}/answers`, {
      answers: { drain: { value: 'Clear' }, flow: { value: 1 } },
    });
    await site.request('POST', `${base}/${round.id}/finish`, {});
    await setNetwork(true);
    await page.getByText('Finished by somebody else: decide').first().waitFor();
    await page.getByRole('button', { name: 'Put mine into a correction' }).click();
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByText('Sent', { exact: true }).first().waitFor();
    const rounds = (await roundsOf(planId)).sort((a, b) => a.revision - b.revision);
    assert.deepEqual(
      rounds.map(({ revision, state, answers, photos }) => [revision, state, answers['flow']?.value, photos.length]),
      [
        [1, 'finished', 1, 1],
        [2, 'finished', 7, 2],
      ],
    );
  });
});

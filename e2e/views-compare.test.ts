/** A probe against a chain of the demonstration in the same borehole: numbers of the API, what is matched, files, address. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

let site: Site;
let address: string;
let query: { pointId: number; manualPointId: number; from: string; to: string };

interface Compared {
  readonly pairs: readonly {
    readonly manual: { readonly at: string; readonly depthsM: readonly number[] };
    readonly differences: readonly (number | null)[];
    readonly mean: number;
    readonly count: number;
  }[];
}
reportPages();
before(async () => {
  if (noChromium) return;
  const password = 'Probe-2026-demo';
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  await site.signIn('demo', password);
  const project = await projectNamed(site, 'Baisha');
  const pointsOf = async () =>
    (
      await site.request<{ measuringPoints: { id: number; name: string }[] }>(
        'GET',
        `/projects/${project.id}/measuring-points`,
      )
    ).measuringPoints;
  await site.request('POST', `/projects/${project.id}/measuring-points/batch`, {
    rows: [
      {
        name: 'IN-B1-M',
        family: 'deepDisplacement',
        type: 2,
        nodeCount: 18,
        intervalSeconds: 7 * 86_400,
        structurePath: ['Middle block', 'Borehole B1'],
      },
    ],
  });
  const points = await pointsOf();
  const idOf = (name: string): number => {
    const found = points.find((point) => point.name === name);
    assert.ok(found, name);
    return found.id;
  };
  const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
  const nodes = (survey: number) =>
    Object.fromEntries(
      Array.from({ length: 18 }, (_, k) => [
        [`x${k + 1}`, k === 4 ? null : 6 - k / 3 + survey / 10],
        [`y${k + 1}`, 2 - k / 8],
      ]).flat() as [string, number | null][],
    );
  await site.request('POST', `/projects/${project.id}/artificial-data`, {
    rows: [22, 15, 8, 1].map((days, survey) => ({
      pointId: idOf('IN-B1-M'),
      at: daysAgo(days),
      values: nodes(survey),
    })),
  });
  query = { pointId: idOf('IN-B1'), manualPointId: idOf('IN-B1-M'), from: daysAgo(29), to: daysAgo(0) };
  address = `${site.server.url}/#/projects/${project.id}/monitor-new/home?view=adm-artificial-compare&point=${query.pointId}&manual=${query.manualPointId}`;
});
after(() => site?.close());

const open = async ({ from, to }: { from: string; to: string }): Promise<void> => {
  await site.page.goto('about:blank');
  await site.page.goto(`${address}&from=${from}&to=${to}`);
};

const shown = (value: number | null | undefined): string => {
  if (value === null || value === undefined) return '—';
  const words = value.toFixed(3).replace('-', '−');
  return value > 0 && words !== '0.000' ? `+${words}` : words;
};
const cells = (column: number): Promise<string[]> =>
  site.page
    .locator('.pr-compare [role=row]')
    .evaluateAll(
      (rows, at) =>
        rows.slice(1).map((row) => [...row.querySelectorAll('[role=gridcell]')][at]?.textContent.trim() ?? ''),
      column,
    );

describe('a probe against a chain', { skip: noChromium }, () => {
  test('differences by depth and their figures are what the API says; all pairs as a table; the address holds it', async () => {
    const { page } = site;
    await open(query);
    const { pairs } = await site.request<Compared>('POST', '/monitor/profiles/compare', query);
    assert.equal(pairs.length, 4);
    const newest = pairs.at(-1);
    assert.ok(newest);
    // Only rows in sight are drawn.
    await waitUntilSettled(
      () => cells(3),
      (found) => {
        assert.ok(found.length > 5);
        assert.deepEqual(found, newest.differences.slice(0, found.length).map(shown));
      },
    );
    await page.getByText(`${newest.count} of ${newest.manual.depthsM.length}`).waitFor();
    await page
      .locator('.pr-facts')
      .getByText(`${shown(newest.mean)} mm`)
      .first()
      .waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Table as CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    assert.equal(lines.length, newest.manual.depthsM.length + 1);
    await page.getByText('All surveys', { exact: true }).click();
    await waitFor(
      () => cells(1),
      pairs.map(({ mean }) => shown(mean)),
    );
    assert.match(page.url(), /list=surveys/);
    await page.getByText('B axis', { exact: true }).click();
    const across = await site.request<Compared>('POST', '/monitor/profiles/compare', { ...query, axis: 'y' });
    await waitFor(
      () => cells(1),
      across.pairs.map(({ mean }) => shown(mean)),
    );
    assert.match(page.url(), /axis=y/);
  });

  test('what has no counterpart is named, and nothing is compared with something else', async () => {
    const { page } = site;
    await open({ from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' });
    await page.getByText('No pair of surveys in this range').waitFor();
    assert.deepEqual(site.opened.errors, []);
  });
});

/** Lines and sections of the demonstration's masters, each table against what the API says, and the editor of masters. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

let site: Site;
const places = new Map<string, { projectId: number; pointId: number }>();

interface Line {
  readonly baseline: unknown;
  readonly surveys: readonly { readonly at: string | null; readonly up: readonly (number | null)[] }[];
}
interface Section {
  readonly surveys: readonly { readonly convergenceMm: readonly (number | null)[] }[];
}
reportPages();
before(async () => {
  if (noChromium) return;
  const password = 'Lines-2026-demo';
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  await site.signIn('demo', password);
  const { projects } = await site.request<{ projects: { id: number }[] }>('GET', '/projects');
  for (const { id: projectId } of projects) {
    const { nodes } = await site.request<{ nodes: { kind: string; name: string; ref: number }[] }>(
      'GET',
      `/projects/${projectId}/tree`,
    );
    for (const { kind, name, ref } of nodes) if (kind === 'point') places.set(name, { projectId, pointId: ref });
  }
});
after(() => site?.close());

const placeOf = (name: string) => {
  const place = places.get(name);
  assert.ok(place, name);
  return place;
};
async function open(name: string, query: string): Promise<number> {
  const { projectId, pointId } = placeOf(name);
  await site.page.goto('about:blank');
  await site.page.goto(`${site.server.url}/#/projects/${projectId}/monitor-new/home?point=${pointId}&${query}`);
  return pointId;
}
async function tableRows(): Promise<string[][]> {
  const rows = site.page.locator('.ms .ant-table-tbody tr.ant-table-row');
  await rows.first().waitFor();
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())),
  );
}
const shown = (value: number | null | undefined): string => {
  if (value === null || value === undefined) return '—';
  const size = Math.abs(Number(value.toPrecision(12)));
  return (size !== 0 && size < 0.001 ? value.toExponential(4) : value.toFixed(3)).replaceAll('-', '−');
};

describe('masters', { skip: noChromium, concurrency: false }, () => {
  test('a levelling line: its table is what the API says, turned over by the direction, from a baseline, all in the address', async () => {
    const from = new Date(Date.now() - 6 * 86_400_000).toISOString();
    const to = new Date(Date.now() - 86_400_000).toISOString();
    const pointId = await open('HL west approach', `times=${from},${to}`);
    const question = (more: object) =>
      site.request<Line>('POST', '/monitor/lines', {
        pointId,
        times: [from, to],
        toleranceSeconds: 43_200,
        ...more,
      });
    const { surveys } = await question({});
    const [first, last] = surveys;
    // Of what stood there before nothing is left once the answer is drawn.
    const values = async () => (await tableRows()).map((cells) => cells[2]);
    await waitFor(
      values,
      last?.up.map((up) => shown(up === null || up === 0 ? up : -up)),
    );
    const rows = await tableRows();
    assert.equal(rows.length, 8);
    assert.match(rows[0]?.[0] ?? '', /^HL-01/);
    assert.equal(first?.up.length, 8);
    await open('HL west approach', `times=${from},${to}&direction=up&baseline=${from}&station=5`);
    const since = await question({ baseline: from });
    await waitFor(
      values,
      since.surveys.at(-1)?.up.map((up) => shown(up)),
    );
    await site.page.locator('.ms .pair h2', { hasText: 'HL-06' }).waitFor();
    await site.page.getByText('Made up of 8 points').waitFor();
    await site.page.locator('.ms tr', { hasText: 'HL-03' }).click();
    await site.page.waitForFunction(() => location.hash.includes('station=2'));
  });

  test('a line that cannot be read again stays, says so, and is read again when asked', async () => {
    const { page } = site;
    await open('HL west approach', 'range=past30Days');
    await tableRows();
    const lines = '**/api/monitor/lines';
    const refused = { status: 400, json: { error: 'badInput', code: 4000, detail: [] } };
    await page.route(lines, (route) => route.fulfill(refused));
    await page.getByRole('button', { name: 'Automatic refresh' }).click();
    await page.getByText('Refresh now').click();
    await page.getByText('The last answer is shown.').waitFor();
    assert.ok((await tableRows()).length > 0, 'what was drawn is not taken away');
    await page.unroute(lines);
    await page.getByRole('status').getByRole('button').click();
    await page.getByText('The last answer is shown.').waitFor({ state: 'detached' });
  });

  test('a section: the convergence of each chord is what the API says; a row chooses the chord whose curve stands beside', async () => {
    const to = new Date(Date.now() - 86_400_000).toISOString();
    const pointId = await open('Section 405', `view=station-convergence&times=${to}`);
    const rows = await tableRows();
    const { surveys } = await site.request<Section>('POST', '/monitor/sections', {
      pointId,
      times: [to],
      toleranceSeconds: 43_200,
    });
    assert.deepEqual(
      rows.map((cells) => cells[1]),
      surveys[0]?.convergenceMm.map((mm) => (mm !== null && mm > 0 ? `+${shown(mm)}` : shown(mm))),
    );
    await site.page.locator('.ms tr', { hasText: 'PR-405-2 – PR-405-4' }).click();
    await site.page.locator('.ms .ms-list h2', { hasText: 'PR-405-2 – PR-405-4' }).waitFor();
    await open('Section 405', `view=station-offset&times=${to}`);
    assert.equal((await tableRows()).length, 5);
  });

  test('a section as a table and as a report: the numbers of its drawing, of its line where it settles', async () => {
    const to = new Date(Date.now() - 86_400_000).toISOString();
    const { page } = site;
    const pointId = await open('Section 405', `view=station-data&times=${to}&layout=places`);
    const question = { pointId, times: [to], toleranceSeconds: 43_200 };
    const { surveys } = await site.request<Section>('POST', '/monitor/sections', question);
    const cells = (): Promise<string[]> =>
      page
        .locator('.tb [role="row"] [role="gridcell"]:last-child')
        .evaluateAll((all) => all.map((cell) => cell.textContent.trim()));
    await waitFor(cells, surveys[0]?.convergenceMm.map(shown) ?? []);
    await page.getByText('Settlement', { exact: true }).first().click();
    await page.waitForURL(/of=settlement/);
    const { surveys: lines } = await site.request<Line>('POST', '/monitor/lines', question);
    await waitFor(cells, lines[0]?.up.map((mm) => shown(mm === null || mm === 0 ? mm : -mm)) ?? []);
    await open('Section 405', `view=station-report&times=${to}`);
    await page.getByRole('article').getByText('PR-405-2 – PR-405-4').first().waitFor();
    await page.getByRole('article').getByText('Best-fit circle', { exact: false }).waitFor();
  });

  test('the editor keeps what is set of a slave with it when the order changes', async () => {
    const { projectId, pointId } = placeOf('TB K4+260');
    const get = async () =>
      (
        await site.request<{
          measuringPoint: { slaves: { pointId: number }[]; master: { lengthsMm: number[] }; structureId: number };
        }>('GET', `/measuring-points/${pointId}`)
      ).measuringPoint;
    const before = await get();
    await site.page.goto('about:blank');
    await site.page.goto(
      `${site.server.url}/#/projects/${projectId}/console/structures/${before.structureId}/mps/${pointId}?tab=slaves`,
    );
    const lengths = site.page.getByLabel('Length', { exact: true });
    await lengths.first().fill('2500');
    await site.page.getByRole('button', { name: 'Down', exact: true }).first().click();
    await site.page.getByRole('button', { name: 'Save', exact: true }).click();
    await site.page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const after = await get();
    assert.deepEqual(after.master.lengthsMm, [3000, 2500, 3000, 3000, 3000, 3000]);
    assert.deepEqual(
      after.slaves.map((slave) => slave.pointId).slice(0, 2),
      before.slaves
        .map((slave) => slave.pointId)
        .slice(0, 2)
        .reverse(),
    );
  });
});

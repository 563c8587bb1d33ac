/** Chains that are no casing: what their views show, against the API and the sums of science; and how a chain is set up. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { panelDeflection } from '@plumbline/science/sections/panel';
import { chordsOfSection, nodesNow, surveyChords } from '@plumbline/science/sections/section-survey';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';

type Column = readonly (number | null)[];
interface Answer {
  readonly casings: readonly {
    readonly form: string;
    readonly chainagesM: readonly number[];
    readonly elevationsM: readonly number[];
    readonly lengthsMm: readonly number[];
    readonly panelAngleDeg: number | null;
    readonly nodes: readonly { readonly x: number; readonly y: number }[];
  }[];
  readonly surveys: readonly { readonly at: string | null; readonly x: Column; readonly y: Column }[];
}
interface Node {
  readonly name: string;
  readonly ref: number;
}

let site: Site;
const places = new Map<string, { projectId: number; pointId: number }>();
reportPages();
before(async () => {
  if (noChromium) return;
  const password = 'Views-2026-demo';
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  await site.signIn('demo', password);
  const { projects } = await site.request<{ projects: { id: number }[] }>('GET', '/projects');
  for (const { id } of projects) {
    const { nodes } = await site.request<{ nodes: Node[] }>('GET', `/projects/${id}/tree`);
    for (const { name, ref } of nodes) places.set(name, { projectId: id, pointId: ref });
  }
});
after(() => site?.close());

const days = ['2026-06-01T04:00:00.000Z', '2026-09-01T04:00:00.000Z'];
const shown = (value: number | null | undefined): string => {
  if (value === null || value === undefined) return '—';
  const size = Math.abs(value);
  return (size !== 0 && size < 0.001 ? value.toExponential(4) : value.toFixed(3)).replaceAll('-', '−');
};
function placeOf(name: string) {
  const place = places.get(name);
  assert.ok(place, name);
  return place;
}

/** Opens a view of a point at two days. Gives the cells of its table, and what the API says. */
async function open(name: string, query: string): Promise<{ rows: string[][]; answer: Answer }> {
  const { projectId, pointId } = placeOf(name);
  await site.page.goto('about:blank');
  const times = `times=${days.join(',')}`;
  await site.page.goto(
    `${site.server.url}/#/projects/${projectId}/monitor-new/home?point=${pointId}&${times}&${query}`,
  );
  const cells = site.page.locator('.pf-survey .ant-table-tbody tr.ant-table-row');
  await cells.first().waitFor();
  const rows = await cells.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())),
  );
  const question = { pointId, times: days, toleranceSeconds: 43_200 };
  return { rows, answer: await site.request<Answer>('POST', '/monitor/profiles', question) };
}

describe('views of chains', { skip: noChromium }, () => {
  test('a settlement line counts downwards, by the name of specification 2 too; the fixed joint does not move', async () => {
    const { rows, answer } = await open('HDA-430', 'view=hda-chart');
    const [line] = answer.casings;
    const now = answer.surveys[1];
    assert.ok(line && now && line.form === 'horizontal');
    assert.deepEqual(
      rows.map(([chainage, settlement]) => [chainage, settlement]),
      line.chainagesM.map((chainage, joint) => [chainage.toFixed(1), shown(0 - (now.x[joint] ?? Number.NaN))]),
    );
    await site.page.getByRole('row', { name: /^0\.0 / }).click();
    await site.page.getByText('This joint is fixed.').waitFor();
    assert.match(site.page.url(), /joint=0/);
  });

  test('a slab shows its deflection and both parts of it, as science says them', async () => {
    const { rows, answer } = await open('PD-512', 'view=adm-panel-deflection');
    const [slab] = answer.casings;
    const now = answer.surveys[1];
    assert.ok(slab && now);
    const { elevationM } = panelDeflection({
      lengthsMm: slab.lengthsMm,
      tiltDeg: slab.lengthsMm.map(() => 0),
      initialTiltDeg: slab.lengthsMm.map(() => 0),
      panelAngleDeg: slab.panelAngleDeg ?? Number.NaN,
      plinthElevationM: 74.5,
    });
    assert.deepEqual(
      rows.map(([elevation]) => Number(elevation)),
      [...elevationM].map((metres) => Number(metres.toFixed(2))),
    );
    const alpha = ((slab.panelAngleDeg ?? Number.NaN) * Math.PI) / 180;
    assert.deepEqual(
      rows.map(([, ...parts]) => parts.slice(0, 3)),
      now.x.map((w) => [w, (w ?? 0) * Math.sin(alpha), 0 - (w ?? 0) * Math.cos(alpha)].map(shown)),
    );
  });

  test('a ring shows the convergence of its chords; a chord that is pressed is looked at', async () => {
    const { rows, answer } = await open('RC-415', 'view=adm-circular&list=chords');
    const [ring] = answer.casings;
    const now = answer.surveys[1];
    assert.ok(ring && now);
    const chords = surveyChords(
      chordsOfSection(ring.nodes.length, true),
      ring.nodes,
      nodesNow(ring.nodes, now.x, now.y),
    );
    assert.deepEqual(
      rows.map(([chord, convergence]) => [chord, convergence]),
      chords.map(({ from, to, convergenceMm }) => [`${from}–${to}`, shown(convergenceMm)]),
    );
    await site.page.getByRole('row', { name: /^3–11/ }).click();
    await site.page.getByRole('heading', { name: 'Chord 3–11' }).waitFor();
    await site.page.getByText('Misclosure').waitFor();
    assert.deepEqual(site.opened.errors, []);
  });

  test('in the console of a point segments are a table; what is added to all is saved, and a short one is refused', async () => {
    const { page } = site;
    const { projectId, pointId } = placeOf('HDA-430');
    await page.goto(`${site.server.url}/#/projects/${projectId}/console/structures/1/mps/${pointId}?tab=formula`);
    await page.getByRole('img', { name: 'Drawing of the chain' }).waitFor();
    await page.getByRole('spinbutton', { name: 'Amount' }).fill('-1600');
    await page.getByRole('button', { name: 'Add to all' }).click();
    await page.getByText('Shorter than 500 mm: segments 1, 2, 3').waitFor();
    await page.getByRole('spinbutton', { name: 'Amount' }).fill('1500');
    await page.getByRole('button', { name: 'Add to all' }).click();
    await page.getByText('Shorter than 500 mm').waitFor({ state: 'detached' });
    const [answer] = await Promise.all([
      page.waitForResponse(
        (response) => response.request().method() === 'PATCH' && response.url().includes('/measuring-points/'),
      ),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    assert.equal(answer.status(), 200, await answer.text());
    const { measuringPoint } = await site.request<{ measuringPoint: { parameters: Record<string, number> } }>(
      'GET',
      `/measuring-points/${pointId}`,
    );
    assert.deepEqual([measuringPoint.parameters['length1'], measuringPoint.parameters['length20']], [1900, 1900]);
  });

  test('a chain that was cut in the field is changed from a date on; what was in force until then is listed', async () => {
    const { page } = site;
    const { projectId, pointId } = placeOf('HDA-430');
    await page.goto('about:blank');
    await page.goto(`${site.server.url}/#/projects/${projectId}/console/structures/1/mps/${pointId}?tab=formula`);
    await page.getByText('Never changed: all readings use the current conversion.').waitFor();
    await page.getByRole('spinbutton', { name: 'Amount' }).fill('-100');
    await page.getByRole('button', { name: 'Add to all' }).click();
    await page.getByText('From a date on', { exact: true }).click();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await page.locator('.ant-form-item-explain-error').first().waitFor();
    const at = '2026-09-15 08:00:00';
    await page.getByLabel('Valid from').fill(at);
    await page.getByLabel('Valid from').press('Enter');
    const [answer] = await Promise.all([
      page.waitForResponse(
        (response) => response.request().method() === 'PATCH' && response.url().includes('/measuring-points/'),
      ),
      save.click(),
    ]);
    assert.equal(answer.status(), 200, await answer.text());
    const history = page.getByRole('region', { name: 'Conversion and geometry over time' });
    await history.getByText('In force').waitFor();
    await history.getByText('length1 1900 → 1800').waitFor();
    const { deviceGroups } = await site.request<{ deviceGroups: { validFrom: string | null }[] }>(
      'GET',
      `/measuring-points/${pointId}/device-groups`,
    );
    assert.deepEqual(
      deviceGroups.map(({ validFrom }) => validFrom !== null),
      [true, false],
    );
  });
});

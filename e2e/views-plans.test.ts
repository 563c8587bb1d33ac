/** Views on a plan, each against what the API and science say of the same readings. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { numberFormat } from '@plumbline/contract/kernel/constants';
import { planOf } from '../science/src/profiles/north-east.ts';
import { savedFile } from './chart-files.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

let site: Site;
let address: string;
const pointIds = new Map<string, number>();
const structureIds = new Map<string, number>();

interface Node {
  readonly name: string;
  readonly kind: string;
  readonly ref: number;
}
interface Moved {
  readonly name: string;
  readonly moved: { readonly north: number; readonly east: number; readonly horizontal: number } | null;
}
reportPages();
before(async () => {
  if (noChromium) return;
  const password = 'Plans-2026-demo';
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  await site.signIn('demo', password);
  const project = await projectNamed(site, 'Baisha');
  const { nodes } = await site.request<{ nodes: Node[] }>('GET', `/projects/${project.id}/tree`);
  for (const { name, kind, ref } of nodes) (kind === 'point' ? pointIds : structureIds).set(name, ref);
  address = `${site.server.url}/#/projects/${project.id}/monitor-new/home`;
});
after(() => site?.close());

/** As the page writes it: what is below three decimals with an exponent. */
function shown(value: number | null | undefined): string {
  if (value === null || value === undefined) return '—';
  const { exponentBelow, exponentDigits } = numberFormat;
  const isTiny = value !== 0 && Math.abs(Number(value.toPrecision(12))) < exponentBelow;
  return (isTiny ? value.toExponential(exponentDigits) : value.toFixed(3)).replaceAll('-', '−');
}
/** The cells of the last table of the view, row by row. */
async function tableRows(): Promise<string[][]> {
  const rows = site.page.locator('.tk-side .pl-table').last().locator('tr.ant-table-row');
  await rows.first().waitFor();
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())),
  );
}
async function open(point: string, query: string): Promise<void> {
  await site.page.goto('about:blank');
  await site.page.goto(`${address}?point=${pointIds.get(point)}&${query}`);
}
const times = ['2026-06-01T04:00:00.000Z', '2026-09-01T04:00:00.000Z'] as const;
const range = `from=${times[0]}&to=${times[1]}`;

describe('views on a plan', { skip: noChromium }, () => {
  test('a casing from above: its joints turned by the azimuth that is set', async () => {
    await open('IN-B1', `view=adm-northeast&times=${times.join()}`);
    const rows = await tableRows();
    const { surveys, drawing } = await site.request<{
      surveys: { x: number[]; y: number[] }[];
      drawing: { markAzimuthDeg: number };
    }>('POST', '/monitor/profiles', { pointId: pointIds.get('IN-B1'), times, toleranceSeconds: 43_200 });
    assert.equal(drawing.markAzimuthDeg, 130);
    const now = surveys.at(-1);
    assert.ok(now);
    assert.deepEqual(
      rows.map(([, horizontal, , north, east]) => [horizontal, north, east]),
      planOf(now.x, now.y, 130).map((joint) => [shown(joint?.horizontal), shown(joint?.north), shown(joint?.east)]),
    );
    await waitFor(() => site.page.getByText('Azimuth not set').count(), 0);
    await site.page.getByRole('row', { name: /^5\.0 / }).click();
    await site.page.getByRole('heading', { name: 'At 5.0 m' }).waitFor();
    assert.match(site.page.url(), /joint=5/);
  });

  test('a track: the table holds readings of the path, and the file all that is drawn', async () => {
    const { page } = site;
    await open('PR-B2', `view=gnss-chart&${range}&surveys=4`);
    const rows = await tableRows();
    const track = await site.request<{ times: number[]; north: number[]; east: number[] }>('POST', '/monitor/tracks', {
      pointId: pointIds.get('PR-B2'),
      from: times[0],
      to: times[1],
    });
    const drawn = await page
      .locator('.tk-side td time')
      .evaluateAll((all) => all.map((each) => each.getAttribute('datetime')));
    assert.equal(rows.length, 4);
    assert.deepEqual(
      rows.map(([, , , north, east]) => [north, east]),
      drawn.map((at) => {
        const place = track.times.indexOf(Date.parse(at ?? ''));
        return [shown(track.north[place]), shown(track.east[place])];
      }),
    );
    const lines = (await savedFile(page, 'Drawn points as CSV')).toString('utf8').trim().split('\r\n').slice(2);
    assert.equal(lines.length, track.north.filter((value) => value !== null).length);
  });

  test('a forecast: what the API says, marked as such and drawn beyond now', async () => {
    const { page } = site;
    await open('PR-B2', `${range}&predict=linear&horizon=30`);
    const { prediction } = await site.request<{ prediction: { values: number[]; r2: number } }>(
      'POST',
      '/monitor/predict',
      {
        pointId: pointIds.get('PR-B2'),
        field: 'horizontal',
        from: times[0],
        to: times[1],
        model: 'linear',
        horizonSeconds: 30 * 86_400,
      },
    );
    await page.getByText(`R² ${prediction.r2.toFixed(3)}`).waitFor();
    await page.getByText('Not measured, not judged.').waitFor();
    const entry = page.locator('.pl-readout .entry', { hasText: 'Forecast' });
    assert.match(await entry.innerText(), new RegExp(shown(prediction.values.at(-1)).replace('.', '\\.')));
    await open('PR-B2', `${range}&predict=inverseVelocity`);
    await page.getByText('Data prediction exception, please contact administrator').waitFor();
  });

  test('movements of all points between two dates; a row opens the track of its point', async () => {
    const { page } = site;
    await open('PR-B2', `view=tdm-map&${range}&surveys=2`);
    const rows = await tableRows();
    const { points } = await site.request<{ points: Moved[] }>('POST', '/monitor/vectors', {
      structureId: structureIds.get('Middle block'),
      from: times[0],
      to: times[1],
    });
    assert.equal(points.length, 8);
    assert.deepEqual(
      rows.map(([name, horizontal, , north, east]) => [name, horizontal, north, east]),
      points.map(({ name, moved }) => [name, shown(moved?.horizontal), shown(moved?.north), shown(moved?.east)]),
    );
    await page.getByRole('row', { name: /^PR-C1/ }).click();
    await page.getByRole('heading', { name: 'PR-C1' }).waitFor();
    assert.match(page.url(), /view=sdmpro-track/);
    await page.getByText('North, east and up over time').waitFor();
    assert.deepEqual(
      site.opened.errors.filter((words) => !words.includes('409')),
      [],
    );
  });
});

/** Runs of an inclinometer probe in a browser: from the file of the readout, by way of what is wrong with it, into the profile. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Probe-2026x';
let site: Site;
let pointId: number;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  await site.signIn('demo', password);
  const { nodes } = await site.request<{ nodes: { kind: string; ref: number }[] }>('GET', '/projects/1/tree');
  const structureId = nodes.find((node) => node.kind === 'structure')?.ref;
  const rows = [{ name: 'PAM-1', family: 'deepDisplacement', type: 2, structureId, nodeCount: 3 }];
  const { pointIds } = await site.request<{ pointIds: number[] }>('POST', '/projects/1/measuring-points/batch', {
    rows,
  });
  pointId = pointIds[0] ?? 0;
});
after(() => site?.close());

const counts = (top: number) =>
  ['Depth;A0;A180;B0;B180', `0.5;${top};-90;5;-3`, '1;100;-88;4;-2', '1.5;100;-89;3;-1'].join('\n');
const fileOf = (date: string, top: number) =>
  [
    'Headings;Site;Installation;Instrument Constant;DepthUnits',
    'Installation v1;Pit;PAM-1;25000;Meters',
    'Headings;Survey DateTime;Num Depths',
    `Survey v2;${date} 09:30:00;3`,
    counts(top),
  ].join('\n');

async function choose(content: string): Promise<void> {
  const { page } = site;
  await page.goto('about:blank');
  await page.goto(`${site.server.url}/#/projects/1/monitor-new/structures/1/mps/${pointId}/pam-data-import`);
  await page.getByRole('heading', { name: 'Import an inclinometer run' }).waitFor();
  const file = { name: 'run.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.locator('input[type=file]').setInputFiles(file);
}
async function bring(content: string): Promise<void> {
  const { page } = site;
  await choose(content);
  await page.getByText('The file belongs to PAM-1, but the casing is PAM-1.').waitFor();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText(/Sum of both directions, axis A: mean 11, /).waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('Run imported').first().waitFor();
}

test('a run of another casing and a file that is none are refused in words; the initial run is what the next one counts from', {
  skip: noChromium,
}, async () => {
  const { page } = site;
  await choose('Time;Value\n1;2');
  await page.getByText('no line begins with Depth').waitFor();
  await choose(fileOf('01/03/2026', 100));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page
    .getByText(/its intervals are 500 mm long, those of the casing 1,?000 mm/)
    .first()
    .waitFor();

  await page.goto('about:blank');
  await page.goto(`${site.server.url}/#/projects/1/console/structures/1/mps/${pointId}?tab=formula`);
  await page.getByRole('spinbutton', { name: 'segmentMm' }).fill('500');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await waitFor(
    async () => {
      const { measuringPoint } = await site.request<{ measuringPoint: { parameters: object } }>(
        'GET',
        `/measuring-points/${pointId}`,
      );
      return measuringPoint.parameters;
    },
    { segmentMm: 500 },
  );

  // Sums of 10, 12 and 11 counts are alike.
  await bring(fileOf('01/03/2026', 100));
  await bring(fileOf('02/03/2026', 100));
  const { surveys } = await site.request<{ surveys: { x: (number | null)[] }[] }>('POST', '/monitor/profiles', {
    pointId,
    times: ['2026-03-01T01:30:00Z', '2026-03-02T01:30:00Z'],
  });
  assert.deepEqual(
    surveys.map(({ x }) => x),
    [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  );
  await choose(fileOf('03/03/2026', 150));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('1 sum deviates from the others').waitFor();
  await page.getByRole('table', { name: 'Run' }).getByText('0.500', { exact: true }).first().waitFor();
  // The run of another casing was refused by the server.
  const others = site.opened.errors.filter((each) => !/400 \(Bad Request\).*\/probe-runs$/.test(each));
  assert.deepEqual(others, []);
});

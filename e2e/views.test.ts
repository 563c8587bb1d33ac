/** The views of points, each against what the API and science say of the same readings. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { savedFile } from './chart-files.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

let site: Site;
let address: string;
let pointId: number;

interface Node {
  readonly name: string;
  readonly ref: number;
}
interface Answer {
  readonly casings: readonly { readonly depthsM: readonly number[] }[];
  readonly baseline: Survey | null;
  readonly surveys: readonly Survey[];
}
interface Survey {
  readonly at: string | null;
  readonly x: readonly (number | null)[];
  readonly y: readonly (number | null)[];
}
reportPages();
before(async () => {
  if (noChromium) return;
  const password = 'Views-2026-demo';
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  await site.signIn('demo', password);
  const project = await projectNamed(site, 'Luojia Bay');
  const { nodes } = await site.request<{ nodes: Node[] }>('GET', `/projects/${project.id}/tree`);
  pointId = nodes.find(({ name }) => name === 'IN-07')?.ref ?? 0;
  address = `${site.server.url}/#/projects/${project.id}/monitor-new/home`;
});
after(() => site?.close());

const shown = (value: number | null | undefined): string => {
  if (value === null || value === undefined) return '—';
  const size = Math.abs(value);
  const text = size !== 0 && size < 0.001 ? value.toExponential(4) : value.toFixed(3);
  return text.replaceAll('-', '−');
};
/** The cells of the table, row by row, without the level. */
async function tableRows(): Promise<string[][]> {
  const rows = site.page.locator('.pf-joint .ant-table-tbody tr.ant-table-row');
  await rows.first().waitFor();
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())),
  );
}
async function open(query: string): Promise<void> {
  await site.page.goto('about:blank');
  await site.page.goto(`${address}?point=${pointId}&${query}`);
}
const chosenAt = (): Promise<string | null> => site.page.locator('.pf-joint time').getAttribute('datetime');

describe('the profile of a casing', { skip: noChromium }, () => {
  const times = 'times=2026-06-01T04:00:00.000Z,2026-09-01T04:00:00.000Z';

  test('shows the joints of the newest chosen survey as the API gives them, and the change since the one before', async () => {
    await open(`view=adm-profile&${times}`);
    const rows = await tableRows();
    const { surveys } = await site.request<Answer>('POST', '/monitor/profiles', {
      pointId,
      times: ['2026-06-01T04:00:00.000Z', '2026-09-01T04:00:00.000Z'],
      toleranceSeconds: 43_200,
    });
    const [before, now] = surveys;
    assert.ok(before && now && now.at !== null && before.at !== null);
    assert.equal(await chosenAt(), now.at);
    assert.deepEqual(
      rows.map(([, x, y, increment, change]) => [x, y, increment, change?.replace('+', '')]),
      now.x.map((x, joint) => {
        const below = now.x[joint + 1];
        return [
          shown(x),
          shown(now.y[joint]),
          shown(below === undefined || below === null || x === null ? null : x - below),
          shown(x === null ? null : x - (before.x[joint] ?? Number.NaN)),
        ];
      }),
    );
  });

  test('a row chooses the depth whose curve stands over the table; the address holds it', async () => {
    const { page } = site;
    await page.getByRole('row', { name: /^5\.0 / }).click();
    await page.getByRole('heading', { name: 'At 5.0 m' }).waitFor();
    assert.match(page.url(), /joint=5/);
    await page.reload();
    await page.getByRole('heading', { name: 'At 5.0 m' }).waitFor();
    await page.getByRole('row', { name: /^24\.0 / }).click();
    await page.getByText('This is the fixed end of the casing.').waitFor();
  });

  test('surveys are chosen by keys and played; the table follows', async () => {
    const { page } = site;
    const newest = await chosenAt();
    const handle = page.getByRole('slider', { name: 'Survey' });
    await handle.focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(
      (old) => document.querySelector('.pf-joint time')?.getAttribute('datetime') !== old,
      newest,
    );
    // A link to it shows the same survey.
    const older = await chosenAt();
    assert.match(page.url(), /played=/);
    await page.reload();
    await page.waitForFunction(
      (at) => document.querySelector('.pf-joint time')?.getAttribute('datetime') === at,
      older,
    );
    await page.getByRole('radio', { name: '4×' }).click();
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(
      (last) => document.querySelector('.pf-joint time')?.getAttribute('datetime') === last,
      newest,
    );
    await page.getByRole('button', { name: 'Play' }).waitFor();
  });

  test('the pointer on the curve over time shows the survey nearest to it in the drawing; nothing is chosen by that', async () => {
    const { page } = site;
    await open(`view=adm-profile&${times}&from=2026-05-25T00:00:00.000Z&to=2026-09-10T00:00:00.000Z`);
    await tableRows();
    const picture = () =>
      page
        .locator('.sv-shape canvas')
        .first()
        .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const curve = page.locator('.pf-joint .pl-chart');
    await curve.locator('canvas').first().waitFor();
    // Drawn once more when its words have been measured: it stands still before it is compared.
    let resting = '';
    await waitUntilSettled(
      async () => {
        const before = resting;
        resting = await picture();
        return before;
      },
      (before) => assert.ok(before === resting),
    );
    const [address, chosen] = [page.url(), await chosenAt()];
    await curve.hover({ position: { x: 70, y: 100 } });
    await waitUntilSettled(picture, (now) =>
      assert.notEqual(now, resting, 'the older survey is drawn as the chosen one'),
    );
    assert.deepEqual([page.url(), await chosenAt()], [address, chosen]);
    await page.mouse.move(1, 1);
    await waitFor(picture, resting);
  });

  test('what is hidden in the legend lies in the address, and a chart of another point begins whole', async () => {
    const { page } = site;
    await open(`view=adm-profile&${times}`);
    const entries = page.locator('.sv-shape .pl-readout button.entry');
    await waitFor(() => entries.count(), 2);
    await entries.first().click();
    await page.waitForURL(/hide=\d+/);
    await page.reload();
    await page.locator('.sv-shape .pl-readout button.entry[aria-pressed=false]').first().waitFor();
    assert.equal(await page.locator('.sv-shape .pl-readout button.entry[aria-pressed=true]').count(), 1);
    await page.getByRole('navigation', { name: 'Views of this point' }).getByRole('button', { name: 'Data' }).click();
    await page.waitForURL(/view=adm-data/);
    assert.doesNotMatch(page.url(), /hide=/);
  });

  test('counted from a baseline, the file holds what is drawn', async () => {
    const { page } = site;
    await open(`view=adm-profile&${times}&baseline=2026-06-01T04:00:00.000Z`);
    const rows = await tableRows();
    const lines = (await savedFile(page, 'Drawn points as CSV'))
      .toString('utf8')
      .trim()
      .split('\r\n')
      .slice(2)
      .map((line) => line.split(','));
    assert.equal(lines.length, rows.length);
    assert.deepEqual(
      lines.map(([, first, second]) => [Number(first), shown(Number(second))]),
      rows.map(([, x]) => [0, x]),
      'the baseline itself has not moved',
    );
  });

  test('a time without a survey is named, and a point without nodes has no such view', async () => {
    const { page } = site;
    await open('view=adm-profile&times=2019-06-01T04:00:00.000Z,2026-09-01T04:00:00.000Z');
    await page.getByText('1 of 2 times have no survey near them.').waitFor();
    await open('view=adm-profile&times=2019-06-01T04:00:00.000Z');
    await page.getByText('No survey in this range').waitFor();
    const { nodes } = await site.request<{ nodes: Node[] }>(
      'GET',
      address.replace(/^.*(\/projects\/\d+).*$/, '$1/tree'),
    );
    pointId = nodes.find(({ name }) => name === 'WL-E12')?.ref ?? 0;
    await open('view=adm-profile');
    await page.getByRole('heading', { name: 'WL-E12' }).waitFor();
    await page.locator('.dv-chart canvas').first().waitFor();
    const tabs = await page.getByRole('navigation', { name: 'Views of this point' }).innerText();
    assert.match(tabs, /Curve over time/);
    assert.doesNotMatch(tabs, /Profile/);
    assert.deepEqual(site.opened.errors, []);
  });
});

describe('what happened on site', { skip: noChromium }, () => {
  const list = '.an-list > li';

  test('is written down beside the chart, changed, deleted and brought back; the API has it', async () => {
    const { page } = site;
    await open('range=past30Days');
    await page.getByRole('button', { name: 'Annotations' }).click();
    await page.getByRole('button', { name: 'Add annotation' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add annotation' });
    await dialog.getByRole('combobox', { name: 'What happened' }).click();
    await page.getByTitle('Blast').click();
    await dialog.getByLabel('Description').fill('Trial blast');
    await dialog.getByRole('button', { name: 'Add annotation' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.locator(list).filter({ hasText: 'Trial blast' });
    await row.waitFor();
    assert.match(await row.innerText(), /Blast · .*East wall|Blast · .*Panel/);

    await row.getByRole('button', { name: 'Change annotation' }).click();
    const changing = page.getByRole('dialog', { name: 'Change annotation' });
    await changing.getByLabel('Description').fill('Trial blast 2');
    await changing.getByRole('button', { name: 'Save' }).click();
    await page
      .locator(list)
      .filter({ hasText: 'Trial blast 2' })
      .getByRole('button', { name: 'Delete annotation' })
      .click();
    await page.locator(list).filter({ hasText: 'Trial blast 2' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator(list).filter({ hasText: 'Trial blast 2' }).waitFor();

    const { annotations } = await site.request<{ annotations: { text: string; kind: string }[] }>(
      'GET',
      `/projects/${/projects\/(\d+)/.exec(address)?.[1]}/annotations`,
    );
    assert.ok(annotations.some(({ text, kind }) => text === 'Trial blast 2' && kind === 'blast'));
  });
});

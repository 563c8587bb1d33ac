/**
 * What is done with a point as a whole, and at its tabs, as an engineer does it: marked on map and picture, converted,
 * compensated, its limits handed on; snapshot, deprecated, reset, deleted. And the catalogue of models, by who keeps it.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, type Site } from './site.ts';

const password = 'Demo-2026x';
const systemPassword = 'System-2026x';
let site: Site;
let page: Page;

const api: Site['ask'] = (...asked) => site.ask(...asked);

before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, SYSTEM_PASSWORD: systemPassword });
  ({ page } = site);
  await site.signIn('demo', password);
});
after(() => site?.close());

const go = (path: string) => page.goto(`${site.server.url}/#/projects/1/${path}`);
const console_ = (pointId: number, tab = 'config') => go(`console/structures/1/mps/${pointId}?tab=${tab}`);
const dialog = () => page.getByRole('dialog');
const option = (text: string) =>
  page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: text })
    .first();
/** Pressed without the pointer: a warning that has just come may lie over the menu. */
const act = async (name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Acts' }).press('Enter');
  const item = page.getByRole('menuitem', { name });
  await item.waitFor();
  await item.dispatchEvent('click');
};
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
const unsaved = () => page.getByText('Unsaved changes').first();
const stored = async (): Promise<void> => {
  await save();
  await unsaved().waitFor({ state: 'detached' });
};
const row = (name: string) => page.locator('.pl-long .line, .ant-table-row').filter({ hasText: name });
const heading = (name: string) => page.getByRole('heading', { name }).first().waitFor();

type Made = { measuringPoint: { id: number } };
const make = async (name: string, more: object = {}): Promise<number> =>
  (
    await api<Made>('POST', '/projects/1/measuring-points', {
      ...{ name, structureId: 1, family: 'waterLevel', mode: 4 },
      ...more,
    })
  ).measuringPoint.id;
const point = async (id: number) =>
  (await api<{ measuringPoint: Record<string, never> }>('GET', `/measuring-points/${id}`)).measuringPoint as Record<
    string,
    unknown
  >;
const settings = async (id: number) =>
  (await api<{ settings: Record<string, unknown> }>('GET', `/measuring-points/${id}/settings`)).settings;
/** A PNG, one grey, of 8 x 6 pixels. */
function grey(): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(8, 0);
  head.writeUInt32BE(6, 4);
  head[8] = 8;
  const rows = Buffer.concat(Array.from({ length: 6 }, () => Buffer.from([0, ...Array<number>(8).fill(120)])));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const png = grey();
const picture = { name: 'dam.png', mimeType: 'image/png', buffer: png };

describe('the address of a point', { skip: noChromium }, () => {
  test('leads from any structure to its own, and back over each step', async () => {
    await go('console/structures/6/mps/1?tab=offline');
    await page.waitForURL(/console\/structures\/1\/items\/2\/mps\/1\?tab=offline$/);
    await heading('PZ-180-1');
    const head = page.locator('.pl-page-head');
    assert.match((await head.innerText()).replace(/\s+/g, ' '), /Points \/ Main dam \/ Section 0\+180 \/ PZ-180-1/);
    await head.getByRole('link', { name: 'Section 0+180' }).click();
    await page.waitForURL(/console\/structures\/1\/items\/2$/);
    await go('console/structures/1/mps/999999');
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  });
});

describe('where a point stands', { skip: noChromium }, () => {
  test('it is marked on the picture of its structure and on the map, until its location is locked', async () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'dam.png');
    await api('PUT', '/structures/1/picture', form);
    await console_(2);
    // The picture came behind the page's back.
    await page.reload();
    const mark = page.getByRole('slider', { name: 'Place on the picture' });
    await mark.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    await page.getByLabel('Lng').fill('114.93');
    await page.getByRole('switch', { name: 'Lock location' }).click();
    await stored();
    const kept = await point(2);
    assert.deepEqual(
      [kept.imageLocation, (kept.coordinates as { longitude: number }).longitude, kept.lockLocation],
      [{ x: 0.505, y: 0.45 }, 114.93, true],
    );
    await page.getByText('The location is locked').waitFor();
    assert.equal(await mark.isDisabled(), true);
    await page.getByRole('switch', { name: 'Lock location' }).click();
    await page.getByText('The location is locked').waitFor({ state: 'detached' });
    await mark.focus();
    await page.keyboard.press('ArrowLeft');
    await stored();
    assert.deepEqual((await point(2)).imageLocation, { x: 0.5, y: 0.45 });
  });

  test('it has a picture of its own', async () => {
    await act('Picture');
    await dialog().locator('input[type=file]').setInputFiles(picture);
    await dialog().locator('img').waitFor();
    await dialog().getByRole('button', { name: 'Save' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    assert.notEqual((await point(2)).image, null);
    await act('Picture');
    await dialog().getByRole('button', { name: 'Remove the picture' }).click();
    await dialog().getByRole('button', { name: 'Save' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    assert.equal((await point(2)).image, null);
  });
});

describe('settings that are kept', { skip: noChromium }, () => {
  test('a temperature compensation shows what it would do, and says that it does not run', async () => {
    await console_(1, 'processing');
    const tc = page.getByRole('region', { name: 'Temperature compensation' });
    await tc.getByText(/Kept, not running yet/).waitFor();
    await tc.getByRole('button', { name: 'Set one' }).click();
    await tc.getByLabel('Coefficient').fill('0.5');
    await tc.getByLabel('Reference temperature').fill('0');
    const words = await tc.getByText(/would become/).innerText();
    const [value, after, temperature] = words.match(/-?[\d.]+(?= (m|°C))/g)!.map(Number);
    assert.ok(Math.abs(value! - 0.5 * temperature! - after!) < 0.1, words);
    await stored();
    assert.deepEqual((await settings(1)).tc, {
      ...{ field: 'level', temperaturePointId: null, temperatureField: 'temp' },
      ...{ coefficient: 0.5, reference: 0, enabled: true },
    });
    await tc.getByRole('button', { name: 'Take away' }).click();
    await tc.getByText('None is set.').waitFor();
  });

  test('GNSS of a point and of a structure is asked for whole, and refuses what cannot be', async () => {
    for (const [path, tab, kept] of [
      ['console/structures/3/mps/8?tab=gnss', 'GNSS resolve config', async () => (await settings(8)).gnss],
      [
        'console/structures/1?tab=gnss',
        'GNSS',
        async () => (await api<{ settings: { gnss: unknown } }>('GET', '/structures/1/settings')).settings.gnss,
      ],
    ] as const) {
      await go(path);
      // The form of the page before looks the same.
      await page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor();
      await page.getByLabel('Task name').fill('dam 1');
      await page.getByLabel('Base station', { exact: true }).fill('BASE');
      await page.getByRole('combobox', { name: 'Sites' }).fill('G-1,G-2,');
      await page.getByLabel('Place of the base station: Latitude').fill('31.02');
      await save();
      await page.getByText('Only digits, letters').first().waitFor();
      await page.getByLabel('Task name').fill('dam_1');
      await page.getByLabel('Place of the base station: Longitude').fill('114.92');
      await page.getByLabel('Place of the base station: Height').fill('96.5');
      await page.getByRole('radio', { name: 'Four parameters' }).click();
      for (const label of ['ΔX', 'ΔY', 'Rotation', 'Scale']) await page.getByLabel(label, { exact: true }).fill('1');
      await stored();
      const gnss = (await kept()) as Record<string, unknown>;
      assert.deepEqual(
        [gnss.taskName, gnss.sites, gnss.base, gnss.fourParameters],
        [
          'dam_1',
          ['G-1', 'G-2'],
          { latitude: 31.02, longitude: 114.92, heightM: 96.5 },
          { dx: 1, dy: 1, rotation: 1, scale: 1 },
        ],
      );
    }
  });
});

describe('limits handed on', { skip: noChromium }, () => {
  test('a threshold becomes a template, and those of a point are copied to others', async () => {
    const plain = await make('TH-1');
    await make('TH-2');
    await console_(4, 'thresholds');
    // The two points came behind the page's back.
    await page.reload();
    await page.getByRole('button', { name: 'Save as template' }).click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Piezometer of the core');
    await dialog().getByRole('button', { name: 'Save' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Copy to other points' }).click();
    await dialog().getByRole('searchbox').fill('TH-2');
    await dialog().getByRole('checkbox', { name: /TH-2/ }).click();
    await dialog().getByRole('button', { name: 'Copy to 1 point' }).press('Enter');
    await page.getByText('1 point changed').waitFor();
    await console_(plain, 'thresholds');
    await page.getByRole('button', { name: 'From a template' }).click();
    await dialog().getByRole('combobox', { name: 'Template' }).click();
    await option('Piezometer of the core').click();
    await dialog().getByRole('button', { name: 'Use' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await stored();
    const { points } = await api<{ points: { pointId: number; thresholds: { levels: unknown }[] }[] }>(
      'GET',
      '/projects/1/thresholds',
    );
    const of = (id: number) => points.find(({ pointId }) => pointId === id)?.thresholds[0]?.levels;
    assert.deepEqual(of(plain), of(4));
    assert.deepEqual(of(plain + 1), of(4));
  });
});

describe('kinds of points', { skip: noChromium }, () => {
  let id: number;
  test('an automated point becomes manual, and says what it loses', async () => {
    id = await make('CV-1', { parameters: { pipeTop: 100 } });
    await console_(id);
    await act('Convert to another kind');
    await dialog().getByRole('radio', { name: 'Manual' }).click();
    await dialog()
      .getByText(/Lost: .*sensor mode/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Convert to another kind' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Water level · Manual').waitFor();
    assert.equal((await point(id)).type, 2);
  });

  test('a manual point becomes composite; its slaves stand in order, each once', async () => {
    await act('Convert to another kind');
    await dialog().getByRole('radio', { name: 'Composite' }).click();
    await dialog().getByRole('button', { name: 'Add a point' }).click();
    await dialog().getByRole('combobox', { name: 'Point' }).click();
    await option('PZ-240-1').click();
    await dialog().getByRole('textbox', { name: 'Water level' }).fill('a * 2');
    await dialog().getByRole('button', { name: 'Convert to another kind' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Slaves' }).click();
    await page.getByRole('button', { name: 'Add a point' }).click();
    const chosen = page.getByRole('combobox', { name: 'Point' });
    await chosen.nth(1).click();
    assert.match((await option('PZ-240-1').getAttribute('class'))!, /disabled/);
    await option('PZ-240-2').click();
    await page.getByRole('button', { name: 'Up' }).nth(1).click();
    await page.getByRole('textbox', { name: 'Water level' }).fill('a - c');
    await save();
    await page.getByText('Formula contains illegal input').first().waitFor();
    await page.getByRole('textbox', { name: 'Water level' }).fill('a - b');
    await stored();
    assert.deepEqual(
      ((await point(id)).slaves as { pointId: number; variable: string }[]).map((each) => [
        each.pointId,
        each.variable,
      ]),
      [
        [5, 'b'],
        [4, 'a'],
      ],
    );
  });
});

describe('pauses and ends', { skip: noChromium }, () => {
  test('a snapshot is read and not changed, at every tab, until it is opened', async () => {
    await console_(3);
    await heading('PZ-180-3');
    await act('Take a snapshot (read-only)');
    await page.getByText(/^Snapshot since/).waitFor();
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      const body = page.locator('.pt-console');
      await body
        .getByText(/^Snapshot since/)
        .or(body.locator('.pt-facts'))
        .first()
        .waitFor();
      // What is left to press only chooses what is looked at.
      const open = await body
        .locator(
          'input:enabled:not([role=combobox]):not([readonly]), textarea:enabled:not([readonly]), [role=switch]:enabled',
        )
        .count();
      assert.equal(open, 0, await tab.innerText());
      assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).count(), 0);
    }
    await page.getByRole('button', { name: 'Acts' }).press('Enter');
    for (const name of ['Convert to another kind', 'Reset', 'Delete'])
      assert.match((await page.getByRole('menuitem', { name }).getAttribute('class'))!, /disabled/, name);
    await page.getByRole('menuitem', { name: 'Open the snapshot' }).dispatchEvent('click');
    await page.getByRole('tab', { name: 'Point config' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  });

  test('a deprecated point leaves the list, frees its name, and is taken back', async () => {
    const id = await make('OLD-1');
    await console_(id);
    await heading('OLD-1');
    await act('Mark as deprecated');
    await page.getByText(/^Deprecated since/).waitFor();
    await go('console/points');
    await row('PZ-180-1').waitFor();
    await page.getByPlaceholder('Name or sncode').fill('OLD-1');
    await row('PZ-180-1').waitFor({ state: 'detached' });
    assert.equal(await row('OLD-1').count(), 0);
    await page.getByText('Deprecated too').click();
    await row('OLD-1').waitFor();
    const again = await make('OLD-1');
    await console_(id);
    await act('Take back into use');
    await page
      .getByText(/already/)
      .first()
      .waitFor();
    await api('PATCH', `/measuring-points/${again}`, { name: 'NEW-1' });
    await act('Take back into use');
    await page.getByText(/^Deprecated since/).waitFor({ state: 'detached' });
    assert.equal((await point(id)).deprecatedAt, null);
  });

  test('a reset asks for the creator’s password, and keeps the readings or clears them', async () => {
    const readings = async (): Promise<number> =>
      (
        await api<{ total: number }>('POST', '/monitor/pagination', {
          pointId: 13,
          from: new Date(Date.now() - 20 * 86_400_000).toISOString(),
          to: new Date().toISOString(),
        })
      ).total;
    const had = await readings();
    assert.ok(had > 100);
    await console_(13);
    await heading('WE-01');
    for (const clear of [false, true]) {
      await act('Reset');
      if (clear) await dialog().getByRole('radio', { name: 'Clear its data' }).click();
      await dialog().getByRole('button', { name: 'Reset' }).click();
      const field = dialog().getByLabel("Password of the project's creator");
      await field.fill('wrong');
      await dialog().getByRole('button', { name: 'Reset' }).click();
      await dialog().getByText('The password is not right').waitFor();
      await field.fill(password);
      await dialog().getByRole('button', { name: 'Reset' }).click();
      await dialog().waitFor({ state: 'detached' });
      assert.equal((await point(13)).deviceGroup, null);
      const left = await readings();
      if (clear) assert.equal(left, 0);
      else assert.ok(left >= had);
    }
  });

  test('a deletion keeps the readings under a deprecated point, or takes everything', async () => {
    const name = 'WE-02';
    await console_(14);
    await heading(name);
    await act('Delete');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().locator('input[type=password]').fill(password);
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/console\/points$/);
    assert.notEqual((await point(14)).deprecatedAt, null);
    await console_(12);
    await heading('RG-01 rainfall');
    await act('Delete');
    await dialog().getByRole('radio', { name: 'Clear its data' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().locator('input[type=password]').fill(password);
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/console\/points$/);
    await row('PZ-180-1').waitFor();
    await row('RG-01').waitFor({ state: 'detached' });
  });
});

describe('the catalogue of models', { skip: noChromium }, () => {
  const code = 'PL-TEST-1';
  test('is read by everybody, and kept by a System account', async () => {
    await page.goto(`${site.server.url}/#/console/models`);
    await page.locator('.ant-table-row').first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'New model' }).count(), 0);
    await page.evaluate(() => sessionStorage.clear());
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await site.signIn('system', systemPassword);
    await page.goto(`${site.server.url}/#/console/models`);
    await page.getByRole('button', { name: 'New model' }).click();
    await dialog().getByLabel('Code').fill(code);
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Test logger');
    await dialog().getByLabel('Series').fill('Tests');
    await dialog()
      .getByRole('button', { name: 'Create' })
      .or(dialog().getByRole('button', { name: 'Save' }))
      .press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await page.getByPlaceholder('Code, name, manufacturer').fill(code);
    await row(code).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Test logger 2');
    await dialog().getByRole('button', { name: 'Save' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await row('Test logger 2').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await row(code).waitFor({ state: 'detached' });
  });
});

test('nothing went wrong on the way', { skip: noChromium }, () =>
  // The browser tells of refused requests too: of what was typed wrong on purpose.
  assert.deepEqual(
    site.opened.errors.filter((words) => !/status of (400|403|404|409)/.test(words)),
    [],
  ),
);

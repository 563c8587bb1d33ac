/**
 * The main job, as a person does it: sign in to the demonstration, look around, see a year and live data; a device of
 * their own crosses a limit; the bell, the warning, the list; settled once and not twice.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { version } from '../server/src/kernel/version.ts';
import { noChromium, type Opened } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

let site: Site;
let server: Site['server'];
let opened: Opened;
let page: Page;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: 'Demo-2026x' });
  ({ server, opened } = site);
  page = opened.page;
});
after(() => site?.close());

const api = async (method: string, path: string, token: string, body?: object) => {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
};

test('the sign-in page says which version it is before the server has been asked', { skip: noChromium }, async () => {
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/login-info*', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto(server.url);
  await page.getByText(`v${version}`, { exact: true }).waitFor();
  assert.equal(await page.getByText('v1.0', { exact: true }).count(), 0);
  answered.resolve();
  await page.unrouteAll({ behavior: 'wait' });
});

test('sign in to the demonstration, and see where anything is wrong', { skip: noChromium }, async () => {
  // The plain address says that there is a demonstration, and keeps its password to itself.
  await page.goto(server.url);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByText('printed where the server was started').waitFor();
  assert.equal(await page.getByText('Demo-2026x').count(), 0);
  // The address that the start prints says how to sign in.
  const [, printed] = /(\S+\/#\/sign\?demo=\S+)/.exec(server.lines.join('\n')) ?? [];
  assert.ok(printed, server.lines.join('\n'));
  await page.goto(printed);
  await page.getByText('Demo-2026x').waitFor();
  await page.getByLabel('Username').fill('demo');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText(/username or password/i).waitFor();
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Unsettled alerts', { exact: true }).waitFor();
  await page
    .getByRole('application', { name: 'Map' })
    .getByRole('button', { name: /Luojia Bay/ })
    .waitFor();
  assert.match(page.url(), /#\/dashboard$/);
});

test('open a project and its structures, then a point with a year of history and live data', {
  skip: noChromium,
}, async () => {
  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('link', { name: /Hengtang Earth Dam/ })
    .click();
  await page.getByRole('main').getByText('Section 0+240').first().waitFor();
  await page
    .getByRole('link', { name: /Data view/ })
    .first()
    .click();
  await page.getByRole('treeitem', { name: /PZ-240-2/ }).click();
  await page.getByRole('heading', { name: 'PZ-240-2' }).waitFor();
  await page.getByRole('img', { name: 'Curve of PZ-240-2' }).waitFor();
  // Not the answer to an earlier, shorter span, which may still be on its way.
  const yearAgo = Date.now() - 300 * 86_400_000;
  const seriesResponse = page.waitForResponse(
    (response) =>
      response.url().includes('/monitor/query') &&
      Date.parse((response.request().postDataJSON() as { from: string }).from) < yearAgo,
  );
  await page.getByRole('radio', { name: '1 yr' }).click();
  const { series } = (await (await seriesResponse).json()) as { series: { total: number; times: number[] }[] };
  assert.ok(series[0]!.total > 600, 'a month at least; the year may still be filling in');
  assert.match(page.url(), /point=\d+/, 'a link shows what the sender saw');

  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  // The dam is read at the full hour; the deck of the bridge every few seconds.
  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('link', { name: /Qinghe River Bridge/ })
    .click();
  await page
    .getByRole('link', { name: /Data view/ })
    .first()
    .click();
  await page.getByRole('treeitem', { name: /ST-Q-11/ }).click();
  await page.getByRole('heading', { name: 'ST-Q-11' }).waitFor();
  const received = page.getByText(/· received \d\d:\d\d:\d\d/).first();
  const before = await received.innerText();
  await page.waitForFunction(
    (old) =>
      [...document.querySelectorAll('main *')].some(
        (each) => /· received/.test(each.textContent ?? '') && !each.textContent?.includes(old),
      ),
    before,
    { timeout: 60_000 },
  );
});

test('a device of one’s own crosses a limit: bell, list; settled once', { skip: noChromium }, async () => {
  const { token } = (await api('POST', '/signin', '', { username: 'demo', password: 'Demo-2026x' }))
    .body as unknown as { token: string };
  const { projects } = (await api('GET', '/projects', token)).body as unknown as {
    projects: { id: number; corporationId: number; name: string }[];
  };
  const project = projects.find((each) => each.name === 'Wanshou City Wall')!;
  const { structures } = (await api('GET', `/projects/${project.id}/structures`, token)).body as unknown as {
    structures: { id: number }[];
  };
  const made = (
    await api('POST', `/projects/${project.id}/measuring-points`, token, {
      structureId: structures[0]!.id,
      name: 'MY-01',
      family: 'temperature',
      mode: 4,
    })
  ).body as unknown as { measuringPoint: { id: number } };
  const device = (
    await api('POST', `/corporations/${project.corporationId}/devices`, token, {
      name: 'My device',
      model: 'MINE',
      sncode: 'MY-DEVICE',
      channels: [{ number: '1', mode: 4 }],
    })
  ).body as unknown as { device: { id: number }; secret: string };
  const bound = await api('PUT', `/measuring-points/${made.measuringPoint.id}/device-group`, token, {
    measuringDeviceId: device.device.id,
    channel: '1',
  });
  assert.equal(bound.status, 200, JSON.stringify(bound.body));
  const rule = { field: 'temperature', kind: 'value', method: 'upper', levels: [30, 40, 50, 60] };
  assert.equal(
    (await api('PUT', `/measuring-points/${made.measuringPoint.id}/thresholds`, token, { thresholds: [rule] })).status,
    200,
  );

  const gradings = [1, 2, 3, 4].map((level) => ({ level, name: '', action: 'Close the gate, call the duty officer' }));
  assert.equal((await api('PUT', `/projects/${project.id}/gradings`, token, { gradings })).status, 200);

  const send = (temperature: number) =>
    api('POST', '/devices/MY-DEVICE/readings', device.secret, { at: Date.now(), channels: { 1: { temperature } } });
  assert.equal((await send(20)).status, 200);
  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('link', { name: /Wanshou City Wall/ })
    .click();
  const listed = page.waitForResponse((response) => /\/projects\/\d+\/alerts/.test(response.url()));
  await page
    .getByRole('link', { name: /Alerts/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Alerts' }).waitFor();
  // The list without the alert; from here on the page hears of new ones.
  await listed;
  assert.equal((await send(61)).status, 200);

  await page.getByRole('button', { name: /[1-9]\d* unread notification/ }).waitFor();
  const row = page.getByRole('row', { name: /MY-01/ }).first();
  await row.waitFor();
  // A warning would lie over the list that shows it.
  await waitFor(() => page.getByRole('alert').filter({ hasText: 'MY-01' }).count(), 0);
  await row.click();
  const drawer = page.getByRole('complementary', { name: 'Alert' });
  await drawer.getByText('61.00').first().waitFor();
  // What the project asks for at this level.
  await drawer.getByRole('region', { name: 'What to do' }).getByText('Close the gate').waitFor();
  await drawer.getByRole('textbox', { name: 'Reason' }).fill('Heated on purpose');
  // A final verdict takes a second click, as it takes a second key.
  await drawer.getByRole('button', { name: 'Confirm' }).click();
  await drawer
    .getByText(/This is final/)
    .first()
    .waitFor();
  await drawer.getByRole('button', { name: 'Confirm' }).click();
  await drawer
    .getByText(/Confirmed by/)
    .first()
    .waitFor();
  await waitFor(
    () => drawer.getByRole('button', { name: 'Restored' }).count(),
    0,
    'a settled alert offers no second verdict',
  );
  const { alerts } = (await api('GET', `/projects/${project.id}/alerts?pointId=${made.measuringPoint.id}`, token))
    .body as unknown as { alerts: { id: number; status: string; reason: string }[] };
  assert.deepEqual(
    alerts.map(({ status, reason }) => [status, reason]),
    [['Confirm', 'Heated on purpose']],
  );
  const again = await api('PATCH', `/alerts/${alerts[0]!.id}/status`, token, { status: 'Restore' });
  assert.deepEqual([again.status, (again.body as unknown as { error: string }).error], [409, 'alertSettled']);
});

test('the address of a view leads to it, and never over an empty page; a long name and the whole menu are in view', {
  skip: noChromium,
}, async () => {
  const here = await page.evaluate(() => /#\/projects\/(\d+)\/.*point=(\d+)/.exec(location.href)?.slice(1));
  const { token } = (await api('POST', '/signin', '', { username: 'demo', password: 'Demo-2026x' }))
    .body as unknown as { token: string };
  const { projects } = (await api('GET', '/projects', token)).body as unknown as { projects: { id: number }[] };
  const projectId = Number(here?.[0] ?? projects[0]!.id);
  const { measuringPoints } = (await api('GET', `/projects/${projectId}/measuring-points`, token)).body as unknown as {
    measuringPoints: { id: number; structureId: number; type: number; name: string }[];
  };
  const point = measuringPoints.find(({ type }) => type === 0)!;
  const name = 'Gauge 12, north upper gallery';
  assert.equal((await api('PATCH', `/measuring-points/${point.id}`, token, { name })).status, 200);
  const arrived = Promise.withResolvers<void>();
  await page.route('**/assets/DataViewPage-*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  // As somebody comes from elsewhere: nothing of the page is here yet.
  await page.goto('about:blank');
  await page.goto(
    `${server.url}/#/projects/${projectId}/monitor-new/structures/${point.structureId}/mps/${point.id}/adm-data`,
  );
  await page.getByRole('main').locator('[aria-busy=true]').first().waitFor();
  arrived.resolve();
  const heading = page.getByRole('heading', { name });
  await heading.waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  assert.ok(await heading.evaluate((each) => each.scrollWidth <= each.clientWidth), 'the name stands whole');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  assert.ok(await menu.evaluate((each) => each.scrollHeight <= each.clientHeight), 'no entry lies below the fold');
});

test('another language and theme; what does not exist says so; signing out ends it', { skip: noChromium }, async () => {
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByText('简体中文').click();
  await page.getByRole('link', { name: /首页/ }).first().waitFor();
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByText('English').click();
  await page.getByRole('link', { name: /Home/ }).first().waitFor();
  await page.goto(`${server.url}/#/no/such/place`);
  await page.getByText('Page not found').waitFor();
  const { token } = (await api('POST', '/signin', '', { username: 'demo', password: 'Demo-2026x' }))
    .body as unknown as { token: string };
  // Chosen in another browser: a page that is loaded from then on speaks it at once, and keeps nothing of the old one.
  await api('PATCH', '/profile', token, { language: 'zh-CN' });
  await page.reload();
  await page.getByRole('link', { name: /首页/ }).first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-CN');
  await api('PATCH', '/profile', token, { language: 'en' });
  await page.reload();
  await page.getByRole('link', { name: /Home/ }).first().waitFor();
  // What the corporation has switched off says so, and offers no second try.
  const { user } = (await api('GET', '/profile', token)).body as unknown as { user: { corporationId: number } };
  await api('PUT', `/corporations/${user.corporationId}`, token, { documentDisabled: true });
  await page.goto(`${server.url}/#/documents`);
  await page.getByText('Your corporation has switched the documents off.').first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
  await api('PUT', `/corporations/${user.corporationId}`, token, { documentDisabled: false });
  await page.goto(`${server.url}/#/profile`);
  await page.getByText('White', { exact: true }).click();
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'white');
  assert.deepEqual(
    opened.errors.filter((error) => !/status of (401|409)|403 .*\/api\/guide/.test(error)),
    [],
  );
});

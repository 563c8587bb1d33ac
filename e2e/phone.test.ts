/** A phone, and a desk at 200 % zoom: every page of the menu can be reached with the thumb, the QR scan in two taps. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  ({ page } = site);
  await site.signIn('demo', password);
  await page.setViewportSize({ width: 390, height: 844 });
});
after(() => site?.close());

const bar = () => page.getByRole('navigation', { name: 'Shortcuts' });
const menu = () => page.getByRole('dialog', { name: 'Menu' });
async function openMenu(): Promise<void> {
  await bar().getByRole('button', { name: 'Menu' }).click();
  await menu().waitFor();
}

/** Of each entry: the page that it must open. */
const everywhere = {
  Home: /#\/dashboard$/,
  Projects: /#\/projects$/,
  'All alerts': /#\/alerts/,
  'On duty': /#\/on-duty$/,
  'Device warehouse': /#\/device-warehouse$/,
  'Device health': /#\/device-warehouse\/health/,
  'System management': /#\/console/,
};
const inProject = {
  'Project screen': /#\/dashboard\/project\/\d+$/,
  'Data view': /monitor-new\/home/,
  Dashboards: /dashboards$/,
  'Custom charts': /custom-charts$/,
  'Custom characteristics': /custom-characteristic$/,
  'Field work': /field-work$/,
  'Import data': /monitor-new\/import/,
  Alerts: /projects\/\d+\/alerts/,
  Inspections: /projects\/\d+\/inspection$/,
  Reports: /projects\/\d+\/reports$/,
  'Data push': /projects\/\d+\/data-push$/,
  Conditions: /console\/conditions$/,
  'Alert rules': /console\/alert-rules$/,
  Devices: /projects\/\d+\/devices$/,
  Points: /console\/points$/,
  Checklist: /commissioning\/checklist/,
  Documents: /documents$/,
  Topology: /console\/topo/,
  Members: /members$/,
  'Status pages': /console\/status-pages$/,
  'Project console': /projects\/\d+\/console$/,
};

/** Opens each entry of the menu, and expects to have been offered no other. */
async function walk(entries: Readonly<Record<string, RegExp>>): Promise<void> {
  for (const [name, address] of Object.entries(entries)) {
    await openMenu();
    await menu().getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await page.waitForURL(address);
    if (name === 'Field work') {
      // A page with a frame of its own, made for a network that comes and goes.
      await page.getByRole('link', { name: 'Back to the project' }).click();
      await page.waitForURL(/dashboard\/project\/\d+/);
      continue;
    }
    await menu().waitFor({ state: 'detached' });
    await waitFor(async () => (await page.locator('main').innerText()).trim() !== '', true, name);
    assert.equal(await page.getByText(/This page failed|Page not found|No permission/).count(), 0, name);
  }
  await openMenu();
  await menu().getByRole('navigation').getByRole('link').first().waitFor();
  const offered = await menu().getByRole('navigation').getByRole('link').allInnerTexts();
  assert.deepEqual(
    offered.map((word) => word.trim()).filter((word) => !(word in everywhere)),
    Object.keys(entries).filter((word) => !(word in everywhere)),
  );
  await menu().getByRole('button', { name: 'Close' }).click();
}

describe('at 390 px', { skip: noChromium }, () => {
  test('the menu leads to every page of the installation', () => walk(everywhere));

  test('scanning QR codes is two taps away', async () => {
    await openMenu();
    await menu().getByRole('link', { name: 'Scan QR codes', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Scan QR codes of devices' })
      .getByRole('button', { name: 'Close', exact: true })
      .last()
      .click();
  });

  test('a project is found by its name, and its menu leads to every page of it', async () => {
    await openMenu();
    await menu().getByRole('searchbox', { name: 'Find a project' }).fill('qing');
    await menu()
      .getByRole('link', { name: /Qinghe/ })
      .click();
    await page.waitForURL(/dashboard\/project\/\d+/);
    await walk(inProject);
  });

  test('each row of alert rules is a block in which nothing lies right of the edge', async () => {
    const { id } = await projectNamed(site, 'Qinghe River Bridge');
    await site.request('POST', `/projects/${id}/alert-rules`, {
      name: 'Night duty',
      level: 1,
      emails: ['duty@example.com'],
    });
    await page.goto(`${site.server.url}/#/projects/${id}/console/alert-rules`);
    const row = page.getByRole('row').filter({ hasText: 'Night duty' });
    await row.waitFor();
    const cells = await row.locator('td').evaluateAll((all) =>
      all.map((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        return { label: getComputedStyle(cell, '::before').content, left, right };
      }),
    );
    assert.ok(cells.length >= 5);
    assert.deepEqual(
      cells.filter(({ left, right }) => left < 0 || right > 390),
      [],
    );
    assert.ok(cells.every(({ label }) => label !== '""'));
    assert.ok(
      cells.some(({ label }) => label === '"Notifies"'),
      JSON.stringify(cells),
    );
  });

  test('languages, the profile and leaving are there', async () => {
    await openMenu();
    await menu().getByRole('button', { name: '简体中文' }).click();
    const chinese = page.getByRole('dialog', { name: '菜单' });
    await chinese.getByRole('button', { name: 'English' }).click();
    await menu().getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('dialog', { name: 'Log out?' }).getByRole('button', { name: 'Cancel' }).click();
    await bar().getByRole('link', { name: 'Me', exact: true }).click();
    await page.waitForURL(/profile/);
  });
});

describe('to a screen reader', { skip: noChromium }, () => {
  test('icons beside words are silent: links and buttons are named by their words alone', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${site.server.url}/#/device-warehouse`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByRole('link', { name: 'Device warehouse', exact: true }).first().waitFor();
    assert.equal(await page.locator('.anticon[role=img]:not([aria-label])').count(), 0);
    assert.deepEqual(
      await page
        .locator('.anticon[aria-label]')
        .evaluateAll((icons) => icons.map((icon) => icon.ariaLabel).filter((name) => /^[a-z-]+$/.test(name ?? ''))),
      [],
    );
    assert.ok((await page.locator('.anticon[aria-hidden=true]').count()) > 10);
    await page.setViewportSize({ width: 390, height: 844 });
  });
});

describe('at 200 % zoom on a desk', { skip: noChromium }, () => {
  test('the same menu is there', async () => {
    await page.setViewportSize({ width: 720, height: 450 });
    await openMenu();
    await menu().getByRole('link', { name: 'Device warehouse', exact: true }).click();
    await page.waitForURL(/device-warehouse/);
    await page.setViewportSize({ width: 390, height: 844 });
  });
});

describe('who is in a project alone', { skip: noChromium }, () => {
  test('is offered neither the warehouse nor its scan', async () => {
    await site.request('POST', '/users', {
      corporationId: 1,
      name: 'only.project',
      displayName: 'Only Project',
      type: 'Normal',
      password,
    });
    const { users } = await site.request<{ users: { id: number; name: string }[] }>(
      'GET',
      '/users?corporationId=1&keyword=only.project',
    );
    const { roles } = await site.request<{ roles: { id: number; type: string }[] }>('GET', '/roles?corporationId=1');
    await site.request('POST', '/projects/1/members', {
      userId: users.find(({ name }) => name === 'only.project')!.id,
      roleId: roles.find(({ type }) => type === 'Manager')!.id,
    });
    // Signing in leads back to where one was.
    await page.goto(`${site.server.url}/#/dashboard`);
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await site.signIn('only.project', password);
    await openMenu();
    const offered = await menu().getByRole('link').allInnerTexts();
    assert.ok(offered.some((word) => word.trim() === 'Projects'));
    assert.deepEqual(
      offered.filter((word) => /warehouse|scan/i.test(word)),
      [],
    );
    await menu().getByRole('button', { name: 'Close' }).click();
  });
});

describe('who is in a project alone, at a desk', { skip: noChromium }, () => {
  test('opens an unhealthy device in its project, and binds the devices of the project', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await site.tick('watch-health');
    await page.goto(`${site.server.url}/#/device-warehouse/health`);
    await page.getByRole('row', { name: /Seepage weirs/ }).click();
    await page.waitForURL(/projects\/1\/devices\?.*device=/);
    await page.getByRole('heading', { name: 'Seepage weirs' }).waitFor();

    await page.goto(`${site.server.url}/#/projects/1/console/points?q=WE-01`);
    await page.getByRole('heading', { name: 'Points' }).waitFor();
    await page.getByText('WE-01', { exact: true }).click();
    await page.getByRole('tab', { name: 'Device config' }).click();
    await page.getByRole('button', { name: 'Replace device' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Device', exact: true }).fill('VW8');
    await page.locator('.ant-select-item-option').filter({ hasText: 'VW8-0180' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });
});

describe('Ctrl+K', { skip: noChromium }, () => {
  test('finds pages and settings by their words, and says when there are more', async () => {
    // Signing in leads back to where one was.
    await page.goto(`${site.server.url}/#/dashboard`);
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await page.setViewportSize({ width: 1440, height: 900 });
    await site.signIn('demo', password);
    await page.goto(`${site.server.url}/#/projects/1/members`);
    await page.getByRole('heading', { name: 'Members', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('textbox', { name: /^Go to/ });
    await field.fill('thresholds');
    await page.getByRole('option', { name: /^Edit thresholds in a table/ }).waitFor();
    await field.fill('import');
    await page.getByRole('option', { name: /^Import data/ }).click();
    await page.waitForURL(/projects\/1\/monitor-new\/import/);
    await page.keyboard.press('Control+k');
    await field.fill('import');
    await page.goBack();
    await page.getByRole('heading', { name: 'Members', exact: true }).waitFor();
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await field.fill('a');
    await page.getByText('More results: type more of the name.').waitFor();
    await page.keyboard.press('Escape');
  });

  test('stays open over a page that was on its way when it was opened', async () => {
    const { promise: isLet, resolve: letPass } = Promise.withResolvers<void>();
    const code = '**/assets/ProjectDocumentsPage*.js';
    await page.route(code, (route) => isLet.then(() => route.continue()));
    // Nothing of that page is fetched yet.
    await page.reload();
    await page.getByRole('heading', { name: 'Members', exact: true }).waitFor();
    const fetching = page.waitForRequest(code);
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await fetching;
    await page.keyboard.press('Control+k');
    const field = page.getByRole('textbox', { name: /^Go to/ });
    await field.fill('imp');
    letPass();
    await page.getByRole('heading', { name: 'Documents', includeHidden: true }).first().waitFor({ state: 'attached' });
    await page.getByRole('option', { name: /^Import data/ }).waitFor();
    assert.equal(await field.inputValue(), 'imp');
    await page.keyboard.press('Escape');
    await page.unroute(code);
  });
});

describe('a newer server', { skip: noChromium }, () => {
  const serve = (version: string | null) =>
    page.route('**/api/login-info', (route) =>
      version === null ? route.abort() : route.fulfill({ json: { setup: false, version, demo: null } }),
    );
  test('a page older than its server offers to load again; without an answer the line says v1.0', async () => {
    await serve('99.0.0');
    await page.reload();
    await page.getByText('The server runs Plumbline 99.0.0').waitFor();
    await page.unroute('**/api/login-info');
    await page.getByRole('status').getByRole('button', { name: 'Reload' }).click();
    await page.getByText('The server runs Plumbline').waitFor({ state: 'detached' });
    await page.unroute('**/api/login-info');
    await serve(null);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await page.getByText('v1.0', { exact: true }).waitFor();
    await page.unroute('**/api/login-info');
  });
});

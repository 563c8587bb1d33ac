/**
 * Takes a picture of every page of a running demonstration, to be looked at: each page in each theme, language and width,
 * and sheets of several pages at a time. `npm run pictures -- <folder> <address> <user> <password>`, and words that choose
 * pages by name: `View` takes every view of a point. Makes a change to nothing but the theme and language of that user.
 * `npm run pictures -- views <folder>` opens a demonstration of its own, and puts all views of a theme, language and width on
 * one sheet.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { generatePath } from 'react-router';
import { launch } from './chromium.ts';
import { openSite } from './site.ts';
import { bringWaveform, viewPlaces } from './view-places.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    theme: { type: 'string', multiple: true, default: ['default', 'white'] },
    language: { type: 'string', multiple: true, default: ['en', 'zh-CN'] },
    width: { type: 'string', multiple: true, default: ['1440', '390'] },
    height: { type: 'string' },
    project: { type: 'string', default: 'Hengtang Earth Dam' },
  },
});
const ofViews = positionals[0] === 'views';
const own = ofViews ? await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: 'Pictures-2026' }) : null;
if (own) {
  await own.signIn('demo', 'Pictures-2026');
  const vibrating = (await viewPlaces((path) => own.request('GET', path))).get('idm-event');
  if (vibrating) await bringWaveform(own, vibrating.id);
}
const [folder, address, username, password, ...wanted] = own
  ? [positionals[1], own.server.url, 'demo', 'Pictures-2026', 'View']
  : positionals;
if (!folder || !address || !username || !password)
  throw new Error('npm run pictures -- <folder> <address> <user> <password> [page ...], or: -- views <folder>');

/** What an address of a page needs to know, from what this user may see. */
interface Places {
  readonly params: Readonly<Record<string, string | number>>;
  readonly pointId: number | null;
}

async function request<T>(token: string, path: string, method = 'GET', body?: object): Promise<T | null> {
  const answer = await fetch(`${address}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.ok ? ((await answer.json()) as T) : null;
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${address}/api/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!answer.ok) throw new Error(`sign-in of ${username}: ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}

interface Row {
  readonly id: number;
  readonly name: string;
}
async function findPlaces(token: string): Promise<Places> {
  const projects = (await request<{ projects: Row[] }>(token, '/projects'))?.projects ?? [];
  const project = projects.find(({ name }) => name === values.project) ?? projects[0];
  if (!project) return { params: {}, pointId: null };
  const of = `/projects/${project.id}`;
  const structures = (
    await request<{ structures: (Row & { isItem: boolean; parentId: number | null })[] }>(token, `${of}/structures`)
  )?.structures;
  const points = (
    await request<{ measuringPoints: (Row & { structureId: number })[] }>(token, `${of}/measuring-points`)
  )?.measuringPoints;
  const charts = (await request<{ customCharts: Row[] }>(token, `${of}/custom-charts`))?.customCharts;
  const devices = (await request<{ devices: Row[] }>(token, '/corporations/1/devices'))?.devices;
  const point = points?.find(({ name }) => name === 'PZ-240-2') ?? points?.[0];
  const item = structures?.find(({ id }) => id === point?.structureId);
  const structure = structures?.find(({ id }) => id === (item?.parentId ?? item?.id)) ?? structures?.[0];
  const known = {
    projectId: project.id,
    structureId: structure?.id,
    itemId: item?.id,
    mpId: point?.id,
    customChartId: charts?.[0]?.id,
    deviceId: devices?.[0]?.id,
  };
  const params = Object.fromEntries(Object.entries(known).filter(([, id]) => id !== undefined)) as Places['params'];
  return { params, pointId: point?.id ?? null };
}

/** Name and path of every page, read as text: what the lists load is for browsers. */
const pages = ['installation-pages', 'project-pages'].flatMap((list) => {
  const text = readFileSync(join(import.meta.dirname, `../web/src/app/${list}.ts`), 'utf8');
  const found = [...text.matchAll(/^ {2}(\w+): \{\n {4}path: '([^']+)'/gm)];
  if (found.length === 0) throw new Error(`${list}.ts is written in another way`);
  return found.map(([, name = '', path = '']) => ({ name, path }));
});

/** The address of a page; null where this user has nothing to show there. */
function addressOf({ name, path }: (typeof pages)[number], { params, pointId }: Places): string | null {
  const needed = [...path.matchAll(/:(\w+)/g)].map(([, key]) => key as string);
  if (needed.some((key) => params[key] === undefined)) return null;
  const known = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));
  return generatePath(path, known) + (name === 'DataView' && pointId !== null ? `?point=${pointId}` : '');
}

/** A page is settled when nothing waits and nothing is drawn as a placeholder. */
async function settle(page: Page): Promise<void> {
  // Another address of the same page: what it draws is asked for a moment later.
  await page.waitForTimeout(300);
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => undefined);
  const waiting = '.ant-skeleton-active, .ant-spin-spinning, .pl-sk, .pl-sk-chart';
  await page
    .waitForFunction((selector) => !document.querySelector(selector), waiting, { timeout: 15_000 })
    .catch(() => undefined);
  // A map draws its ground after its marks.
  await page.waitForTimeout((await page.locator('.maplibregl-canvas').count()) > 0 ? 2_500 : 300);
}

/** Pages side by side on one picture, so that many are seen at a glance. */
async function sheetOf(files: readonly { name: string; file: string }[], width: number, to: string): Promise<void> {
  const shown = width < 600 ? 320 : 800;
  const columns = (width < 600 ? 6 : 2) * (ofViews ? 2 : 1);
  const { page, close } = await launch({ width: shown * columns + 40, height: 800 });
  const figures = files.map(({ name, file }) => {
    const source = `data:image/png;base64,${readFileSync(file).toString('base64')}`;
    return `<figure style="margin:4px;display:inline-block;vertical-align:top"><figcaption>${name}</figcaption><img width="${shown - 8}" src="${source}"></figure>`;
  });
  await page.setContent(`<body style="margin:8px;font:12px sans-serif;background:#888">${figures.join('')}</body>`);
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  await page.screenshot({ path: to, fullPage: true });
  await close();
}

mkdirSync(folder, { recursive: true });
const token = await signIn();
const places = await findPlaces(token);
const found = await viewPlaces(async <T>(path: string) => (await request<T>(token, path)) as T);
const views = [...found].map(([name, { projectId, id }]) => ({
  name: `View-${name}`,
  path: `/projects/${projectId}/monitor-new/home?point=${id}&view=${name}&range=past1Year`,
}));
const chosen = [
  ...pages.flatMap((each) => {
    const path = addressOf(each, places);
    return path === null ? [] : [{ name: each.name, path }];
  }),
  ...views,
].filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.split('-')[0] === word || name === word));
const faults: string[] = [];
/** A view is taller than a screen: all of it is taken. */
const heightOf = (width: number): number =>
  Number(values.height ?? (ofViews ? (width < 600 ? 1_900 : 1_250) : width < 600 ? 844 : 900));
for (const theme of values.theme)
  for (const language of values.language) {
    await request(token, '/profile', 'PATCH', { theme, language });
    for (const width of values.width.map(Number)) {
      const set = `${width}-${theme}-${language}`;
      const { page, context, errors, close } = await launch({
        width,
        height: heightOf(width),
        touch: width < 600,
      });
      await context.addInitScript(
        (stored) => {
          for (const [key, value] of Object.entries(stored)) localStorage.setItem(`plumbline.${key}`, value);
        },
        { token, language, theme },
      );
      const files: { name: string; file: string }[] = [];
      for (const { name, path } of chosen) {
        const before = errors.length;
        await page.goto(`${address}/#${path}`);
        await settle(page);
        const file = join(folder, `${set}-${name}.png`);
        await page.screenshot({ path: file });
        files.push({ name, file });
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (wide > 1) faults.push(`${set} ${name}: ${wide} px too wide`);
        faults.push(...errors.slice(before).map((error) => `${set} ${name}: ${error}`));
      }
      await close();
      const perSheet = ofViews ? files.length : width < 600 ? 12 : 6;
      for (let i = 0; i < files.length; i += perSheet)
        await sheetOf(files.slice(i, i + perSheet), width, join(folder, `sheet-${set}-${i / perSheet + 1}.png`));
    }
  }
writeFileSync(join(folder, 'faults.txt'), `${faults.join('\n')}\n`);
process.stdout.write(`${faults.length === 0 ? 'No page complained.' : faults.join('\n')}\n`);
await own?.close();

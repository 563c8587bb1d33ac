/**
 * Draws the pictures of the guide from a running demonstration, in each language: `node e2e/guide-pictures.ts <address>
 * <password>`, and words that choose some by name. Puts the demonstration and its user into each language in turn, and
 * leaves them in English.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launch } from './chromium.ts';

const [address, password, ...chosenNames] = process.argv.slice(2);
if (!address || !password) throw new Error('node e2e/guide-pictures.ts <address> <password> [picture ...]');
const folder = join(import.meta.dirname, '../web/public/guide');
/** Of the whole page; menu and header are cut off. */
const pagePx = { width: 1296, height: 680 };

async function request<T>(token: string, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${address}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

interface Named {
  readonly id: number;
  readonly name: string;
}
const { token, corporation } = await request<{ token: string; corporation: { id: number } }>('', 'POST', '/signin', {
  username: 'demo',
  password,
});
const get = <T>(path: string) => request<T>(token, 'GET', path);
const inLanguage = async (language: string) => {
  await request(token, 'PUT', `/corporations/${corporation.id}/demonstration/language`, { language });
  await request(token, 'PATCH', '/profile', { language });
};

/** Addresses by the name of their picture. Projects by their place in English: the demonstration begins in it. */
async function addresses(): Promise<Readonly<Record<string, string>>> {
  await inLanguage('en');
  const { projects } = await get<{ projects: Named[] }>('/projects');
  const projectOf = (start: string) => projects.find(({ name }) => name.startsWith(start))?.id ?? 0;
  const [dam, pit, slope, wall, tunnel] = ['Hengtang', 'Luojia', 'Baisha', 'Wanshou', 'Metro'].map(projectOf);
  const { structures } = await get<{ structures: Named[] }>(`/projects/${dam}/structures`);
  const { dashboards } = await get<{ dashboards: Named[] }>(`/projects/${pit}/dashboards`);
  const { customCharts } = await get<{ customCharts: Named[] }>(`/projects/${wall}/custom-charts`);
  const { templates } = await get<{ templates: Named[] }>(`/projects/${pit}/report-templates`);
  const { nodes } = await get<{ nodes: { kind: string; ref: number; name: string }[] }>(`/projects/${pit}/tree`);
  const casing = nodes.find(({ kind, name }) => kind === 'point' && name === 'IN-07')?.ref;
  return {
    home: '/dashboard',
    project: `/dashboard/project/${tunnel}`,
    drawing: `/dashboard/project/${dam}/structures/${structures.find(({ name }) => name === 'Main dam')?.id}`,
    dashboard: `/projects/${pit}/dashboards/${dashboards[0]?.id}`,
    'custom-chart': `/projects/${wall}/custom-charts/${customCharts[0]?.id}`,
    profile: `/projects/${pit}/monitor-new/home?point=${casing}&view=adm-profile&range=past30Days`,
    conditions: `/projects/${slope}/console/conditions`,
    duty: `/projects/${dam}/console/alert-rules?tab=duty`,
    'quiet-windows': `/projects/${pit}/console/alert-rules?tab=quiet`,
    analytics: `/projects/${wall}/alerts/analytics`,
    inspections: `/projects/${pit}/inspection`,
    'status-pages': `/projects/${dam}/console/status-pages`,
    reports: `/projects/${dam}/reports`,
    'report-template': `/projects/${pit}/reports/template/${templates[0]?.id}`,
  };
}

/** The page without menu and header, as WebP: a third of what PNG takes. */
async function draw(page: Page): Promise<Buffer> {
  const { left, top } = await page.evaluate(() => {
    const { left, top } = (document.querySelector('main') ?? document.body).getBoundingClientRect();
    return { left, top };
  });
  const png = await page.screenshot({
    clip: { x: left, y: top, width: pagePx.width - left, height: pagePx.height - top },
  });
  const url = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.72 })).arrayBuffer(),
    );
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
  }, png.toString('base64'));
  return Buffer.from(url, 'base64');
}

const places = Object.entries(await addresses()).filter(
  ([name]) => chosenNames.length === 0 || chosenNames.includes(name),
);
const { page, close } = await launch(pagePx);
await page.addInitScript((session) => {
  localStorage.setItem('plumbline.token', session);
  localStorage.setItem('plumbline.theme', 'white');
}, token);
for (const language of ['zh-TW', 'zh-CN', 'en']) {
  await inLanguage(language);
  mkdirSync(join(folder, language), { recursive: true });
  for (const [name, hash] of places) {
    await page.goto('about:blank');
    await page.goto(`${address}/#${hash}`);
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await page.waitForTimeout(2_000);
    writeFileSync(join(folder, language, `${name}.webp`), await draw(page));
  }
}
await close();

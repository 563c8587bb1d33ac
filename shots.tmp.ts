import { launch } from './e2e/chromium.ts';
const url = 'http://127.0.0.1:38231'; const out = process.argv[2]!;
const post = async (p: string, m: string, b: object, t?: string) => { const r = await fetch(`${url}/api${p}`, { method: m, headers: { 'content-type': 'application/json', ...(t && { authorization: `Bearer ${t}` }) }, body: JSON.stringify(b) }); const j = await r.json(); if (r.status !== 200) console.log(p, r.status, JSON.stringify(j).slice(0, 300)); return j as any; };
const { token } = await post('/signin', 'POST', { username: 'demo', password: 'Demo-Pass-2026!' });
await post('/devices/17/config', 'PATCH', { config: { Kt: -0.0005, t0: 21 } }, token);
await post('/measuring-points/43', 'PATCH', { parameters: { K: 0.02, f0: 2104.2, tensionPositive: 1 }, reason: 'As the instrument says' }, token);
const opened = await launch({ colorScheme: 'dark' }); const { page } = opened;
await page.goto(`${url}/#/sign`); await page.waitForLoadState('networkidle');
await page.getByLabel(/user ?name|account/i).first().fill('demo'); await page.locator('input[type=password]').first().fill('Demo-Pass-2026!'); await page.keyboard.press('Enter'); await page.waitForTimeout(2500);
const views: [string, string, number, string | null][] = JSON.parse(process.argv[3]!);
for (const [name, hash, width, click] of views) {
  for (const [theme, language] of width < 500 ? [['default', 'en']] : [['default', 'en'], ['white', 'zh-CN']]) {
    await post('/profile', 'PATCH', { theme, language }, token);
    await page.evaluate((l) => localStorage.setItem('plumbline.language', l), language);
    await page.setViewportSize({ width, height: 900 });
    await page.goto('about:blank'); await page.goto(`${url}/#${hash}`); await page.waitForLoadState('networkidle').catch(() => 0); await page.waitForTimeout(1200);
    if (click) await page.locator(click).first().click({ timeout: 5000 }).catch((e) => console.log(name, String(e).slice(0, 200)));
    await page.waitForTimeout(1000);
    await page.screenshot({ path: `${out}/${name}-${width}-${language}.png` });
  }
}
await post('/profile', 'PATCH', { theme: 'default', language: 'en' }, token);
console.log('errors', opened.errors.slice(0, 5)); await opened.close(); process.exit(0);

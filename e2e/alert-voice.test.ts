/** Alerts are read out in the language of the screens, from the chosen level on, and again until they were seen. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { notificationsConnected, raiseAlert } from './raise-alert.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { projectNamed } from './worlds.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  page = site.opened.page;
  // The machine of a test has no voices: one that writes down what it is to say.
  await page.addInitScript(() => {
    const spoken: string[] = [];
    class Utterance {
      text: string;
      volume = 1;
      constructor(text: string) {
        this.text = text;
      }
    }
    const speech = Object.assign(new EventTarget(), {
      pending: false,
      getVoices: () => [{ lang: 'en-GB', localService: true }],
      cancel: () => undefined,
      speak: ({ text, volume }: Utterance) => {
        spoken.push(`${text} @${volume}`);
        document.documentElement.dataset['spoken'] = JSON.stringify(spoken);
      },
    });
    Object.defineProperty(globalThis, 'speechSynthesis', { value: speech });
    Object.defineProperty(globalThis, 'SpeechSynthesisUtterance', { value: Utterance });
  });
  await site.signIn('demo', password);
});
after(() => site?.close());

const spoken = async (): Promise<string[]> =>
  JSON.parse((await page.locator('html').getAttribute('data-spoken')) ?? '[]') as string[];
async function untilRead(count: number): Promise<string[]> {
  for (let tries = 0; tries < 300 && (await spoken()).length < count; tries++) await page.waitForTimeout(100);
  return spoken();
}
/** Opens the profile anew, and waits until the page hears of alerts. */
async function reload(): Promise<void> {
  const connected = notificationsConnected(page);
  await page.reload();
  await connected;
}

test('a person chooses voice, level and repetition, hears a trial, and an alert until it was seen', {
  skip: noChromium,
}, async () => {
  const { id: projectId } = await projectNamed(site, 'Foundation Pit');
  await page.goto(`${site.server.url}/#/profile?part=alerts`);
  await page.getByRole('switch', { name: 'Sound for alerts' }).click();
  await page.getByRole('switch', { name: 'Voice for alerts' }).click();
  await page.getByRole('button', { name: 'Play' }).click();
  assert.deepEqual(await untilRead(1), ['Red alert at point PZ-1: this is a test. @1']);
  await page.getByRole('switch', { name: 'Repeat until viewed' }).click();
  await site.request('PATCH', '/profile/preferences', { preferenceKey: 'alertVolume', value: 40 });
  await reload();
  await page.clock.install();
  await page.getByRole('switch', { name: 'Repeat until viewed', checked: true }).waitFor();

  await raiseAlert(site, projectId);
  const [first = ''] = await untilRead(1);
  assert.match(first, /Orange.*@0\.4$/);
  // An orange warning would have gone by itself.
  await page.clock.fastForward(31_000);
  const warning = page.locator('.pl-toast');
  await warning.waitFor();
  assert.deepEqual(await untilRead(2), [first, first]);
  await warning.hover();
  await warning.getByRole('button', { name: 'Close' }).click();
  await warning.waitFor({ state: 'detached' });
  await page.clock.fastForward(65_000);
  assert.equal((await spoken()).length, 2);

  // Below the chosen level nothing is heard.
  await site.request('PATCH', '/profile/preferences', { preferenceKey: 'alertFrom', value: 4 });
  await page.clock.resume();
  await reload();
  await page.getByRole('switch', { name: 'Voice for alerts', checked: true }).waitFor();
  await raiseAlert(site, projectId);
  await warning.waitFor();
  // By the clock of the page, whose timers are over.
  await page.clock.fastForward(5_000);
  assert.deepEqual(await spoken(), []);
});

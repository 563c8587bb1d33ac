/**
 * Somebody is woken: pushes are switched on for this browser, an alert comes with sound, on the page and as a notification
 * of the system, its message goes on to the next while nobody reacts, and ends when somebody settles it on the page for a phone.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPushServer } from '../server/test/push-server.ts';
import { noChromium } from './chromium.ts';
import { notificationsConnected, raiseAlert } from './raise-alert.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitUntilSettled } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;
let service: Awaited<ReturnType<typeof openPushServer>>;
let publicKey = '';

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, OUTBOUND_ALLOW: '127.0.0.1' });
  page = site.opened.page;
  service = await openPushServer(
    () => publicKey,
    () => new Date(),
  );
  await site.opened.context.grantPermissions(['notifications'], { origin: site.server.url });
  // This browser has no push service of its maker: it subscribes at ours. All else is its own.
  await page.addInitScript((browser) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
    const subscription = {
      endpoint: browser.endpoint,
      getKey: (name: 'p256dh' | 'auth') => bytes(browser[name]),
      unsubscribe: async () => {
        sessionStorage.removeItem('test.pushed');
        return true;
      },
      options: {},
    };
    PushManager.prototype.subscribe = async () => {
      sessionStorage.setItem('test.pushed', 'yes');
      return subscription as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () =>
      sessionStorage.getItem('test.pushed') ? (subscription as unknown as PushSubscription) : null;
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      document.documentElement.dataset['sounded'] = this.src;
      return play.call(this);
    };
  }, service.browser());
  await site.signIn('demo', password);
});
after(async () => {
  await site?.close();
  service?.close();
});

/** Somebody who took the alert on and shares their number. */
async function makeColleague(projectId: number, alertId: number): Promise<void> {
  const account = { username: 'zhao.duty', password: 'Helper-2026x' };
  const { corporationId } = (await site.request<{ user: { corporationId: number } }>('GET', '/profile')).user;
  const { user } = await site.request<{ user: { id: number } }>('POST', '/users', {
    corporationId,
    name: account.username,
    displayName: 'Zhao Min',
    type: 'Normal',
    password: account.password,
  });
  const { roles } = await site.request<{ roles: { id: number; type: string }[] }>('GET', '/roles');
  const roleId = roles.find(({ type }) => type === 'Guest')?.id;
  await site.request('POST', `/projects/${projectId}/members`, { userId: user.id, roleId });
  const { token } = await site.request<{ token: string }>('POST', '/signin', account);
  const contact = { email: null, mobile: '13800001234', emailFrom: null, smsFrom: null, showsMobile: true };
  await site.request('PUT', '/profile/contact', contact, token);
  await site.request('PATCH', `/alerts/${alertId}/assignee`, { assigneeId: user.id });
}

test('pushes are switched on, an alert wakes, goes on while nobody reacts, and ends when somebody does', {
  skip: noChromium,
}, async () => {
  ({ publicKey } = await site.request<{ publicKey: string }>('GET', '/profile/pushes'));
  const connected = notificationsConnected(page);
  await page.goto(`${site.server.url}/#/profile?part=alerts`);
  await page.reload();
  await connected;
  const pane = page.locator('.pl-pane').filter({ hasText: 'Alerts on this and other devices' });
  await pane.getByRole('button', { name: 'Switch on for this device' }).click();
  await pane.getByText('This device').waitFor();
  await pane.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The push service accepted the test').waitFor();
  assert.match(service.pushed.splice(0)[0]?.payload.title ?? '', /test message/);

  const { id: projectId } = await projectNamed(site, 'Foundation Pit');
  const steps = [{ afterMinutes: 1, emails: ['head@example.com'] }];
  const rule = { name: 'Wake us', level: 1, members: true, steps };
  await site.request('POST', `/projects/${projectId}/alert-rules`, rule);
  const alertId = await raiseAlert(site, projectId);
  await page.getByRole('alert').or(page.locator('.pl-toast')).first().waitFor();
  const sounded = page.locator('html[data-sounded*="notification.mp3"]');
  await sounded.waitFor({ state: 'attached' });
  for (let tries = 0; tries < 100 && service.pushed.length === 0; tries++) await page.waitForTimeout(100);
  const [message] = service.pushed;
  assert.ok(message, 'nothing was pushed');
  assert.deepEqual(service.faults, []);

  // What the push service would hand to the browser, handed to its service worker.
  const session = await site.opened.context.newCDPSession(page);
  const registrations: string[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: found }) => {
    for (const { registrationId, isDeleted } of found) if (!isDeleted) registrations.push(registrationId);
  });
  await session.send('ServiceWorker.enable');
  for (let tries = 0; tries < 50 && registrations.length === 0; tries++) await page.waitForTimeout(100);
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: site.server.url,
    registrationId: registrations.at(-1) ?? '',
    data: JSON.stringify(message.payload),
  });
  const shownBy = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const [first] = (await registration?.getNotifications()) ?? [];
      return first ? { title: first.title, tag: first.tag, path: (first.data as { path: string }).path } : null;
    });
  await waitUntilSettled(shownBy, (notification) => assert.ok(notification, 'the notification is shown'));
  const shown = await shownBy();
  const { title, tag, path } = shown ?? { title: '', tag: '', path: '' };
  assert.deepEqual([title, tag], [message.payload.title, message.payload.tag]);
  assert.match(path, new RegExp(`\\b${alertId}\\b`));

  const stepsOf = async () =>
    (await site.request<{ steps: { state: string; why: string }[] }>('GET', `/alerts/${alertId}/escalation`)).steps.map(
      ({ state, why }) => [state, why],
    );
  assert.deepEqual(await stepsOf(), [['waiting', '']]);
  await site.advance(61_000);
  await site.tick('escalate-alerts');
  assert.deepEqual(await stepsOf(), [['done', '']]);
  const second = await raiseAlert(site, projectId);
  await waitUntilSettled(
    () => site.request<{ steps: unknown[] }>('GET', `/alerts/${second}/escalation`),
    ({ steps: waiting }) => assert.ok(waiting.length > 0, 'the steps of the second alert wait'),
  );
  // Whoever is woken opens the message on a phone, sees whom to call, and settles the alert there.
  await makeColleague(projectId, second);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.server.url}/${path.replace(String(alertId), String(second))}`);
  const call = page.getByRole('link', { name: 'Call Zhao Min' });
  await call.scrollIntoViewIfNeeded();
  assert.equal(await call.getAttribute('href'), 'tel:+8613800001234');
  const box = (await call.boundingBox())!;
  assert.ok(box.height >= 56 && box.width >= 300, `for a thumb: ${JSON.stringify(box)}`);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Seen on site');
  await page.getByRole('button', { name: 'Confirm (final)' }).click();
  await page.getByText('Confirmed by Lin Wei', { exact: true }).waitFor();
  await waitUntilSettled(
    () => site.request<{ steps: { why: string }[] }>('GET', `/alerts/${second}/escalation`),
    ({ steps: ended }) => assert.equal(ended[0]?.why, 'reacted', 'the steps end when somebody settles the alert'),
  );
});

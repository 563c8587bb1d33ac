/**
 * Shows alerts that are pushed to this device, and opens them: nothing else. It keeps nothing, and no request of a page
 * passes through it.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, path, tag, level } = event.data?.json() ?? {};
  event.waitUntil(
    self.registration.showNotification(title ?? 'Plumbline', {
      body,
      // A repeat of the same message takes its place, without a second sound.
      tag,
      icon: './icons/plumbline-192.png',
      badge: './icons/badge-96.png',
      // Orange and red stay until somebody has seen them.
      requireInteraction: level === null || level >= 3,
      data: { path },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data?.path ?? '#/', self.registration.scope).href;
  event.waitUntil(open(address));
});

/** In a page that is open, where there is one. */
async function open(address) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => url.startsWith(self.registration.scope));
  if (!page) return await self.clients.openWindow(address);
  await page.focus();
  // The page's own address bar: a navigation would load all of it again.
  page.postMessage({ open: new URL(address).hash });
}

/**
 * Two things, apart from each other: it shows alerts that are pushed to this device and opens them, and it keeps the files of
 * the page for field work, so that this page opens without a network. No answer of the server is kept here, and nothing at all
 * before a person has opened that page.
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

const prefix = 'plumbline-files ';
/** A network that does not answer within this counts as none: the page opens from the cache. */
const networkTimeoutMs = 4_000;

self.addEventListener('message', (event) => {
  const { keep: files, script } = event.data ?? {};
  if (!Array.isArray(files) || typeof script !== 'string' || script === '') return;
  const [port] = event.ports;
  event.waitUntil(
    keep(files, script).then(
      (isStored) => port?.postMessage({ isStored }),
      () => port?.postMessage({ isStored: false }),
    ),
  );
});

/**
 * Keeps the page itself and its files, all or none; `script` is what the page begins with. Says whether they are kept: not
 * where the server has a newer page than the one that asks, which will ask for its own.
 */
async function keep(files, script) {
  const page = await fetch('./', { cache: 'no-store' });
  if (!page.ok || !(await page.clone().text()).includes(script)) return false;
  const name = `${prefix}${script}`;
  const cache = await caches.open(name);
  const known = new Set((await cache.keys()).map(({ url }) => url));
  await cache.addAll(files.filter((file) => !known.has(file)));
  await cache.put('./', page);
  for (const other of await caches.keys()) if (other.startsWith(prefix) && other !== name) await caches.delete(other);
  return true;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { scope } = self.registration;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const [path] = request.url.slice(scope.length).split(/[?#]/, 1);
  if (request.mode === 'navigate' && path === '') event.respondWith(pageFor(request));
  // Their names change with their content, so what is kept is what the server has.
  else if (/^(assets|icons)\//.test(path)) event.respondWith(fileFor(request));
});

const cached = (request) => caches.match(request, { ignoreSearch: true, ignoreVary: true });

async function fileFor(request) {
  return (await cached(request)) ?? fetch(request);
}

/** From the server wherever it answers; what is kept stands in for a network or a server that is away. */
async function pageFor(request) {
  const page = await cached('./');
  if (!page) return fetch(request);
  const away = new Promise((resolve) => setTimeout(resolve, networkTimeoutMs, page));
  const answered = fetch(request).then(
    (answer) => (answer.status < 500 ? answer : page),
    () => page,
  );
  return Promise.race([answered, away]);
}

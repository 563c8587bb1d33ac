/**
 * The browser's side of web push: its permission, its service worker, its subscription. Invariant: nothing here keeps a
 * page or a request; the worker only shows what is pushed (web/public/worker.js).
 */

/** Why this browser takes no pushes; null = it does, or may be asked. */
export type Obstacle = 'insecure' | 'unsupported' | 'blocked' | null;

export function obstacle(): Obstacle {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
}

/** Address of a browser for the server. */
export interface BrowserAddress {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const worker = './worker.js';

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const addressOf = (subscription: PushSubscription): BrowserAddress => ({
  endpoint: subscription.endpoint,
  p256dh: base64url(subscription.getKey('p256dh')),
  auth: base64url(subscription.getKey('auth')),
});

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('./');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks the person where they were not asked yet, and subscribes. null = they did not allow it. Throws Error where the push service is not reached. */
export async function switchOn(publicKey: string): Promise<BrowserAddress | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  // Of another installation at this address, or of this one before it was set up anew.
  const before = await pushManager.getSubscription();
  if (before && base64url(before.options.applicationServerKey) !== publicKey) await before.unsubscribe();
  return addressOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }));
}

export async function switchOff(): Promise<void> {
  if (obstacle() === null) await (await subscription())?.unsubscribe();
}

/** Returns the address under which this browser is subscribed; null = it is not, or may not any more. */
export async function currentAddress(): Promise<BrowserAddress | null> {
  if (obstacle() !== null || Notification.permission !== 'granted') return null;
  const subscribed = await subscription();
  return subscribed && addressOf(subscribed);
}

/** Opens in this page what a notification leads to: the worker says so. */
export function openOnClick(): void {
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown }>) => {
    if (typeof data?.open === 'string' && data.open.startsWith('#/')) location.hash = data.open;
  });
}

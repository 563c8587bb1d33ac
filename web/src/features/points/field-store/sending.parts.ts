import { sendWaiting } from './outbox.queries.ts';
import { releasePhotos } from './photo-hold.parts.ts';

const tryEveryMs = 60_000;
let isRunning = false;

/** Sends what waits of the person who is signed in: at once, when a network comes, and by the clock, as long as this page lives. */
export function keepSending(): void {
  if (isRunning) return;
  isRunning = true;
  const send = (): void => void sendWaiting().catch(() => undefined);
  // No sheet is open on a page that begins with another one.
  void releasePhotos({ except: null }).then(send, send);
  setInterval(send, tryEveryMs);
  addEventListener('online', send);
}

/**
 * Alerts that are heard again until they were seen, for whoever chose so. Invariant: what was seen is not heard again; of
 * several the highest is.
 */
import * as session from './session.ts';
import { type AlertSound, playAlert } from './sound.ts';

const pauseMs = 30_000;
const unseen = new Map<string, AlertSound>();
let timer: ReturnType<typeof setInterval> | null = null;

export function remindOf(key: string, alert: AlertSound): void {
  unseen.set(key, alert);
  timer ??= setInterval(remind, pauseMs);
}

export function stopReminding(key: string): void {
  unseen.delete(key);
  if (unseen.size > 0 || timer === null) return;
  clearInterval(timer);
  timer = null;
}

function remind(): void {
  const [highest] = [...unseen.values()].sort((a, b) => b.level - a.level);
  if (!highest || session.current()?.preferences.alertRepeats !== true)
    for (const key of unseen.keys()) stopReminding(key);
  else void playAlert(highest);
}

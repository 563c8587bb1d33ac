import type { Language } from '@plumbline/contract/kernel/constants';
import * as session from './session.ts';

/**
 * The sound of an alert: the installation's own file (specification 8: static sound /config/notification.mp3), and a voice that
 * reads it out. Invariant: silent where the person switched it off, below the level that they chose, and while the browser has
 * not been clicked yet.
 */
let audio: HTMLAudioElement | null = null;

/** Sound of an alert. */
export interface AlertSound {
  readonly level: number;
  readonly words: string;
  readonly language: Language;
}

/** Returns whether this browser can read out at all; what reads out comes when it is needed. */
export const canReadOut = (): boolean => 'speechSynthesis' in globalThis;

/** Reads words out, as loud as is said (0 to 1). False where there is no voice of the language. */
export const readOut = async (alert: Pick<AlertSound, 'words' | 'language'>, volume: number): Promise<boolean> =>
  canReadOut() && (await (await import('./speech.ts')).readOut(alert, volume));

/** Sounds, then reads out. Gives false where the browser refused to sound, so that the page can say so. */
export async function playAlert(alert: AlertSound): Promise<boolean> {
  const preferences = session.current()?.preferences;
  if (preferences && alert.level < preferences.alertFrom) return true;
  const played = preferences?.sound === false || (await playSound());
  if (preferences?.speech) await readOut(alert, preferences.alertVolume / 100);
  return played;
}

/** The sound alone, to its end; at most one at a time. False where the browser refused. */
export async function playSound(): Promise<boolean> {
  audio ??= new Audio('./config/notification.mp3');
  const playing = audio;
  playing.volume = (session.current()?.preferences.alertVolume ?? 100) / 100;
  playing.currentTime = 0;
  try {
    await playing.play();
  } catch {
    return false;
  }
  // A voice must not begin over it; nothing waits for a file that does not end.
  await new Promise((resolve) => {
    playing.onended = resolve;
    setTimeout(resolve, 3_000);
  });
  return true;
}

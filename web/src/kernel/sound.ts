import * as session from './session.ts';

/**
 * The sound of an alert: the installation's own file (specification 8: static sound /config/notification.mp3).
 * Invariant: silent where the person switched it off or the browser has not yet been clicked.
 */
let audio: HTMLAudioElement | null = null;

/** Plays at most once at a time. Gives false where the browser refused, so that the page can say so. */
export async function playAlert(): Promise<boolean> {
  if (session.current()?.preferences.sound === false) return true;
  audio ??= new Audio('./config/notification.mp3');
  audio.currentTime = 0;
  try {
    await audio.play();
    return true;
  } catch {
    return false;
  }
}

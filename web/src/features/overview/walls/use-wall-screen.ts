import type { WallContent } from '@plumbline/contract/overview/walls';
import { useEffect, useRef, useState } from 'react';
import { rememberedTheme } from '../../../design/theme.tsx';
import { paint } from '../../../design/tokens.ts';
import { showLanguage } from '../../../kernel/language.ts';
import { rememberedLanguage } from '../../../kernel/remembered-language.ts';
import { serverNow } from '../../../kernel/server-clock.ts';
import { playSound } from '../../../kernel/sound.ts';
import { nextPlace, soundingAlerts } from './wall-clock.ts';

/** Language and theme are those of the wall, also once it is ended, and those of the browser after the page. */
export function useAppearance(wall: Pick<WallContent, 'language' | 'theme'> | undefined): void {
  const { language, theme } = wall ?? {};
  useEffect(() => {
    if (!language) return;
    const before = rememberedLanguage();
    void showLanguage(language);
    return () => void showLanguage(before);
  }, [language]);
  useEffect(() => {
    if (!theme) return;
    paint(document.documentElement, theme);
    return () => paint(document.documentElement, rememberedTheme());
  }, [theme]);
}

/** Keeps the screen from sleeping, again whenever the page is seen again: the browser lets go of it when it is hidden. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    const keep = (): void => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      navigator.wakeLock.request('screen').then(
        (got) => {
          lock = got;
        },
        // A battery that is low, or a browser that refuses: the screen sleeps as its computer says.
        () => undefined,
      );
    };
    keep();
    document.addEventListener('visibilitychange', keep);
    return () => {
      document.removeEventListener('visibilitychange', keep);
      void lock?.release();
    };
  }, []);
}

/** Epoch ms by the server's clock, every second. */
export function useSeconds(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export interface Turning {
  readonly place: number;
  readonly isPaused: boolean;
  readonly go: (by: 1 | -1) => void;
  readonly togglePause: () => void;
}

/** Slide after slide, each for its time; arrows go on and back, the space bar holds. */
export function useTurning(slides: WallContent['slides']): Turning {
  const [at, setAt] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const count = slides.length;
  const place = at < count ? at : 0;
  const dwellSeconds = slides[place]?.dwellSeconds ?? 20;
  useEffect(() => {
    if (isPaused || count < 2) return;
    const timer = setTimeout(() => setAt(nextPlace(place, 1, count)), dwellSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [place, isPaused, count, dwellSeconds]);
  const go = (by: 1 | -1): void => setAt(nextPlace(place, by, count));
  const togglePause = (): void => setPaused((old) => !old);
  const latest = useRef({ go, togglePause });
  latest.current = { go, togglePause };
  useEffect(() => {
    const act = (event: KeyboardEvent): void => {
      if (event.target instanceof HTMLElement && event.target.closest('button, a, input')) return;
      if (event.key === 'ArrowRight') latest.current.go(1);
      else if (event.key === 'ArrowLeft') latest.current.go(-1);
      else if (event.key === ' ') latest.current.togglePause();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, []);
  return { place, isPaused, go, togglePause };
}

/** Sounds for alerts that are new. True while the browser has not let it sound yet: it wants one touch first. */
export function useAlertSound({ alerts, soundFrom }: Pick<WallContent, 'alerts' | 'soundFrom'>): {
  readonly isMute: boolean;
  readonly unmute: () => void;
} {
  const knownIds = useRef<ReadonlySet<number> | null>(null);
  const [isMute, setMute] = useState(() => !navigator.userActivation?.hasBeenActive);
  useEffect(() => {
    const sounding = soundingAlerts(alerts, knownIds.current, soundFrom);
    knownIds.current = new Set(alerts.map(({ id }) => id));
    if (sounding.length > 0) void playSound().then((played) => setMute(!played));
  }, [alerts, soundFrom]);
  const unmute = (): void => void playSound().then((played) => setMute(!played));
  return { isMute: isMute && soundFrom > 0, unmute };
}

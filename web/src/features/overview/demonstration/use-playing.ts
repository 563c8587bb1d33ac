import { useEffect, useRef, useState } from 'react';

/** A story takes a minute at single speed. */
export const storyMs = 60_000;
/** Between two pictures. */
const frameMs = 120;

/** Whether somebody asked their system for less movement: then a story waits until it is started. */
const isMotionReduced = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A time that runs from one end of a story to the other, and stops there. */
export function usePlaying(from: number, to: number, isReady: boolean) {
  const [at, setAt] = useState(from);
  const [isPlaying, setPlaying] = useState(() => !isMotionReduced());
  const [speed, setSpeed] = useState<1 | 2 | 4>(1);
  const before = useRef(0);
  useEffect(() => {
    if (!isPlaying || !isReady) return;
    before.current = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const passed = Math.min(now - before.current, 1_000) * speed;
      before.current = now;
      setAt((old) => Math.min(to, old + (passed / storyMs) * (to - from)));
    }, frameMs);
    return () => clearInterval(timer);
  }, [isPlaying, isReady, speed, from, to]);
  const isOver = at >= to;
  const goTo = (next: number): void => setAt(Math.min(to, Math.max(from, next)));
  return {
    at,
    isPlaying: isPlaying && !isOver,
    speed,
    setSpeed,
    goTo,
    /** From the beginning where it has ended. */
    toggle: (): void => {
      if (isOver) setAt(from);
      setPlaying(isOver || !isPlaying);
    },
    pauseAt: (next: number): void => {
      setPlaying(false);
      goTo(next);
    },
  };
}

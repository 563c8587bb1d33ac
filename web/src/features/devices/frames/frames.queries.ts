import { type Frame, frameLimits, frames } from '@plumbline/contract/devices/frames';
import { linkDoctor } from '@plumbline/contract/telemetry/link-doctor';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Reply } from '../../../kernel/queries.ts';
import { read, useRead } from '../../../kernel/reads.ts';

/** A device, or a feed of a corporation. */
export type FrameTarget = { readonly deviceId: number } | { readonly corporationId: number; readonly feedId: number };
/** `shownAtMs`: when this page got it while it was open, by the clock of the server; null = it was there before. */
export type LiveFrame = Frame & { readonly shownAtMs: number | null };
export type Recording = Reply<typeof frames.ofDevice>['recording'];

const everyMs = 1_000;
const afterFailureMs = 5_000;

const readAfter = (target: FrameTarget, after: number, signal: AbortSignal) =>
  'deviceId' in target
    ? read(frames.ofDevice, { ...target, after }, { signal })
    : read(frames.ofFeed, { ...target, after }, { signal });

/**
 * Returns the recorded frames, and what is recorded from now on, the oldest first: each answer begins behind the last
 * frame that is there. No more stay than the server holds. `refresh` begins anew.
 */
export function useFrames(target: FrameTarget) {
  const [list, setList] = useState<readonly LiveFrame[] | null>(null);
  const [recording, setRecording] = useState<Recording>(null);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  const key = JSON.stringify(target);
  const last = useRef(0);
  /** Whether what comes now passes under the eyes of who has the page open. */
  const isLive = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn begins anew
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = async (): Promise<void> => {
      let pauseMs = everyMs;
      try {
        const requestMs = performance.now();
        const answer = await readAfter(JSON.parse(key) as FrameTarget, last.current, stop.signal);
        if (stop.signal.aborted) return;
        last.current = answer.frames.at(-1)?.id ?? last.current;
        // The answer was given on the way: half of the way back is behind it.
        const renderedAtMs = Date.parse(answer.answeredAt) + (performance.now() - requestMs) / 2;
        const came = answer.frames.map((frame) => ({ ...frame, shownAtMs: isLive.current ? renderedAtMs : null }));
        setList((before) => joined(before, came));
        if (!answer.isMore) isLive.current = true;
        setRecording(answer.recording);
        setError(null);
        if (answer.isMore) pauseMs = 0;
      } catch (failure) {
        if (stop.signal.aborted) return;
        setError(failure);
        isLive.current = false;
        pauseMs = afterFailureMs;
      }
      timer = setTimeout(() => void again(), document.hidden ? afterFailureMs : pauseMs);
    };
    void again();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [key, turn]);
  const refresh = useCallback((isEmptied: boolean) => {
    if (isEmptied) {
      setList([]);
      last.current = 0;
    }
    setTurn((before) => before + 1);
  }, []);
  return { list, recording, error, refresh };
}

/** The same list where nothing came: nothing is drawn again. */
const joined = (before: readonly LiveFrame[] | null, more: readonly LiveFrame[]): readonly LiveFrame[] =>
  before !== null && more.length === 0 ? before : [...(before ?? []), ...more].slice(-frameLimits.frames);

/** Returns the diagnosis of a link, looked at again while one reads it. */
export function useDiagnosis(target: FrameTarget) {
  const isDevice = 'deviceId' in target;
  const often = { refetchInterval: 10_000 };
  const ofDevice = useRead(linkDoctor.ofDevice, isDevice ? target : { deviceId: 1 }, { ...often, enabled: isDevice });
  const ofFeed = useRead(linkDoctor.ofFeed, isDevice ? { corporationId: 1, feedId: 1 } : target, {
    ...often,
    enabled: !isDevice,
  });
  return isDevice ? ofDevice : ofFeed;
}

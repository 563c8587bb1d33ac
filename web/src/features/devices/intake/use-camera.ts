import { type RefObject, useEffect, useRef, useState } from 'react';
import { readFrame } from './scan-image.ts';

type CameraState = 'off' | 'asking' | 'on' | 'refused' | 'absent' | 'busy' | 'insecure';
const everyMs = 120;
const framePx = 960;
/** Out of sight for so long, a code is shown anew. */
const repeatMs = 1_500;

/** Why there is no picture, by the name of the browser's error. */
const whyOf = (error: unknown): CameraState => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'absent';
  return 'busy';
};

/** Reads the picture of the camera several times a second; passes on the text of each QR code in it. */
function useReadFrames(video: RefObject<HTMLVideoElement | null>, isOn: boolean, onText: (text: string) => void): void {
  const onTextRef = useRef(onText);
  onTextRef.current = onText;
  const lastRead = useRef({ text: '', at: 0 });
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      const picture = video.current;
      if (!picture || picture.readyState < 2 || document.hidden) return;
      const scale = Math.min(1, framePx / Math.max(picture.videoWidth, picture.videoHeight));
      const text = readFrame(picture, Math.round(picture.videoWidth * scale), Math.round(picture.videoHeight * scale));
      if (text === null) return;
      // A code that is held before the camera is one reading, not eight a second.
      const isRepeat = text === lastRead.current.text && performance.now() - lastRead.current.at < repeatMs;
      lastRead.current = { text, at: performance.now() };
      if (!isRepeat) onTextRef.current(text);
    }, everyMs);
    return () => clearInterval(timer);
  }, [isOn, video]);
}

const endTracks = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

/** The camera as a page holds it. Invariant: it is let go as soon as it is not seen. */
export function useCamera(onText: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream | null>(null);
  const [state, setState] = useState<CameraState>('off');
  const release = (): void => {
    endTracks(stream.current);
    stream.current = null;
  };
  useEffect(
    () => () => {
      endTracks(stream.current);
      stream.current = null;
    },
    [],
  );
  useReadFrames(video, state === 'on', onText);
  const start = async (): Promise<void> => {
    if (!navigator.mediaDevices?.getUserMedia) {
      setState(window.isSecureContext ? 'absent' : 'insecure');
      return;
    }
    setState('asking');
    try {
      const media = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } },
      });
      const picture = video.current;
      if (!picture) {
        endTracks(media);
        return;
      }
      stream.current = media;
      // The cable was pulled, or the permission taken back.
      for (const track of media.getTracks()) track.addEventListener('ended', () => setState('busy'));
      picture.srcObject = media;
      await picture.play();
      setState('on');
    } catch (error) {
      release();
      setState(whyOf(error));
    }
  };
  const stop = (): void => {
    release();
    setState('off');
  };
  return { video, state, start, stop };
}

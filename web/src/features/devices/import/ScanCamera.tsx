import { CameraOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readFrame } from './scan-image.ts';

type State = 'off' | 'asking' | 'on' | 'refused' | 'absent' | 'busy' | 'insecure';
const everyMs = 120;
const framePx = 960;
/** Out of sight for so long, a code is shown anew. */
const repeatMs = 1_500;

/** Why there is no picture, by the name of the browser's error. */
const whyOf = (error: unknown): State => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'absent';
  return 'busy';
};

/** The camera, looked at several times a second for a QR code. Invariant: it is let go as soon as it is not seen. */
export function ScanCamera({ onText }: { onText: (text: string) => void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream | null>(null);
  const onTextRef = useRef(onText);
  onTextRef.current = onText;
  const lastRead = useRef({ text: '', at: 0 });
  const [state, setState] = useState<State>('off');

  const stop = (): void => {
    for (const track of stream.current?.getTracks() ?? []) track.stop();
    stream.current = null;
  };
  useEffect(
    () => () => {
      for (const track of stream.current?.getTracks() ?? []) track.stop();
      stream.current = null;
    },
    [],
  );
  useEffect(() => {
    if (state !== 'on') return;
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
  }, [state]);

  const start = async (): Promise<void> => {
    if (!navigator.mediaDevices?.getUserMedia) {
      setState(window.isSecureContext ? 'absent' : 'insecure');
      return;
    }
    setState('asking');
    try {
      const found = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } },
      });
      const picture = video.current;
      if (!picture) {
        for (const track of found.getTracks()) track.stop();
        return;
      }
      stream.current = found;
      // The cable was pulled, or the permission taken back.
      for (const track of found.getTracks()) track.addEventListener('ended', () => setState('busy'));
      picture.srcObject = found;
      await picture.play();
      setState('on');
    } catch (error) {
      stop();
      setState(whyOf(error));
    }
  };
  const failed = state === 'refused' || state === 'absent' || state === 'busy' || state === 'insecure';
  return (
    <div className="sc-camera">
      <video ref={video} hidden={state !== 'on'} muted playsInline aria-label={t('scan:camera')} />
      {state !== 'on' && (
        <div className="sc-idle">
          <CameraOutlined className="pl-3" />
          {failed && (
            <p role="alert">
              {t(`scan:fault.${state}`)} <span className="pl-2">{t('scan:instead')}</span>
            </p>
          )}
          <Button loading={state === 'asking'} onClick={() => void start()}>
            {t(failed ? 'scan:again' : 'scan:start')}
          </Button>
        </div>
      )}
      {state === 'on' && (
        <div className="pl-row sc-under">
          <span className="pl-2 pl-sm pl-gap">{t('scan:hold')}</span>
          <Button
            size="small"
            onClick={() => {
              stop();
              setState('off');
            }}
          >
            {t('scan:stop')}
          </Button>
        </div>
      )}
    </div>
  );
}

import { CameraOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCamera } from './use-camera.ts';

/** The camera, looked at several times a second for a QR code. */
export function ScanCamera({ onText }: { onText: (text: string) => void }) {
  const { t } = useTranslation();
  const { video, state, start, stop } = useCamera(onText);
  const failed = state === 'refused' || state === 'absent' || state === 'busy' || state === 'insecure';
  return (
    <div className="sc-camera">
      <video ref={video} hidden={state !== 'on'} muted playsInline aria-label={t('intake:camera')} />
      {state !== 'on' && (
        <div className="sc-idle">
          <CameraOutlined className="pl-3" />
          {failed && (
            <p role="alert">
              {t(`intake:fault.${state}`)} <span className="pl-2">{t('intake:instead')}</span>
            </p>
          )}
          <Button loading={state === 'asking'} onClick={() => void start()}>
            {t(failed ? 'intake:again' : 'intake:start')}
          </Button>
        </div>
      )}
      {state === 'on' && (
        <div className="pl-row sc-under">
          <span className="pl-2 pl-sm pl-gap">{t('intake:hold')}</span>
          <Button size="small" onClick={stop}>
            {t('intake:stop')}
          </Button>
        </div>
      )}
    </div>
  );
}

import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { subscribe, uploads } from '../../kernel/uploads.ts';

/** What takes no longer than this is not worth a bar. */
const visibleAfterMs = 500;

/** Files on their way to the server, over whatever dialog sends them: how far each is, and a way to break it off. */
export default function UploadBar(): ReactNode {
  const { t } = useTranslation();
  const running = useSyncExternalStore(subscribe, uploads);
  const [late, setLate] = useState(false);
  const some = running.length > 0;
  useEffect(() => {
    if (!some) return setLate(false);
    const timer = setTimeout(() => setLate(true), visibleAfterMs);
    return () => clearTimeout(timer);
  }, [some]);
  if (!some || !late) return null;
  return (
    <div className="uploads" role="status">
      {running.map(({ id, name, share, stop }) => (
        <div key={id} className="pl-row">
          <span className="pl-ell pl-gap">{t(share < 1 ? 'shell:uploading' : 'shell:uploaded', { name })}</span>
          <progress value={share} max={1} aria-label={t('shell:uploading', { name })} />
          <span className="pl-num">{Math.floor(share * 100)} %</span>
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            disabled={share >= 1}
            aria-label={t('shell:stopUpload', { name })}
            title={t('shell:stopUpload', { name })}
            onClick={stop}
          />
        </div>
      ))}
    </div>
  );
}

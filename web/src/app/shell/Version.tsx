import { limits } from '@plumbline/contract/constants';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../design/Toasts.tsx';
import { useSession } from '../../kernel/session.ts';
import { prefer } from './preferences.ts';

/** Whose it is and which version runs. More than five clicks within two seconds open or close the professional mode. */
export function Version() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { staticVersion, corporation, preferences } = useSession();
  const clicks = useRef<number[]>([]);
  const click = (): void => {
    const now = Date.now();
    clicks.current = [...clicks.current.filter((at) => now - at < limits.professionalWindowMs), now];
    if (clicks.current.length <= limits.professionalClicks) return;
    clicks.current = [];
    const on = !preferences.professional;
    void prefer('professional', on).catch(toasts.failed);
    toasts.done(on ? t('shell:professional.on') : t('shell:professional.off'));
  };
  return (
    <div className="pl-ell">
      <div className="pl-ell">{corporation?.copyright || `© ${new Date().getFullYear()} Plumbline`}</div>
      <button type="button" className="pl-bare" onClick={click}>
        v{staticVersion || '1.0'}
        {preferences.professional && ` · ${t('shell:professional.name')}`}
      </button>
    </div>
  );
}

import { CheckOutlined, ReloadOutlined } from '@ant-design/icons';
import { type RefreshInterval, refreshIntervals } from '@plumbline/contract/kernel/constants';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../design/Toasts.tsx';
import { useLanguage } from '../../kernel/language.ts';
import { refreshNow, spanOf, useRefresh } from '../../kernel/refresh.ts';
import { useSession } from '../../kernel/session.ts';
import { HeaderMenu } from './menus.tsx';
import { prefer } from './preferences.queries.ts';

const units = { s: 'second', m: 'minute', h: 'hour', d: 'day' } as const;

function useIntervalWords(): (interval: RefreshInterval, display: 'long' | 'narrow') => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (interval, unitDisplay) => {
    const span = spanOf(interval);
    return span === null
      ? t(`shell:refresh.${interval as 'daily' | 'weekly' | 'monthly'}`)
      : new Intl.NumberFormat(language, { style: 'unit', unit: units[span.unit], unitDisplay }).format(span.count);
  };
}

/** On pages of measured data: how often all that is shown is read again by itself. The choice is kept with the account. */
export default function RefreshMenu() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { refresh } = useSession().preferences;
  const words = useIntervalWords();
  useRefresh(refresh === 'off' ? null : refresh);
  return (
    <HeaderMenu
      widthPx={200}
      button={
        <button type="button" className="pl-bare ic refresh" title={t('shell:refresh.title')}>
          <span className="pl-visually-hidden">{t('shell:refresh.title')}</span>
          <ReloadOutlined />
          {refresh !== 'off' && <span>{words(refresh, 'narrow')}</span>}
        </button>
      }
    >
      {(close) => (
        <div style={{ maxHeight: 'min(480px, 70vh)', overflowY: 'auto' }}>
          <button
            type="button"
            className="pl-bare pick"
            onClick={() => {
              close();
              void refreshNow();
            }}
          >
            {t('shell:refresh.now')}
          </button>
          {(['off', ...refreshIntervals] as const).map((each) => (
            <button
              key={each}
              type="button"
              className="pl-bare pick"
              onClick={() => {
                close();
                void prefer('refresh', each).catch(toasts.failed);
              }}
            >
              <span className="pl-gap">{each === 'off' ? t('shell:refresh.off') : words(each, 'long')}</span>
              {each === refresh && <CheckOutlined />}
            </button>
          ))}
        </div>
      )}
    </HeaderMenu>
  );
}

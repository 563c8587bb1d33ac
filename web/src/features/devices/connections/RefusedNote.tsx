import { StopOutlined } from '@ant-design/icons';
import type { Device } from '@plumbline/contract/devices/devices';
import { useTranslation } from 'react-i18next';
import { formatAge, formatCount, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { refusalWords } from './refusal-words.ts';

/** How many messages of a device were refused, why the last one was, and how many readings wait to be stored. Nothing where none was. */
export function RefusedNote({ refused, zone }: { refused: Device['refused']; zone: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (refused.count === 0 && refused.deferred === 0) return null;
  const refusal = refusalWords(refused, t);
  return (
    <div className="pl-notice dv-refused">
      <span className="dv-tile bad" aria-hidden="true">
        <StopOutlined />
      </span>
      <div>
        <div className="pl-b">
          {t('connections:refused.count', { count: refused.count, shown: formatCount(refused.count) })}
        </div>
        <div className="pl-sm pl-2">
          {refusal.words}
          {refusal.where && ` · ${refusal.where}`}
        </div>
        {refused.deferred > 0 && (
          <div className="pl-sm pl-2">
            {t('connections:refused.held', { count: refused.deferred, shown: formatCount(refused.deferred) })}
          </div>
        )}
        {refusal.detail && <div className="pl-sm pl-3 pl-wrap">{refusal.detail}</div>}
        {refused.at && (
          <div className="pl-micro pl-3" title={formatTime(refused.at, zone)}>
            {t('connections:refused.last', { age: formatAge(refused.at, language) })}
          </div>
        )}
      </div>
    </div>
  );
}

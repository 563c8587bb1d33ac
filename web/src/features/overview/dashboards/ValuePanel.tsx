import { lastReadAt } from '@plumbline/contract/kernel/status';
import type { ContentOf } from '@plumbline/contract/overview/dashboards.contents';
import { useTranslation } from 'react-i18next';
import { useLimitLines, usePlaceWord } from '../../../charts/point-words.ts';
import { StatusTag } from '../../../design/Status.tsx';
import { Value } from '../../../design/Value.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatTime } from '../../../kernel/format.ts';

/** One point as large as its panel: its value, how it stands, and when it was measured. */
export function ValuePanel({ content: { point, timeZone } }: { content: ContentOf<'value'> }) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const { structure, family, field, value, unit, precision, status, figures } = point;
  const placeWord = usePlaceWord();
  const limitLines = useLimitLines();
  const at = lastReadAt(status);
  const [nearest] = limitLines(figures, { unit, precision });
  return (
    <div className="db-value" data-state={status.state}>
      <div className="db-number">
        <Value
          value={value}
          unit={unit}
          precision={precision}
          state={status.state === 'stale' ? 'stale' : 'fresh'}
          strong
        />
      </div>
      <div className="db-status">
        <StatusTag status={status} words="word" />
        <span className="pl-sm pl-2 pl-ell">{nearest}</span>
      </div>
      <div className="pl-sm pl-2 pl-ell">
        {[structure, fieldWord(family, field), placeWord(figures.valuePlace)].filter(Boolean).join(' · ')}
      </div>
      <div className="pl-sm pl-3">{at === null ? t('statusPages:noReading') : formatTime(at, timeZone)}</div>
    </div>
  );
}

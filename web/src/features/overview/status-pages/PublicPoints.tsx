import { lastReadAt } from '@plumbline/contract/kernel/status';
import type { PublicStatus } from '@plumbline/contract/overview/status-pages';
import { useTranslation } from 'react-i18next';
import { Sparkline } from '../../../charts/Sparkline.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { StatusMark } from '../../../design/Status.tsx';
import { Value } from '../../../design/Value.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatDay, formatTime } from '../../../kernel/format.ts';

/** The chosen points with their last value, when it was read, and their curve where the page shows curves. */
export function PublicPoints({
  points,
  from,
  zone,
}: {
  points: PublicStatus['points'];
  /** Where the curves begin. */
  from: string | null;
  zone: string;
}) {
  const { t } = useTranslation();
  const note =
    from === null ? undefined : (
      <span className="pl-sm pl-3">{t('statusPages:since', { day: formatDay(from, zone) })}</span>
    );
  return (
    <Pane title={t('statusPages:pointIds')} flush action={note}>
      <ul className="pub-list">
        {points.map((point) => (
          <PointRow key={`${point.structure}/${point.name}`} point={point} zone={zone} />
        ))}
      </ul>
    </Pane>
  );
}

function PointRow({ point, zone }: { point: PublicStatus['points'][number]; zone: string }) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const { name, structure, family, field, unit, precision, status, value, curve } = point;
  const at = lastReadAt(status);
  return (
    <li>
      <StatusMark status={status} />
      <div className="pub-name">
        <div className="pl-b pl-ell">{name}</div>
        <div className="pl-sm pl-3 pl-ell">
          {structure} · {fieldWord(family, field)}
        </div>
      </div>
      {curve && (
        <span className="pub-curve">
          {curve.times.length > 1 ? (
            <Sparkline times={curve.times} values={curve.values} />
          ) : (
            <span className="pl-sm pl-3">{t('statusPages:noCurve')}</span>
          )}
        </span>
      )}
      <div className="pub-value">
        <Value
          value={value}
          unit={unit}
          precision={precision}
          state={status.state === 'stale' ? 'stale' : 'fresh'}
          at={at}
          zone={zone}
          strong
        />
        <div className="pl-sm pl-3">{at === null ? t('statusPages:noReading') : formatTime(at, zone)}</div>
      </div>
    </li>
  );
}

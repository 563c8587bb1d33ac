import type { stats } from '@plumbline/contract/overview/stats';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { useLimitLines, usePlaceWord } from '../../../charts/point-words.ts';
import { Sparkline } from '../../../charts/Sparkline.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { StatusMark } from '../../../design/Status.tsx';
import { Value } from '../../../design/Value.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatChange } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useWatched } from './stats.queries.ts';

/** The points nearest to a threshold, or furthest over one, with their thirty days. */
export function WatchedPoints({ projectId, limit = 6 }: { projectId?: number; limit?: number }) {
  const { t } = useTranslation();
  const query = useWatched(limit, projectId);
  return (
    <Pane
      className="watched"
      title={t('stats:watched')}
      action={<span className="pl-micro pl-3">{t('stats:days30')}</span>}
    >
      <Answer
        query={query}
        loading={<SkeletonRows rows={limit} rowPx={44} />}
        isEmpty={(data) => data.points.length === 0}
        empty={<Empty title={t('stats:noWatched')} why={t('stats:noWatchedWhy')} />}
      >
        {(data) => (
          <>
            <div className="watch pl-micro pl-3" style={{ height: 22 }}>
              <span />
              <span>{t('stats:board.point')}</span>
              <span />
              <span className="pl-num">{t('stats:board.value')}</span>
              <span className="pl-num">{t('stats:hours24')}</span>
            </div>
            {data.points.map((point) => (
              <WatchedPoint key={point.pointId} point={point} />
            ))}
          </>
        )}
      </Answer>
    </Pane>
  );
}

type Watched = Reply<typeof stats.watched>['points'][number];

function WatchedPoint({ point }: { point: Watched }) {
  const { name, projectName, family, field, unit, precision, figures } = point;
  const fieldWord = useFieldWord();
  const placeWord = usePlaceWord();
  const limitLines = useLimitLines();
  // The unit stands at the value.
  const [nearest] = limitLines(figures, { unit: '', precision });
  const what = [fieldWord(family, field), placeWord(figures.valuePlace)].filter(Boolean).join(' ');
  return (
    <Link
      className="watch"
      to={to('DataView', { projectId: point.projectId }, { point: point.pointId })}
      title={[projectName, what, ...limitLines(figures, { unit, precision })].join(' · ')}
    >
      <StatusMark status={point.status} />
      <span className="watch-name">
        <span className="pl-ell">{name}</span>
        <span className="pl-micro pl-3 pl-ell">{nearest ?? what}</span>
      </span>
      <Sparkline times={point.times} values={point.values} limits={point.limits} />
      <span className="pl-num">
        <Value
          value={point.value}
          unit={unit}
          precision={precision}
          state={point.status.state === 'stale' ? 'stale' : 'fresh'}
          at={point.status.at}
          strong
        />
      </span>
      <span className="pl-num pl-2">{formatChange(point.change24h, precision)}</span>
    </Link>
  );
}

import type { stats } from '@plumbline/contract/overview/stats';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { LevelMark } from '../../../design/Level.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { formatBrief, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { levelName } from '../../../kernel/levels.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useActivity } from './stats.queries.ts';

type Happened = Reply<typeof stats.activity>['activity'][number];

/** Shows recent activity, in words. */
export function ActivityPane() {
  const { t } = useTranslation();
  const language = useLanguage();
  const query = useActivity(7);
  const words = (each: Happened): string => {
    const values = {
      point: each.pointName,
      level: t(`common:level.${levelName(each.level)}`),
      by: each.by ?? '',
      status: each.status ? t(`common:alertStatus.${each.status}`) : '',
    };
    return t(`stats:activity.${each.kind}`, values);
  };
  return (
    <Pane className="activity" title={t('stats:activity.title')}>
      <Answer
        query={query}
        loading={<SkeletonRows rows={7} rowPx={33} />}
        isEmpty={(data) => data.activity.length === 0}
        empty={<Empty title={t('stats:activity.none')} />}
      >
        {(data) =>
          data.activity.map((each) => (
            <Link
              key={`${each.alertId} ${each.at} ${each.kind}`}
              className="act"
              to={to('Alerts', { projectId: each.projectId }, { alert: each.alertId })}
            >
              <span className="pl-3" title={formatTime(each.at)}>
                {formatBrief(each.at, undefined, language)}
              </span>
              {each.kind === 'alertRaised' ? <LevelMark level={each.level} size={14} /> : <span />}
              <span className="pl-ell">{words(each)}</span>
              <span className="pl-sm pl-3 pl-ell" style={{ maxWidth: 170 }}>
                {each.projectName}
              </span>
            </Link>
          ))
        }
      </Answer>
    </Pane>
  );
}

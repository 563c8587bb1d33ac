import './on-duty.css';
import { CalendarOutlined } from '@ant-design/icons';
import { onDuty, type RosterNow } from '@plumbline/contract/alerts/on-duty';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Pages } from '../../../design/Pages.tsx';
import { Page } from '../../../design/Pane.tsx';
import { SettledSearch } from '../../../design/SettledSearch.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount, formatShort, formatZone } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { People, useDutyWordsIn } from '../duty/duty.parts.tsx';
import { CalendarDialog } from './CalendarDialog.tsx';
import { useRostersNow } from './on-duty.queries.ts';

const pageSize = 50;

/** The rosters of every project whose alert rules one may see: people on duty now and next. */
export default function OnDutyPage() {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const [keyword, setKeyword] = useUrlState('q', '');
  const [page, setPage] = useState(1);
  const [isLinking, setLinking] = useState(false);
  const query = useRostersNow({ page, pageSize, ...(keyword !== '' && { keyword }) });
  return (
    <Page
      title={t('onDuty:title')}
      actions={
        allowed(onDuty.makeCalendar) && (
          <Button icon={<CalendarOutlined />} onClick={() => setLinking(true)}>
            {t('onDuty:calendar')}
          </Button>
        )
      }
    >
      <div className="od">
        <SettledSearch
          value={keyword}
          onSettled={(word) => {
            setPage(1);
            setKeyword(word);
          }}
          label={t('onDuty:search')}
          widthPx={260}
        />
        <Answer
          query={query}
          loading={<SkeletonRows rows={6} rowPx={64} />}
          isEmpty={({ rosters, withoutTotal }) => rosters.length === 0 && withoutTotal === 0}
          empty={<Empty title={t('onDuty:none')} why={t('onDuty:noneWhy')} />}
        >
          {(data) => <Rosters data={data} page={page} onPage={setPage} />}
        </Answer>
      </div>
      {isLinking && (
        <CalendarDialog
          rosters={(query.data?.rosters ?? []).map(({ projectName, roster: { id, name } }) => ({
            id,
            name: `${projectName}, ${name}`,
          }))}
          onClose={() => setLinking(false)}
        />
      )}
    </Page>
  );
}

function Rosters({
  data: { rosters, total, withoutRoster, withoutTotal },
  page,
  onPage,
}: {
  data: Reply<typeof onDuty.list>;
  page: number;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation();
  const more = withoutTotal - withoutRoster.length;
  return (
    <>
      {rosters.length === 0 && <p className="pl-2">{t(total === 0 ? 'onDuty:none' : 'onDuty:noneFound')}</p>}
      <ul className="od-list">
        {rosters.map((each) => (
          <One key={each.roster.id} {...each} />
        ))}
      </ul>
      <Pages at={page} pageSize={pageSize} total={total} onChange={onPage} />
      {withoutTotal > 0 && (
        <p className="od-without" role="note">
          {t('onDuty:without', { count: withoutTotal, total: formatCount(withoutTotal) })}{' '}
          {withoutRoster.map(({ projectId, projectName }, i) => (
            <span key={projectId}>
              {i > 0 && ', '}
              <Link to={to('AlertRules', { projectId }, { tab: 'duty' })}>{projectName}</Link>
            </span>
          ))}
          {more > 0 && ` ${t('onDuty:andMore', { count: more })}`}
        </p>
      )}
    </>
  );
}

function One({ projectName, timeZone, roster }: RosterNow) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { nameOf } = useDutyWordsIn(timeZone);
  const { projectId, name, onDuty: people, next, nextAt } = roster;
  return (
    <li>
      <div className="place">
        <Link to={to('AlertRules', { projectId }, { tab: 'duty' })}>{projectName}</Link>
        <span className="pl-sm pl-3">{name}</span>
      </div>
      <div className="now">
        <span className="pl-visually-hidden">{t('onDuty:now')}: </span>
        <People people={people} nameOf={nameOf} />
      </div>
      <div className="pl-sm next">
        {nextAt === null ? (
          <span className="pl-3">{t('onDuty:stays')}</span>
        ) : (
          <>
            <span className="pl-3">
              {t('onDuty:until', {
                at: `${formatShort(nextAt, timeZone, language)} (${formatZone(timeZone, nextAt)})`,
              })}
            </span>{' '}
            <People people={next} nameOf={nameOf} />
          </>
        )}
      </div>
      <Cover roster={roster} timeZone={timeZone} />
    </li>
  );
}

/** The first time ahead without anybody, or without anybody who can act. */
function Cover({ roster: { gaps, uncovered }, timeZone }: Pick<RosterNow, 'roster' | 'timeZone'>) {
  const { t } = useTranslation();
  const { spanOf } = useDutyWordsIn(timeZone);
  const [gap] = gaps;
  const [unable] = uncovered;
  if (!gap && !unable) return <div className="pl-sm pl-3 cover">{t('onDuty:covered')}</div>;
  return (
    <div className="pl-sm cover du-nobody">
      {gap && <div>{t('onDuty:firstGap', { span: spanOf(gap) })}</div>}
      {unable && <div>{t('onDuty:firstUncovered', { span: spanOf(unable) })}</div>}
    </div>
  );
}

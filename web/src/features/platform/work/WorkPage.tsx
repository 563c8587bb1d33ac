import './work.css';
import type { work } from '@plumbline/contract/platform/work';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { type Stat, StatStrip } from '../../../design/Pane.tsx';
import { Empty } from '../../../design/States.tsx';
import { Toolbar } from '../../../design/Toolbar.tsx';
import { formatAge, formatCount, formatShort, missing } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { Console } from '../../people/corporations/console.parts.tsx';
import { WorkPanel } from './WorkPanel.tsx';
import { useWork } from './work.queries.ts';
import { errorText, useWorkName } from './work-words.ts';

type Work = Reply<typeof work.list>;
type Stuck = Work['stuck'][number];

/** The health of the installation: what waits to be done outside of requests, and what does not get done. */
export default function WorkPage() {
  const { t } = useTranslation();
  const query = useWork();
  const [open, setOpen] = useUrlState('work', '');
  const columns = useColumns();
  const { stuck, total = 0 } = query.data ?? {};
  const chosen = stuck?.find(({ id }) => String(id) === open);
  // Work is the installation's: it does not matter which corporation a System account has chosen.
  const page = (
    <>
      {query.data && <Lanes lanes={query.data.lanes} />}
      <Toolbar label={t('work:stuck')}>
        <h2 className="pl-h3">{t('work:stuck')}</h2>
        <span className="pl-gap" />
        {total > 0 && <span className="pl-count">{t('work:count', { count: total, shown: formatCount(total) })}</span>}
      </Toolbar>
      <DataTable
        rows={stuck}
        columns={columns}
        rowKey={({ id }) => id}
        widthPx={320}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        onOpen={({ id }) => setOpen(String(id))}
        isOpen={({ id }) => String(id) === open}
        empty={<Empty title={t('work:none')} why={t('work:noneWhy')} />}
      />
      {chosen && <WorkPanel key={chosen.id} work={chosen} onClose={() => setOpen(null)} />}
    </>
  );
  return <Console otherwise={page}>{() => page}</Console>;
}

/** How much is due in each lane, and since when. */
function Lanes({ lanes }: { lanes: Work['lanes'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const stats = lanes.map(
    ({ lane, due, oldestAt }): Stat => ({
      label: t(`work:lane.${lane}`),
      value: formatCount(due),
      unit: t('work:due', { count: due }),
      note: oldestAt === null ? t('work:nothingDue') : t('work:oldest', { age: formatAge(oldestAt, language) }),
    }),
  );
  return <StatStrip className="work-strip" stats={stats} />;
}

function useColumns(): Columns<Stuck> {
  const { t } = useTranslation();
  const language = useLanguage();
  const nameOf = useWorkName();
  return [
    {
      title: t('work:what'),
      key: 'name',
      render: (_, { name }) => <span className="pl-b work-wrap">{nameOf(name)}</span>,
    },
    {
      title: t('work:lane.word'),
      key: 'lane',
      width: 150,
      responsive: ['md'],
      render: (_, { lane }) => <span className="pl-2">{t(`work:lane.${lane}`)}</span>,
    },
    {
      title: t('work:since'),
      key: 'since',
      width: 150,
      responsive: ['sm'],
      render: (_, { since }) => <span className="pl-2">{formatShort(since, undefined, language)}</span>,
    },
    {
      ...numeric(t('work:attempts')),
      key: 'attempts',
      width: 96,
      render: (_, { attempts }) => formatCount(attempts),
    },
    {
      title: t('work:error'),
      key: 'error',
      responsive: ['lg'],
      render: (_, { error }) => (
        <span className="pl-2 pl-ell work-error" title={errorText(error)}>
          {errorText(error) || missing}
        </span>
      ),
    },
  ];
}

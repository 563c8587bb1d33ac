import type { dialIn } from '@plumbline/contract/dial-in';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../design/DataTable.tsx';
import { Empty } from '../../design/States.tsx';
import { Toolbar } from '../../design/Toolbar.tsx';
import { formatCount, formatShort } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import type { Reply } from '../../kernel/queries.ts';
import { Console } from '../corporations/console.parts.tsx';
import { useUnknown } from './dial-in.queries.ts';

type Unknown = Reply<typeof dialIn.unknown>['unknown'][number];

/** Modems that dialled in and belong to no device: of the installation, for System accounts. */
export default function UnknownPage() {
  const { t } = useTranslation();
  const query = useUnknown();
  const columns = useColumns();
  const isClosed = query.data?.port === null && query.data.udpPort === null;
  const page = (
    <>
      <Toolbar label={t('dialIn:unknown.title')}>
        <h2 className="pl-h3">{t('dialIn:unknown.title')}</h2>
      </Toolbar>
      <DataTable
        rows={query.data?.unknown}
        columns={columns}
        rowKey={({ bytes }) => bytes}
        widthPx={560}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        empty={
          <Empty
            title={t(isClosed ? 'dialIn:unknown.closed' : 'dialIn:unknown.none')}
            why={t(isClosed ? 'dialIn:unknown.closedWhy' : 'dialIn:unknown.noneWhy')}
          />
        }
      />
    </>
  );
  return <Console otherwise={page}>{() => page}</Console>;
}

function useColumns(): Columns<Unknown> {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      title: t('dialIn:unknown.register'),
      key: 'register',
      render: (_, { register }) =>
        register ? <code>{register}</code> : <span className="pl-3">{t('dialIn:unknown.noForm')}</span>,
    },
    {
      title: t('dialIn:unknown.bytes'),
      key: 'bytes',
      responsive: ['lg'],
      render: (_, { bytes }) => <code className="pl-ell">{bytes}</code>,
      ellipsis: true,
    },
    { title: t('dialIn:unknown.from'), key: 'address', width: 160, render: (_, { address }) => address },
    {
      title: t('dialIn:unknown.first'),
      key: 'firstAt',
      width: 150,
      responsive: ['md'],
      render: (_, { firstAt }) => formatShort(firstAt, undefined, language),
    },
    {
      title: t('dialIn:unknown.last'),
      key: 'lastAt',
      width: 150,
      render: (_, { lastAt }) => formatShort(lastAt, undefined, language),
    },
    { ...numeric(t('dialIn:unknown.times')), key: 'times', width: 90, render: (_, { times }) => formatCount(times) },
  ];
}

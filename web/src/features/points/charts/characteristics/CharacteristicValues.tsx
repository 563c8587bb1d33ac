import type { Characteristic, charts as chartRoutes } from '@plumbline/contract/points/charts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../../app/paths.ts';
import { type Columns, DataTable, numeric } from '../../../../design/DataTable.tsx';
import { Empty } from '../../../../design/States.tsx';
import { formatNumber, formatTime, formatZone } from '../../../../kernel/format.ts';
import { useProject } from '../../../../kernel/project.tsx';
import type { Reply } from '../../../../kernel/queries.ts';
import { saveCsv } from '../../../../kernel/save-csv.ts';
import { useCharacteristicValues } from '../charts.queries.ts';
import { csvRows } from './csv.ts';

type Row = Reply<typeof chartRoutes.characteristicValues>['values'][number];

/** A characteristic on the latest reading of every point of its family, kept fresh by what the socket tells. */
export function CharacteristicValues({
  one,
  actions,
  csvIcon,
}: {
  one: Characteristic;
  actions: ReactNode;
  csvIcon: ReactNode;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = useCharacteristicValues(project.id, one.id);
  const values = query.data?.values;
  const calculated = values?.filter(({ value }) => value !== null).length ?? 0;
  const columns = useColumns(one);
  const save = useSave(one);
  return (
    <section aria-label={one.name}>
      <header>
        <h2 className="pl-ell">{one.name}</h2>
        <span className="pl-mono pl-3 pl-sm pl-ell">{one.formula}</span>
        <span className="pl-gap" />
        {values && (
          <span className="pl-3 pl-sm" role="status">
            {t('charts:characteristics.calculated', { calculated, count: values.length })}
          </span>
        )}
        <Button size="small" icon={csvIcon} disabled={!values?.length} onClick={() => save(values ?? [])}>
          CSV
        </Button>
        {actions}
      </header>
      <DataTable
        rows={values}
        columns={columns}
        rowKey={({ pointId }) => pointId}
        loading={query.isPending}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        widthPx={460}
        empty={
          <Empty
            title={t('charts:characteristics.noPoints')}
            why={t('charts:characteristics.noPointsWhy', { family: t(`families:family.${one.family}`) })}
          />
        }
      />
    </section>
  );
}

function useColumns(one: Characteristic): Columns<Row> {
  const { t } = useTranslation();
  const { project } = useProject();
  return [
    {
      title: t('charts:characteristics.point'),
      key: 'name',
      ellipsis: true,
      sorter: (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }),
      render: (_, { pointId, name }) => (
        <Link to={to('DataView', { projectId: project.id }, { point: pointId })}>{name}</Link>
      ),
    },
    {
      ...numeric(one.name, one.unit),
      key: 'value',
      width: 160,
      sorter: (a, b) => (a.value ?? Number.NEGATIVE_INFINITY) - (b.value ?? Number.NEGATIVE_INFINITY),
      render: (_, { value, at }) =>
        value === null ? (
          <NoValue hasReading={at !== null} />
        ) : (
          <span className="pl-num">{formatNumber(value, one.precision)}</span>
        ),
    },
    {
      title: t('charts:characteristics.at'),
      key: 'at',
      width: 196,
      sorter: (a, b) => (a.at ?? '').localeCompare(b.at ?? ''),
      render: (_, { at }) =>
        at === null ? (
          <span className="pl-3">{t('charts:characteristics.noReading')}</span>
        ) : (
          <span className="pl-num">{formatTime(at, project.timeZone)}</span>
        ),
    },
  ];
}

/** Why there is none, on hover. */
function NoValue({ hasReading }: { hasReading: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="pl-3" title={t(hasReading ? 'errors:formulaCannotCalculate' : 'charts:characteristics.noReading')}>
      —
    </span>
  );
}

/** Takes the values along as a file. */
function useSave(one: Characteristic): (values: readonly Row[]) => void {
  const { t } = useTranslation();
  const { project } = useProject();
  const zone = project.timeZone;
  return (values) => {
    const heading = [
      t('charts:characteristics.point'),
      `${t('charts:characteristics.at')} (${formatZone(zone, Date.now())})`,
      one.unit === '' ? one.name : `${one.name} (${one.unit})`,
    ];
    saveCsv(`${project.name} ${one.name}.csv`, heading, csvRows(values, zone));
  };
}

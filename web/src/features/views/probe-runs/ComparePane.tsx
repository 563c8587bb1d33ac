import type { ComparedPair } from '@plumbline/contract/views/profiles';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { metreWords } from '../../../charts/kinds/survey-curves.ts';
import type { GridColumn, GridSort } from '../../../design/data-grid/columns.ts';
import { DataGrid } from '../../../design/data-grid/DataGrid.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatChange, formatNumber } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { differenceContent } from './compare-content.ts';
import { type CompareState, compareLists } from './compare-state.ts';

const differencePx = 260;

interface ComparePaneProps {
  readonly pair: ComparedPair;
  readonly table: { readonly columns: readonly GridColumn[]; readonly order: readonly number[] };
  readonly sort: GridSort | null;
  readonly state: Pick<CompareState, 'list'>;
  readonly onSort: (sort: GridSort | null) => void;
  readonly onList: (list: CompareState['list']) => void;
}

/** Where the two differ by how much, in figures and as a table. */
export function ComparePane({ pair, table, sort, state: { list }, onSort, onList }: ComparePaneProps) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const content = useMemo(() => {
    const difference = t('profiles:compare.difference');
    return differenceContent(pair, { manual: '', automatic: '', axisName: '', difference });
  }, [pair, t]);
  const deepest = Math.max(...pair.manual.depthsM);
  const range = useMemo(() => ({ from: 0, to: deepest }), [deepest]);
  return (
    <div className="pr-compare">
      <h2 className="pl-sm">
        <span className="pl-b">{t('profiles:compare.difference')}</span>{' '}
        <span className="pl-3">{t('profiles:compare.differenceWhy')}</span>
      </h2>
      <Chart kind="profile" content={content} range={range} heightPx={differencePx} readout={false} />
      <Figures pair={pair} />
      <div className="list">
        <Segmented
          label={t('profiles:list')}
          value={list}
          options={compareLists.map((value) => ({ value, label: t(`profiles:compare.lists.${value}`) }))}
          onChange={onList}
        />
      </div>
      <div className="table">
        <DataGrid
          key={list}
          {...table}
          frozen={1}
          zone={timeZone}
          label={t(`profiles:compare.lists.${list}`)}
          sort={sort}
          onSort={onSort}
        />
      </div>
    </div>
  );
}

function Figures({ pair: { mean, rms, largest, count, manual } }: { pair: ComparedPair }) {
  const { t } = useTranslation();
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t('profiles:compare.mean'), `${formatChange(mean)} mm`],
    [t('profiles:compare.rms'), `${formatNumber(rms)} mm`],
    [
      t('profiles:compare.largest'),
      `${formatChange(largest?.difference)} mm${largest ? ` (${metreWords(largest.depthM)} m)` : ''}`,
    ],
    [t('profiles:compare.count'), t('profiles:compare.countOf', { shown: count, count: manual.depthsM.length })],
  ];
  return (
    <dl className="pr-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="pl-3 pl-sm">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

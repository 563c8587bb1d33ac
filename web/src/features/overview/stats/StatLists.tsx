import './stat-lists.css';
import { isWhole, silentOf } from '@plumbline/contract/kernel/status';
import { type StatLists as Lists, type StatRow, statRowsShown } from '@plumbline/contract/overview/stats';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { StatusMark } from '../../../design/Status.tsx';
import { useStatusWords } from '../../../design/status-words.ts';
import { formatCount } from '../../../kernel/format.ts';
import { type StatAnswer, type StatPlace, useStatLists } from './stats.queries.ts';

const kinds = ['projectStatList', 'structureStatList', 'itemStatList', 'measuringPointStatList'] as const;

/** Lists what needs somebody first, one by one: projects, structures, items and points of a place, the most urgent at the top. */
export default function StatLists({ of }: { of: StatPlace }) {
  const { t } = useTranslation();
  const query = useStatLists(of);
  const [chosen, setChosen] = useState<keyof Lists | null>(null);
  return (
    <Answer query={query} loading={<SkeletonRows rows={8} />}>
      {(data) => {
        const visibleKinds = kinds.filter((kind) => data[kind] !== undefined);
        const kind =
          chosen !== null && visibleKinds.includes(chosen) ? chosen : (visibleKinds[0] ?? 'measuringPointStatList');
        const rows = data[kind] ?? [];
        const totals = totalsOf(data);
        return (
          <div className="stat-lists">
            <Segmented
              block
              value={kind}
              onChange={setChosen}
              options={visibleKinds.map((each) => ({
                value: each,
                label: `${t(`stats:lists.${each}`)} ${formatCount(totals[each])}`,
              }))}
            />
            {rows.length === 0 ? (
              <Empty title={t(`stats:lists.none.${kind}`)} />
            ) : (
              <ul>
                {rows.map((row) => (
                  <Row key={row.id} kind={kind} row={row} />
                ))}
              </ul>
            )}
            {totals[kind] > rows.length && rows.length > 0 && (
              <p className="pl-sm pl-3">
                {t('stats:lists.more', { shown: formatCount(statRowsShown), total: formatCount(totals[kind]) })}
              </p>
            )}
          </div>
        );
      }}
    </Answer>
  );
}

const totalsOf = ({ projects = 0, structures = 0, items = 0, status }: StatAnswer): Record<keyof Lists, number> => ({
  projectStatList: projects,
  structureStatList: structures,
  itemStatList: items,
  measuringPointStatList: status.points,
});

function Row({ kind, row }: { kind: keyof Lists; row: StatRow }) {
  const { t } = useTranslation();
  const words = useStatusWords();
  const { name, within, status, openAlerts } = row;
  return (
    <li>
      <StatusMark status={status} />
      <span className="what">
        <Link className="pl-ell" to={pathOf(kind, row)}>
          {name}
        </Link>
        {within && <span className="pl-sm pl-3 pl-ell">{within}</span>}
      </span>
      <span className="pl-sm pl-ell">{words(status).short}</span>
      <span className="pl-sm pl-2 pl-num count">
        {isWhole(status) &&
          t('stats:lists.reporting', {
            reporting: formatCount(status.points - silentOf(status)),
            points: formatCount(status.points),
          })}
      </span>
      <span className={`pl-sm pl-num count${openAlerts > 0 ? '' : ' pl-3'}`}>
        {t('stats:lists.alerts', { count: openAlerts })}
      </span>
    </li>
  );
}

function pathOf(kind: keyof Lists, { id, projectId, structureId }: StatRow): string {
  if (kind === 'projectStatList') return to('ProjectScreen', { projectId });
  if (structureId === null || kind === 'structureStatList')
    return to('StructureScreen', { projectId, structureId: id });
  if (kind === 'itemStatList') return to('StructureScreen', { projectId, structureId }, { item: id });
  return to('StructureScreen', { projectId, structureId }, { point: id });
}

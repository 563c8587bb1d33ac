import type { ReportChanges } from '@plumbline/contract/reports/releases';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { missing } from '../../../kernel/format.ts';

type Line = ReportChanges['lines'][number];

const numberText = (value: number | null): string => (value === null ? missing : String(Number(value.toPrecision(9))));

/** Lists the differences of this version from the one that it replaces. */
export function Changes({ changes: { total, lines } }: { changes: ReportChanges }) {
  const { t } = useTranslation();
  const columns: Columns<Line> = [
    {
      title: t('reportReleases:changes.point'),
      key: 'point',
      width: 240,
      render: (_, { structure, point, field, unit }) => (
        <div>
          <div className="pl-b pl-ell">{point}</div>
          <div className="pl-sm pl-3 pl-ell">
            {structure}, {field}
            {unit === '' ? '' : ` (${unit})`}
          </div>
        </div>
      ),
    },
    {
      title: t('reportReleases:changes.what'),
      key: 'what',
      render: (_, line) => <What line={line} />,
    },
  ];
  return (
    <Pane title={t('reportReleases:changes.title')} count={total} flush>
      {total === 0 ? (
        <p className="pl-2 rr-pad">{t('reportReleases:changes.none')}</p>
      ) : (
        <>
          {total > lines.length && (
            <p className="pl-2 rr-pad">{t('reportReleases:changes.more', { shown: lines.length, total })}</p>
          )}
          <div className="rr-changes">
            <DataTable
              rows={lines}
              columns={columns}
              rowKey={(line) => `${line.pointId} ${line.field}`}
              widthPx={560}
            />
          </div>
        </>
      )}
    </Pane>
  );
}

function What({ line: { kind, figures } }: { line: Line }) {
  const { t } = useTranslation();
  if (kind !== 'changed') return <span>{t(`reportReleases:changes.${kind}`)}</span>;
  return (
    <ul className="rr-figures">
      {figures.map(({ figure, before, after }) => (
        <li key={figure}>
          <span className="pl-3">{t(`reportReleases:figures.${figure}`)}</span> {numberText(before)} →{' '}
          {numberText(after)}
        </li>
      ))}
    </ul>
  );
}

import './imports.css';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type FamilyCode, type Field, fieldsOf } from '@plumbline/contract/points/families';
import { type Point, points } from '@plumbline/contract/points/points';
import { EntryRow } from '@plumbline/contract/readings/imports.entries';
import { Button, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { EditableTable, type GridColumn } from '../../../design/form/EditableTable.tsx';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatTime, formatZone } from '../../../kernel/format.ts';
import { useStoredProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { isPossibleTime } from './possible-time.ts';
import { type EntryCells, useSaveEntries } from './use-save-entries.ts';

const maxRows = 5_000;

/** Values entered by people for manual points, as a table: pasted from a spreadsheet, judged cell by cell, all or none. */
export default function EntryPage() {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const query = useRead(points.list, { projectId: project.id, pageSize: 2_000 });
  return (
    <Page
      title={
        <PagePath to={to('DataImport', { projectId: project.id })} above={t('imports:title')}>
          {t('imports:entry.title')}
        </PagePath>
      }
      note={t('common:zone', { zone: formatZone(project.timeZone) })}
    >
      <Answer
        query={query}
        loading={<SkeletonRows rows={6} />}
        isEmpty={(data) => !data.measuringPoints.some(manual)}
        empty={
          <Empty title={t('imports:entry.noPoints')} why={t('imports:entry.noPointsWhy')}>
            <Link to={to('ProjectPoints', { projectId: project.id })}>{t('imports:entry.toPoints')}</Link>
          </Empty>
        }
      >
        {(data) => <Entry all={data.measuringPoints.filter(manual)} />}
      </Answer>
    </Page>
  );
}

/** Refused as it is typed where no clock shows it: month 13, 30 February. How else a time may be written the server decides. */
const TypedRow = EntryRow.extend({ at: EntryRow.shape.at.refine(isPossibleTime, 'timeImpossible') });

const manual = (point: Point): boolean => point.type === 2 && point.archivedAt === null;

function Entry({ all }: { all: readonly Point[] }) {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const families = [...new Set(all.map((point) => point.family))];
  const [family, setFamily] = useState(elementAt(families, 0));
  const mine = useMemo(() => all.filter((point) => point.family === family), [all, family]);
  const fields = useMemo(() => fieldsOf(family, Math.max(...mine.map(({ nodeCount }) => nodeCount))), [family, mine]);
  const columns = useEntryColumns(family, mine, fields);
  const [rows, setRows] = useState<readonly EntryCells[]>([]);
  const [wrong, setWrong] = useState(0);
  const { save, busy, issues, clearIssues } = useSaveEntries(fields, () => setRows([]));
  const newRow = (): EntryCells => ({ pointId: mine[0]?.id, at: formatTime(Date.now(), project.timeZone) });
  return (
    <div className="imp-entry">
      {families.length > 1 && (
        <FamilyChoice
          value={family}
          families={families}
          onChange={(next) => {
            setFamily(next);
            setRows([]);
            clearIssues();
          }}
        />
      )}
      <EditableTable
        label={t('imports:entry.title')}
        columns={columns}
        rows={rows}
        onChange={(next) => {
          setRows(next);
          clearIssues();
        }}
        schema={TypedRow}
        newRow={newRow}
        issues={issues}
        onWrong={setWrong}
        maxRows={maxRows}
        heightPx={480}
        actions={
          <Button
            type="primary"
            loading={busy}
            disabled={rows.length === 0 || wrong > 0}
            onClick={() => void save(rows)}
          >
            {t('imports:entry.save', { count: rows.length })}
          </Button>
        }
      />
      <p className="pl-sm pl-3">{t('imports:entry.note')}</p>
    </div>
  );
}

/** Rows of one table have the same fields: those of one family. */
function FamilyChoice({
  value,
  families,
  onChange,
}: {
  value: FamilyCode;
  families: readonly FamilyCode[];
  onChange: (family: FamilyCode) => void;
}) {
  const { t } = useTranslation();
  return (
    <Select
      style={{ minWidth: 200, marginBottom: 12 }}
      aria-label={t('imports:entry.family')}
      value={value}
      options={families.map((family) => ({ value: family, label: t(`families:family.${family}`) }))}
      onChange={onChange}
    />
  );
}

/** The point, the time, and each field of the family with its unit. */
function useEntryColumns(
  family: FamilyCode,
  choices: readonly Point[],
  fields: readonly Field[],
): readonly GridColumn[] {
  const fieldWord = useFieldWord();
  return [
    {
      type: 'SELECT',
      prop: 'pointId',
      label: 'imports:point',
      widthPx: 180,
      options: choices.map(({ id, name }) => ({ value: id, label: name })),
    },
    { type: 'INPUT', prop: 'at', label: 'imports:time', widthPx: 180, placeholder: 'YYYY-MM-DD HH:mm:ss' },
    ...fields.map(
      (field): GridColumn => ({
        type: 'NUMBER',
        prop: field.key,
        label: fieldWord(family, field.key),
        unit: field.unit,
        widthPx: 128,
      }),
    ),
  ];
}

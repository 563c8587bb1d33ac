import './imports.css';
import { type ErrorName, errors, Failure } from '@plumbline/contract/errors';
import { fieldsOf } from '@plumbline/contract/families';
import { history } from '@plumbline/contract/history';
import { imports } from '@plumbline/contract/imports';
import { EntryRow } from '@plumbline/contract/imports.entries';
import { type Point, points } from '@plumbline/contract/points';
import { Button, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { EditableTable, type GridColumn, type GridIssue } from '../../design/form/EditableTable.tsx';
import { Page } from '../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { useFieldWord } from '../../kernel/field-words.ts';
import { formatCount, formatTime, formatZone } from '../../kernel/format.ts';
import { useStoredProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';

type Row = Readonly<Record<string, unknown>>;
const maxRows = 5_000;

/** Values entered by people for manual points, as a table: pasted from a spreadsheet, judged cell by cell, all or none. */
export default function EntryPage() {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const query = useRead(points.list, { projectId: project.id, pageSize: 2_000 });
  return (
    <Page title={t('imports:entry.title')} note={t('common:zone', { zone: formatZone(project.timeZone) })}>
      <Answer
        query={query}
        loading={<SkeletonRows rows={6} />}
        isEmpty={(data) => !data.measuringPoints.some(manual)}
        empty={
          <Empty title={t('imports:entry.noPoints')} why={t('imports:entry.noPointsWhy')}>
            <Link to={to('DataView', { projectId: project.id })}>{t('imports:openData')}</Link>
          </Empty>
        }
      >
        {(data) => <Entry all={data.measuringPoints.filter(manual)} />}
      </Answer>
    </Page>
  );
}

const manual = (point: Point): boolean => point.type === 2 && point.archivedAt === null;

function Entry({ all }: { all: readonly Point[] }) {
  const { t } = useTranslation();
  const { run: undoChange } = useWrite(history.undo);
  const { run: enterBatch } = useWrite(imports.enterBatch);
  const { project } = useStoredProject();
  const toasts = useToasts();
  const fieldWord = useFieldWord();
  const families = [...new Set(all.map(({ family }) => family))];
  const [family, setFamily] = useState(families[0]!);
  const mine = useMemo(() => all.filter((point) => point.family === family), [all, family]);
  const fields = useMemo(() => fieldsOf(family, Math.max(...mine.map(({ nodeCount }) => nodeCount))), [family, mine]);
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [wrong, setWrong] = useState(0);
  const [refused, setRefused] = useState<readonly GridIssue[]>([]);
  const [busy, setBusy] = useState(false);
  const newRow = (): Row => ({ pointId: mine[0]?.id, at: formatTime(Date.now(), project.timeZone) });
  const columns: readonly GridColumn[] = [
    {
      type: 'SELECT',
      prop: 'pointId',
      label: 'imports:point',
      widthPx: 180,
      options: mine.map(({ id, name }) => ({ value: id, label: name })),
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
  const messageOf = (error: string, detail: unknown): string =>
    wordsOf(new Failure(error in errors ? (error as ErrorName) : 'unknown', detail), t).words;
  const save = async (): Promise<void> => {
    setBusy(true);
    setRefused([]);
    try {
      const { added, overwritten, unchanged, changeId } = await enterBatch({
        projectId: project.id,
        rows: rows.map((row) => ({
          pointId: Number(row['pointId']),
          at: String(row['at'] ?? ''),
          values: Object.fromEntries(
            fields.filter(({ key }) => typeof row[key] === 'number').map(({ key }) => [key, row[key] as number]),
          ),
        })),
      });
      const pointId = Number(rows[0]?.['pointId']);
      toasts.done(
        t('imports:entry.saved', {
          added: formatCount(added),
          overwritten: formatCount(overwritten),
          unchanged: formatCount(unchanged),
        }),
        changeId === null
          ? undefined
          : {
              words: t('readings:change.undo'),
              run: async () => {
                await undoChange({ pointId, changeId });
              },
            },
      );
      setRows([]);
    } catch (error) {
      const problems =
        error instanceof Failure ? (error.detail as { problems?: Problem[] } | null)?.problems : undefined;
      if (problems)
        setRefused(
          problems.map(({ row, path, error: name, detail }) => ({
            row,
            prop: path.replace(/^values\./, ''),
            words: messageOf(name, detail),
          })),
        );
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="imp-entry">
      {families.length > 1 && (
        <Select
          style={{ minWidth: 200, marginBottom: 12 }}
          aria-label={t('imports:entry.family')}
          value={family}
          options={families.map((value) => ({ value, label: t(`families:family.${value}`) }))}
          onChange={(next) => {
            setFamily(next);
            setRows([]);
            setRefused([]);
          }}
        />
      )}
      <EditableTable
        label={t('imports:entry.title')}
        columns={columns}
        rows={rows}
        onChange={(next) => {
          setRows(next);
          setRefused([]);
        }}
        schema={EntryRow}
        newRow={newRow}
        issues={refused}
        onWrong={setWrong}
        maxRows={maxRows}
        heightPx={480}
        actions={
          <Button type="primary" loading={busy} disabled={rows.length === 0 || wrong > 0} onClick={() => void save()}>
            {t('imports:entry.save', { count: rows.length })}
          </Button>
        }
      />
      <p className="pl-sm pl-3">{t('imports:entry.note')}</p>
    </div>
  );
}

interface Problem {
  readonly row: number;
  readonly path: string;
  readonly error: string;
  readonly detail?: unknown;
}

import { FileExcelOutlined } from '@ant-design/icons';
import { batches } from '@plumbline/contract/points/batches';
import type { FamilyCode } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import type { PointTableRow } from '@plumbline/contract/points/points.lists';
import { Button, Checkbox, Popover } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { PageReads } from '../../app/page.ts';
import { type Draft, useDraft } from '../../design/form/draft.ts';
import { EditableTable, type GridColumn, type GridIssue } from '../../design/form/EditableTable.tsx';
import { sameValue } from '../../design/form/judge.ts';
import { LeaveGuard } from '../../design/form/leave.tsx';
import { Page } from '../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useChosenPoints } from '../../features/points/points/chosen-points.parts.ts';
import { PointsPath } from '../../features/points/points/PointsPath.parts.tsx';
import { issuesOf, problemsIn } from '../../features/points/points/row-problems.parts.ts';
import { PointSheetDialog } from '../../features/points/sheets/sheets.parts.tsx';
import { useFieldWord } from '../../kernel/field-words.ts';
import { firstQuery, screenful, useFirstThenAll } from '../../kernel/first-rows.ts';
import { useProject } from '../../kernel/project.tsx';
import { queryFor } from '../../kernel/queries.ts';
import { useWrite } from '../../kernel/writes.ts';
import { EditReview } from './EditReview.tsx';
import { type Edit, editsOf } from './edits.ts';
import { type Cells, cellSchema, columnOfPath, flatten, tableColumns } from './table-columns.ts';

/** Shown and not written: what a point is, is said once. */
const closed = new Set(['family', 'type', 'nodeCount']);
const places = new Set(['longitude', 'latitude']);
const usual = ['name', 'structurePath', 'family', 'sncode', 'channel', 'intervalSeconds', 'mode', 'collectMode'];

const tableOf = (projectId: number) => queryFor(points.table, { projectId });
const firstOf = (projectId: number) => queryFor(points.table, { projectId, first: screenful });
export const reads: PageReads = ({ projectId }) => [firstQuery(firstOf(projectId), tableOf(projectId))];

/** Batch edit: any field of many points as a table; looked through as a list of differences before it is saved. */
export default function PointsEditPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const chosen = useChosenPoints();
  const { query, isWhole } = useFirstThenAll(chosen === null ? firstOf(project.id) : null, tableOf(project.id), {
    loadedCount: ({ rows }) => rows.length,
    refetchOnWindowFocus: false,
  });
  const [isSheet, setSheet] = useState(false);
  const rows = useMemo(
    () => query.data?.rows.filter((row) => row.archivedAt === null && (chosen === null || chosen.has(row.id))),
    [query.data, chosen],
  );
  return (
    <Page
      title={<PointsPath name={t('points:edit.menu')} />}
      actions={
        <Button icon={<FileExcelOutlined />} onClick={() => setSheet(true)}>
          {t('sheets:edit.menu')}
        </Button>
      }
      {...(rows && isWhole ? { note: t('points:list.count', { count: rows.length, total: rows.length }) } : {})}
    >
      <Answer
        query={query}
        loading={<SkeletonRows rows={10} />}
        isEmpty={() => isWhole && rows?.length === 0}
        empty={<Empty title={t('points:list.none')} />}
      >
        {() => (
          // What is shown first is looked at: it can be worked on once all of it is there.
          <div inert={!isWhole} aria-busy={!isWhole}>
            <Editor key={isWhole ? 'all' : 'first'} fetched={rows ?? noRows} />
          </div>
        )}
      </Answer>
      {isSheet && <PointSheetDialog onClose={() => setSheet(false)} />}
    </Page>
  );
}

/** The rows as they are stored, and as they stand in the table. */
interface Work {
  readonly rows: readonly PointTableRow[];
  readonly cells: readonly Cells[];
}
const noRows: readonly PointTableRow[] = [];
const sameCells = (a: Work, b: Work): boolean =>
  a.cells.length === b.cells.length && a.cells.every((row, i) => row === b.cells[i] || sameValue(row, b.cells[i]));

function Editor({ fetched }: { fetched: readonly PointTableRow[] }) {
  const { t } = useTranslation();
  const id = useId();
  const initialWork = useMemo<Work>(() => ({ rows: fetched, cells: fetched.map(flatten) }), [fetched]);
  const work = useDraft(initialWork, sameCells);
  const { rows, cells: before } = work.base;
  const now = work.value.cells;
  const [wrong, setWrong] = useState(0);
  const { all, columns, chosen, choose } = useEditColumns(rows);
  const schema = useMemo(() => cellSchema(columns), [columns]);
  const edits = useMemo(() => editsOf(rows, before, now), [rows, before, now]);
  const saving = useEditSaving(work, edits, columns);
  return (
    <div className="pt-grid-page">
      <div className="pl-row">
        <span className="pl-3 pl-sm pl-gap">{t('points:edit.hint')}</span>
        <ColumnChoice all={all} chosen={chosen} onChange={choose} />
      </div>
      <EditableTable<Cells>
        label={t('points:edit.menu')}
        columns={columns}
        rows={now}
        onChange={(cells) => {
          work.set({ rows, cells });
          saving.forget();
        }}
        schema={schema}
        issues={saving.issues}
        onWrong={setWrong}
        before={before}
        heightPx={520}
        actions={
          <Button
            type="primary"
            disabled={edits.length === 0 || wrong > 0}
            loading={saving.isChecking}
            onClick={() => void saving.check()}
          >
            {edits.length === 0
              ? t('points:edit.review')
              : t('points:edit.reviewOf', { count: edits.reduce((sum, { props }) => sum + props.length, 0) })}
          </Button>
        }
      />
      {saving.review && (
        <EditReview edits={saving.review} columns={all} onSave={saving.save} onClose={saving.closeReview} />
      )}
      <LeaveGuard
        id={id}
        dirty={edits.length > 0}
        save={async () => {
          if (wrong === 0) await saving.check();
          return false;
        }}
        undo={work.undo}
      />
    </div>
  );
}

/** The columns of the kinds that are in the table, and those that are shown. */
function useEditColumns(rows: readonly PointTableRow[]) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const all = useMemo<GridColumn[]>(() => {
    const kinds = new Map(
      rows.map(({ family, mode }) => [`${family} ${mode}`, { family: family as FamilyCode, mode }]),
    );
    return tableColumns(t, [...kinds.values()], fieldWord).map((column) =>
      closed.has(column.prop) ? { ...column, readOnly: true } : column,
    );
  }, [rows, t, fieldWord]);
  // What is missing at the points that one comes with is shown from the start.
  const requestedColumn = (useLocation().state as { show?: string } | null)?.show;
  const [chosen, choose] = useState<readonly string[]>(() => [
    ...usual,
    ...all
      .map(({ prop }) => prop)
      .filter((prop) => prop.split('/')[0] === requestedColumn || (requestedColumn === 'place' && places.has(prop))),
  ]);
  const columns = useMemo(() => all.filter(({ prop }) => prop === 'name' || chosen.includes(prop)), [all, chosen]);
  return { all, columns, chosen, choose };
}

function ColumnChoice({
  all,
  chosen,
  onChange,
}: {
  all: readonly GridColumn[];
  chosen: readonly string[];
  onChange: (props: readonly string[]) => void;
}) {
  const { t } = useTranslation();
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <Checkbox.Group
          className="pt-columns pt-pick"
          value={[...chosen]}
          onChange={(next) => onChange(next as string[])}
          options={all.filter(({ prop }) => prop !== 'name').map(({ prop, label }) => ({ value: prop, label }))}
        />
      }
    >
      <Button size="small">{t('points:list.columns')}</Button>
    </Popover>
  );
}

/** Edits on their way: checked by a dry run, looked through, saved. */
function useEditSaving(work: Draft<Work>, edits: readonly Edit[], columns: readonly GridColumn[]) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: batchEdit } = useWrite(batches.batchEdit);
  const [issues, setIssues] = useState<readonly GridIssue[]>([]);
  const [isChecking, setChecking] = useState(false);
  const [review, setReview] = useState<readonly Edit[] | null>(null);
  const rowsOf = (list: readonly Edit[]) => list.map(({ pointId, set }) => ({ pointId, set }));
  /** Problems are counted over the edited rows alone: back to their place in the table. */
  const refuse = (problems: Parameters<typeof issuesOf>[0]): void =>
    setIssues(
      issuesOf(problems, t, columnOfPath(columns)).map((issue) => ({ ...issue, row: edits[issue.row]?.at ?? 0 })),
    );
  const check = async (): Promise<void> => {
    setChecking(true);
    try {
      const { problems } = await batchEdit({ projectId: project.id, rows: rowsOf(edits), dryRun: true });
      refuse(problems);
      if (problems.length === 0) setReview(edits);
    } catch (error) {
      toasts.failed(error);
    } finally {
      setChecking(false);
    }
  };
  const save = async (reason: string): Promise<void> => {
    try {
      const { changed } = await batchEdit(
        { projectId: project.id, rows: rowsOf(review ?? []), reason },
        { onDone: () => work.saved({ rows: work.base.rows, cells: work.value.cells }, work.value) },
      );
      toasts.done(t('points:list.changed', { count: changed.length }));
    } catch (error) {
      const problems = problemsIn(error);
      if (problems) refuse(problems);
      throw error;
    }
  };
  const forget = (): void => {
    if (issues.length > 0) setIssues([]);
  };
  return { issues, isChecking, review, check, save, forget, closeReview: () => setReview(null) };
}

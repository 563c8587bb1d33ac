import { elementAt } from '@plumbline/contract/kernel/elements';
import { batches } from '@plumbline/contract/points/batches';
import { type Family, type FamilyCode, families, familyCodes, sensorModes } from '@plumbline/contract/points/families';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import { rowLimits } from '@plumbline/contract/points/points.rows';
import { Button, Checkbox, Select } from 'antd';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditableTable, type GridColumn, type GridIssue } from '../../design/form/EditableTable.tsx';
import { LeaveGuard } from '../../design/form/leave.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { issuesOf, problemsIn } from '../../features/points/points/row-problems.parts.ts';
import { useFieldWord } from '../../kernel/field-words.ts';
import { formatCount } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useWrite } from '../../kernel/writes.ts';
import { type Cells, cellSchema, columnOfPath, tableColumns, unflatten } from './table-columns.ts';

const measured = familyCodes.filter((code) => families[code].modes.length > 0);
const left = new Set(['mainField', 'collectMode', 'onlySort', 'lockLocation', 'formulaType']);

/** What a row is, and how its sensor is read, where it does not say so itself. */
interface UsualKind {
  readonly family: FamilyCode;
  readonly mode: number;
}

/** Points as rows, typed or pasted from a spreadsheet: checked by a dry run, then all of them added or none. */
export function AddTable({ onAdded }: { onAdded: (pointIds: readonly number[]) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<UsualKind>({ family: 'waterLevel', mode: 4 });
  const usual = { family: chosen.family, mode: modeOf(chosen) };
  const [rows, setRows] = useState<readonly Cells[]>([]);
  const [wrong, setWrong] = useState(0);
  const [createStructures, setCreateStructures] = useState(true);
  const columns = useAddColumns(rows, usual);
  const schema = useMemo(() => cellSchema(columns), [columns]);
  const leave = useAddedThenEmpty(rows, onAdded);
  const adding = useAdding({ rows, usual, columns, createStructures }, (pointIds) => {
    setRows([]);
    leave(pointIds);
  });
  const ready = rows.length > 0 && wrong === 0;
  return (
    <div className="pt-grid-page">
      <UsualChoice usual={usual} onChange={(part) => setChosen({ ...chosen, ...part })}>
        <Checkbox checked={createStructures} onChange={(event) => setCreateStructures(event.target.checked)}>
          {t('points:add.createStructures')}
        </Checkbox>
      </UsualChoice>
      <p className="pl-3 pl-sm">{t('points:add.hint', { most: formatCount(rowLimits.create) })}</p>
      <EditableTable<Cells>
        label={t('points:add.menu')}
        columns={columns}
        rows={rows}
        onChange={(next) => {
          setRows(next);
          adding.forget();
        }}
        schema={schema}
        newRow={() => ({})}
        issues={adding.issues}
        onWrong={setWrong}
        maxRows={rowLimits.create}
        heightPx={460}
        actions={<AddButtons adding={adding} count={rows.length} ready={ready} />}
      />
      <Findings sound={adding.sound} makes={adding.makes} count={rows.length} />
      <LeaveGuard
        id={id}
        dirty={rows.length > 0}
        save={async () => {
          if (ready) await adding.run('create');
          return false;
        }}
        undo={() => setRows([])}
      />
    </div>
  );
}

/** The columns of the kinds that are in the table, or come into it by the next row. */
function useAddColumns(rows: readonly Cells[], { family, mode }: UsualKind): GridColumn[] {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const kinds = [...new Set([`${family} ${mode}`, ...rows.map((row) => `${row.family ?? family} ${row.mode ?? mode}`)])]
    .sort()
    .join();
  return useMemo(
    () =>
      tableColumns(
        t,
        kinds
          .split(',')
          .map((each) => each.split(' '))
          .filter(([code]) => measured.includes(code as FamilyCode))
          .map(([code, number]) => ({ family: code as FamilyCode, mode: Number(number) })),
        fieldWord,
      ).filter(({ prop }) => !left.has(prop)),
    [kinds, t, fieldWord],
  );
}

/** Where one goes next may leave this page: told once the table is empty and nothing holds the page any more. */
function useAddedThenEmpty(
  rows: readonly Cells[],
  onAdded: (pointIds: readonly number[]) => void,
): (pointIds: readonly number[]) => void {
  const [added, setAdded] = useState<readonly number[] | null>(null);
  const onAddedRef = useRef(onAdded);
  onAddedRef.current = onAdded;
  useEffect(() => {
    if (added === null || rows.length > 0) return;
    const timer = setTimeout(() => {
      setAdded(null);
      onAddedRef.current(added);
    }, 0);
    return () => clearTimeout(timer);
  }, [added, rows]);
  return setAdded;
}

/** A row of the table as the route takes it. */
function pointOf(cells: Cells, { family, mode }: UsualKind) {
  const row = unflatten(cells);
  const of = (row.family ?? family) as FamilyCode;
  const begins = (row.type ?? 0) === 0 ? { mode: of === family ? mode : families[of]?.modes[0] } : {};
  const hasNodes = of === family && (families[family] as Family).nodeFields;
  return { ...(hasNodes ? { nodeCount: 8 } : {}), ...begins, ...row, family: of };
}

interface Written {
  readonly rows: readonly Cells[];
  readonly usual: UsualKind;
  readonly columns: readonly GridColumn[];
  readonly createStructures: boolean;
}

/** Checks the rows by a dry run, or adds all of them; what the server has against them, and what it would make. */
function useAdding({ rows, usual, columns, createStructures }: Written, onAdded: (pointIds: number[]) => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: batchCreate } = useWrite(batches.batchCreate);
  const [issues, setIssues] = useState<readonly GridIssue[]>([]);
  const [makes, setMakes] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<'check' | 'create' | null>(null);
  /** The rows as they are now passed the dry run. */
  const [sound, setSound] = useState(false);
  const refuse = (problems: readonly RowProblem[]): void => setIssues(issuesOf(problems, t, columnOfPath(columns)));
  const run = async (purpose: 'check' | 'create'): Promise<void> => {
    setBusy(purpose);
    try {
      const answer = await batchCreate({
        projectId: project.id,
        rows: rows.map((cells) => pointOf(cells, usual)),
        createStructures,
        dryRun: purpose === 'check',
      });
      refuse(answer.problems);
      setMakes(purpose === 'check' ? answer.structures : []);
      setSound(purpose === 'check' && answer.problems.length === 0);
      if (purpose === 'check') return;
      const count = answer.pointIds.length;
      toasts.done(t('points:add.done', { count, total: formatCount(count) }));
      onAdded(answer.pointIds);
    } catch (error) {
      const problems = problemsIn(error);
      if (problems) refuse(problems);
      else toasts.failed(error);
    } finally {
      setBusy(null);
    }
  };
  /** The rows are others than those that were checked. */
  const forget = (): void => {
    setMakes([]);
    setSound(false);
    if (issues.length > 0) setIssues([]);
  };
  return { issues, makes, sound, busy, run, forget };
}
type Adding = ReturnType<typeof useAdding>;

function UsualChoice({
  usual: { family, mode },
  onChange,
  children,
}: {
  usual: UsualKind;
  onChange: (part: Partial<UsualKind>) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className="pl-row" style={{ flexWrap: 'wrap' }}>
      <span className="pl-2">{t('points:add.usual')}</span>
      <Select
        aria-label={t('points:family')}
        showSearch={{ optionFilterProp: 'label' }}
        style={{ minWidth: 190 }}
        value={family}
        options={measured.map((code) => ({ value: code, label: t(`families:family.${code}`) }))}
        onChange={(next) => onChange({ family: next })}
      />
      <Select
        aria-label={t('points:mode')}
        style={{ minWidth: 150 }}
        value={mode}
        options={(families[family] as Family).modes.map((each) => ({
          value: each as number,
          label: t(`families:mode.${sensorModes[each]}`),
        }))}
        onChange={(next) => onChange({ mode: next })}
      />
      {children}
    </div>
  );
}

/** The mode that was chosen, where sensors of the family are read so; else the first of theirs. */
function modeOf({ family, mode }: UsualKind): number {
  const modes: readonly number[] = (families[family] as Family).modes;
  return modes.includes(mode) ? mode : elementAt(modes, 0);
}

function AddButtons({ adding: { busy, run }, count, ready }: { adding: Adding; count: number; ready: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Button disabled={count === 0} loading={busy === 'check'} onClick={() => void run('check')}>
        {t('points:add.check')}
      </Button>
      <Button type="primary" disabled={!ready} loading={busy === 'create'} onClick={() => void run('create')}>
        {t('points:add.create', { count })}
      </Button>
    </>
  );
}

/** That nothing is wrong, and which structures would be made. */
function Findings({ sound, makes, count }: { sound: boolean; makes: readonly string[]; count: number }) {
  const { t } = useTranslation();
  if (!sound && makes.length === 0) return null;
  return (
    <p className="pl-notice" role="status">
      {sound && t('points:add.sound', { count })}
      {sound && makes.length > 0 && '. '}
      {makes.length > 0 &&
        t('points:add.makes', {
          names: [...makes.slice(0, 12), ...(makes.length > 12 ? ['…'] : [])].join(', '),
          count: makes.length,
        })}
    </p>
  );
}

import { batches } from '@plumbline/contract/batches';
import { type Family, type FamilyCode, families, familyCodes, sensorModes } from '@plumbline/contract/families';
import type { RowProblem } from '@plumbline/contract/points.rows';
import { rowLimits } from '@plumbline/contract/points.rows';
import { Button, Checkbox, Select } from 'antd';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditableTable, type GridIssue } from '../../design/form/EditableTable.tsx';
import { LeaveGuard } from '../../design/form/leave.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useFieldWord } from '../../kernel/field-words.ts';
import { formatCount } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useWrite } from '../../kernel/writes.ts';
import { issuesOf, problemsIn } from './row-problems.parts.ts';
import { type Cells, cellSchema, columnOfPath, tableColumns, unflatten } from './table-columns.ts';

const measured = familyCodes.filter((code) => families[code].modes.length > 0);
const left = new Set(['mainField', 'collectMode', 'onlySort', 'lockLocation', 'formulaType']);

/** Points as rows, typed or pasted from a spreadsheet: checked by a dry run, then all of them added or none. */
export function AddTable({ onAdded }: { onAdded: (pointIds: readonly number[]) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: batchCreate } = useWrite(batches.batchCreate);
  const id = useId();
  const fieldWord = useFieldWord();
  const { project } = useProject();
  const [family, setFamily] = useState<FamilyCode>('waterLevel');
  const [chosenMode, setMode] = useState(4);
  const known = families[family] as Family;
  const mode = (known.modes as readonly number[]).includes(chosenMode) ? chosenMode : (known.modes[0] ?? 4);
  const [rows, setRows] = useState<readonly Cells[]>([]);
  const [issues, setIssues] = useState<readonly GridIssue[]>([]);
  const [wrong, setWrong] = useState(0);
  const [makes, setMakes] = useState<readonly string[] | null>(null);
  const [createStructures, setCreateStructures] = useState(true);
  const [busy, setBusy] = useState<'check' | 'create' | null>(null);
  /** The rows as they are now passed the dry run. */
  const [sound, setSound] = useState(false);
  const [added, setAdded] = useState<readonly number[] | null>(null);
  const onAddedRef = useRef(onAdded);
  onAddedRef.current = onAdded;
  // Where one goes next may leave this page: told once the table is empty and nothing holds the page any more.
  useEffect(() => {
    if (added === null || rows.length > 0) return;
    const timer = setTimeout(() => {
      setAdded(null);
      onAddedRef.current(added);
    }, 0);
    return () => clearTimeout(timer);
  }, [added, rows]);
  const kinds = [...new Set([`${family} ${mode}`, ...rows.map((row) => `${row.family ?? family} ${row.mode ?? mode}`)])]
    .sort()
    .join();
  const columns = useMemo(
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
  const schema = useMemo(() => cellSchema(columns), [columns]);
  const send = async (dryRun: boolean) =>
    batchCreate({
      projectId: project.id,
      rows: rows.map((cells) => {
        const row = unflatten(cells);
        const of = (row.family ?? family) as FamilyCode;
        const begins = (row.type ?? 0) === 0 ? { mode: of === family ? mode : families[of]?.modes[0] } : {};
        return {
          ...(of === family && known.nodeFields ? { nodeCount: 8 } : {}),
          ...begins,
          ...row,
          family: of,
        };
      }),
      createStructures,
      dryRun,
    });
  const refuse = (problems: readonly RowProblem[]): void => setIssues(issuesOf(problems, t, columnOfPath(columns)));
  const run = async (what: 'check' | 'create'): Promise<void> => {
    setBusy(what);
    try {
      const answer = await send(what === 'check');
      refuse(answer.problems);
      setMakes(answer.structures);
      if (what === 'create') {
        setRows([]);
        setMakes(null);
        setSound(false);
        toasts.done(
          t('points:add.done', { count: answer.pointIds.length, total: formatCount(answer.pointIds.length) }),
        );
        setAdded(answer.pointIds);
      } else setSound(answer.problems.length === 0);
    } catch (error) {
      const problems = problemsIn(error);
      if (problems) refuse(problems);
      else toasts.failed(error);
    } finally {
      setBusy(null);
    }
  };
  const ready = rows.length > 0 && wrong === 0;
  return (
    <div className="pt-grid-page">
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        <span className="pl-2">{t('points:add.usual')}</span>
        <Select
          aria-label={t('points:family')}
          showSearch={{ optionFilterProp: 'label' }}
          style={{ minWidth: 190 }}
          value={family}
          options={measured.map((code) => ({ value: code, label: t(`families:family.${code}`) }))}
          onChange={setFamily}
        />
        <Select
          aria-label={t('points:mode')}
          style={{ minWidth: 150 }}
          value={mode}
          options={known.modes.map((each) => ({ value: each, label: t(`families:mode.${sensorModes[each]}`) }))}
          onChange={setMode}
        />
        <Checkbox checked={createStructures} onChange={(event) => setCreateStructures(event.target.checked)}>
          {t('points:add.createStructures')}
        </Checkbox>
      </div>
      <p className="pl-3 pl-sm">{t('points:add.hint', { most: formatCount(rowLimits.create) })}</p>
      <EditableTable<Cells>
        label={t('points:add.menu')}
        columns={columns}
        rows={rows}
        onChange={(next) => {
          setRows(next);
          setMakes(null);
          setSound(false);
          if (issues.length > 0) setIssues([]);
        }}
        schema={schema}
        newRow={() => ({})}
        issues={issues}
        onWrong={setWrong}
        maxRows={rowLimits.create}
        heightPx={460}
        actions={
          <>
            <Button disabled={rows.length === 0} loading={busy === 'check'} onClick={() => void run('check')}>
              {t('points:add.check')}
            </Button>
            <Button type="primary" disabled={!ready} loading={busy === 'create'} onClick={() => void run('create')}>
              {t('points:add.create', { count: rows.length })}
            </Button>
          </>
        }
      />
      {(sound || (makes !== null && makes.length > 0)) && (
        <p className="pl-notice" role="status">
          {sound && t('points:add.sound', { count: rows.length })}
          {sound && makes !== null && makes.length > 0 && '. '}
          {makes !== null &&
            makes.length > 0 &&
            t('points:add.makes', {
              names: [...makes.slice(0, 12), ...(makes.length > 12 ? ['…'] : [])].join(', '),
              count: makes.length,
            })}
        </p>
      )}
      <LeaveGuard
        id={id}
        dirty={rows.length > 0}
        save={async () => {
          if (ready) await run('create');
          return false;
        }}
        undo={() => setRows([])}
      />
    </div>
  );
}

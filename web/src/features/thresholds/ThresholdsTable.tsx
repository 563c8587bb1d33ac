import './thresholds.css';
import type { FamilyCode } from '@plumbline/contract/families';
import type { Threshold } from '@plumbline/contract/points';
import type { Schema } from '@plumbline/contract/route';
import { thresholds } from '@plumbline/contract/thresholds';
import { Button, Modal } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useDraft } from '../../design/form/draft.ts';
import { EditableTable, type GridIssue } from '../../design/form/EditableTable.tsx';
import { sameValue } from '../../design/form/judge.ts';
import { LeaveGuard } from '../../design/form/leave.tsx';
import { Meanwhile } from '../../design/form/Meanwhile.tsx';
import { issueWords } from '../../design/issues.ts';
import { useToasts } from '../../design/Toasts.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { missing } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import type { Reply } from '../../kernel/queries.ts';
import { wordKey } from '../../kernel/words.ts';
import { useWrite } from '../../kernel/writes.ts';
import { inThousands } from '../batches/chosen-points.parts.ts';
import { issuesOf, problemsIn } from '../batches/row-problems.parts.ts';
import { BackTestMany } from './BackTestMany.tsx';
import { LimitReview } from './LimitReview.tsx';
import { TemplateDialog } from './TemplateDialog.tsx';
import { useRuleColumns } from './threshold-columns.tsx';
import {
  cellsOf,
  type LimitChange,
  levelProps,
  limitChanges,
  type NamedPoint,
  type RuleCells,
  readRules,
  withRule,
} from './threshold-rows.ts';
import { useLimitSaving } from './use-limit-saving.ts';

const level = z.union([z.literal(''), z.number().positive().max(1e12)]).nullish();
/** The limits as they are stored, and the table as it is written. */
interface Work {
  readonly stored: ReadonlyMap<number, readonly Threshold[]>;
  readonly cells: readonly RuleCells[];
}
const sameTable = ({ cells: a }: Work, { cells: b }: Work): boolean =>
  a.length === b.length && a.every((row, i) => row === b[i] || sameValue(row, b[i]));
const schema = z.object(Object.fromEntries(levelProps.map((prop) => [prop, level]))) as unknown as Schema;

/** The table of limits as it is written, looked through before it is saved. */
export function ThresholdsTable({
  all,
  shown,
  limits,
}: {
  all: readonly NamedPoint[];
  shown: readonly NamedPoint[];
  limits: Reply<typeof thresholds.projectThresholds>['points'];
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: batchThresholds } = useWrite(thresholds.batchThresholds);
  const save = useLimitSaving();
  const id = useId();
  const { project } = useProject();
  const fetched = useMemo<Work>(() => {
    const stored = new Map(limits.map((each) => [each.pointId, each.thresholds]));
    return { stored, cells: shown.flatMap((point) => cellsOf(point, stored.get(point.id) ?? [])) };
  }, [limits, shown]);
  const work = useDraft(fetched, sameTable);
  const { dirty } = work;
  const { stored } = work.base;
  const table = work.value.cells;
  const setTable = (cells: readonly RuleCells[]): void => work.set({ stored, cells });
  // What takes nothing away comes first.
  const [mode, setMode] = useState<'replace' | 'add'>('add');
  const [review, setReview] = useState<readonly LimitChange[] | null>(null);
  const [refused, setRefused] = useState<readonly GridIssue[]>([]);
  const [wrong, setWrong] = useState(0);
  const [sound, setSound] = useState<number | null>(null);
  const [busy, setBusy] = useState<'check' | 'look' | null>(null);
  const [isTemplate, setTemplate] = useState(false);
  const [isTesting, setTesting] = useState(false);
  const read = useMemo(() => readRules(table, all), [table, all]);
  const columns = useRuleColumns(all);
  const issues = useMemo<GridIssue[]>(
    () => [
      ...read.issues.map(({ row, prop, message }) => ({
        row,
        prop,
        words: /^(unknown|several)/.test(message)
          ? t(wordKey(`thresholds:table.${message}`))
          : issueWords({ message, path: [prop] }, t),
      })),
      ...refused,
    ],
    [read, refused, t],
  );
  const mentioned = useMemo(
    () => (mode === 'add' ? read.rows.filter(({ thresholds }) => thresholds.length > 0) : read.rows),
    [mode, read],
  );
  const ready = mentioned.length > 0 && wrong === 0 && read.issues.length === 0;
  const changes = useMemo(() => limitChanges(mentioned, stored, mode), [mentioned, stored, mode]);
  const named = useMemo(() => new Map(all.map((point) => [point.id, point])), [all]);
  const families = [...new Set(shown.map(({ family }) => family))];

  /** Checks what is in the table; `look` goes on to the differences. */
  const check = async (preview: boolean): Promise<void> => {
    setBusy(preview ? 'look' : 'check');
    setRefused([]);
    try {
      if (!(await judge())) return;
      if (preview) {
        setSound(null);
        setReview(changes);
      }
    } catch (error) {
      const problems = problemsIn(error);
      if (problems) showProblems(problems, 0);
      else toasts.failed(error);
    } finally {
      setBusy(null);
    }
  };
  /** Whether nothing is wrong; what is, is told beside its cell. */
  const judge = async (): Promise<boolean> => {
    let at = 0;
    for (const part of inThousands(mentioned)) {
      const { problems } = await batchThresholds({
        projectId: project.id,
        rows: part,
        mode,
        dryRun: true,
      });
      if (problems.length > 0) {
        showProblems(problems, at);
        return false;
      }
      at += part.length;
    }
    setSound(mentioned.length);
    return true;
  };
  /** Problems speak of points: back to the row of the table that the limit stands in. */
  const showProblems = (problems: Parameters<typeof issuesOf>[0], at: number): void => {
    const placed = problems.map((problem) => {
      const [, which, prop] = problem.path.split('.');
      const whole = mentioned[at + problem.row];
      const from = whole ? (read.from[read.rows.indexOf(whole)] ?? []) : [];
      return { ...problem, row: from[Number(which)] ?? from[0] ?? 0, path: prop ?? 'name' };
    });
    setRefused((now) => [
      ...now,
      ...issuesOf(placed, t, (path) => (columns.some(({ prop }) => prop === path) ? path : 'name')),
    ]);
  };
  return (
    <div className="pt-grid-page">
      <p className="pl-2">{t('thresholds:table.how')}</p>
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        <Button
          size="small"
          disabled={families.length !== 1}
          title={families.length === 1 ? undefined : t('thresholds:table.sameFamily')}
          onClick={() => setTemplate(true)}
        >
          {t('thresholds:table.template')}
        </Button>
        <Segmented
          label={t('thresholds:table.mode')}
          value={mode}
          onChange={(next) => {
            setMode(next);
            setSound(null);
          }}
          options={(['add', 'replace'] as const).map((value) => ({
            value,
            label: t(`thresholds:table.${value}`),
          }))}
        />
        <span className="pl-3 pl-sm">{t(`thresholds:table.${mode}Why`)}</span>
        <span className="pl-gap" />
        <Button size="small" disabled={!ready} onClick={() => setTesting(true)}>
          {t('thresholds:table.backTest')}
        </Button>
      </div>
      <EditableTable<RuleCells>
        label={t('thresholds:table.menu')}
        columns={columns}
        rows={table}
        onChange={(next) => {
          setTable(next);
          setSound(null);
          if (refused.length > 0) setRefused([]);
        }}
        schema={schema}
        newRow={() => ({})}
        issues={issues}
        onWrong={setWrong}
        before={work.base.cells}
        heightPx={520}
        actions={
          <>
            <Button disabled={!ready} loading={busy === 'check'} onClick={() => void check(false)}>
              {t('thresholds:table.check')}
            </Button>
            <Button
              type="primary"
              disabled={!ready || changes.length === 0}
              loading={busy === 'look'}
              onClick={() => void check(true)}
            >
              {changes.length === 0 ? t('points:edit.review') : t('thresholds:table.review', { count: changes.length })}
            </Button>
          </>
        }
      />
      {sound !== null && (
        <p className="pl-notice" role="status">
          {t('thresholds:table.sound', { count: sound })}
        </p>
      )}
      {work.theirs && (
        <Meanwhile
          other={{ by: null, at: null }}
          differences={limitChanges(
            [...work.theirs.stored].map(([pointId, thresholds]) => ({ pointId, thresholds: [...thresholds] })),
            stored,
            'replace',
          )
            .slice(0, 8)
            .map(({ pointId, before, after }) => ({
              label: named.get(pointId)?.name ?? String(pointId),
              was: before.map(({ levels }) => levels.map((level) => level ?? missing).join(' / ')).join('; '),
              now: after.map(({ levels }) => levels.map((level) => level ?? missing).join(' / ')).join('; '),
            }))}
          onKeep={() => work.keepMine()}
          onTake={work.undo}
        />
      )}
      {review && (
        <LimitReview
          changes={review}
          named={named}
          onSave={async (reason) => {
            await save(review, reason);
            work.saved(work.value, work.value);
          }}
          onClose={() => setReview(null)}
        />
      )}
      {isTemplate && shown[0] && (
        <TemplateDialog
          family={shown[0].family as FamilyCode}
          nodeCount={0}
          mainField={shown[0].mainField}
          onUse={(rule) => {
            setTable(withRule(table, shown, rule));
            setSound(null);
            toasts.done(t('thresholds:table.templateDone', { count: shown.length }));
          }}
          onClose={() => setTemplate(false)}
        />
      )}
      {isTesting && (
        <Modal
          open
          width={1100}
          title={t('thresholds:backTestMany.proposed')}
          onCancel={() => setTesting(false)}
          footer={<Button onClick={() => setTesting(false)}>{t('common:close')}</Button>}
        >
          <BackTestMany rows={mentioned.filter(({ thresholds }) => thresholds.length > 0)} named={named} />
        </Modal>
      )}
      <LeaveGuard
        id={id}
        dirty={dirty}
        save={async () => {
          if (ready && changes.length > 0) await check(true);
          return false;
        }}
        undo={work.undo}
      />
    </div>
  );
}

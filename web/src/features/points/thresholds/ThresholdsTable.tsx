import './thresholds.css';
import type { Schema } from '@plumbline/contract/kernel/route';
import type { Threshold } from '@plumbline/contract/points/points';
import type { thresholds } from '@plumbline/contract/points/thresholds';
import { Button } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type Draft, useDraft } from '../../../design/form/draft.ts';
import { EditableTable } from '../../../design/form/EditableTable.tsx';
import { sameValue } from '../../../design/form/judge.ts';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { Meanwhile } from '../../../design/form/Meanwhile.tsx';
import { missing } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { LimitReview } from './LimitReview.tsx';
import { LimitTools } from './LimitTools.tsx';
import { useRuleColumns } from './threshold-columns.tsx';
import {
  cellsOf,
  type LimitChange,
  levelProps,
  limitChanges,
  type NamedPoint,
  type RuleCells,
  withRule,
} from './threshold-rows.ts';
import { type LimitMode, useLimitCheck, useLimitSaving } from './use-limit-saving.ts';

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
  const named = useMemo(() => new Map(all.map((point) => [point.id, point])), [all]);
  const { work, columns, mode, check, changes, ready, ...table } = useLimitTable(all, shown, limits);
  const [review, setReview] = useState<readonly LimitChange[] | null>(null);
  const openReview = async (): Promise<void> => {
    if (await check.run('review')) setReview(changes);
  };
  return (
    <div className="pt-grid-page">
      <p className="pl-2">{t('thresholds:table.how')}</p>
      <LimitTools
        shown={shown}
        onUse={(rule) => table.setCells(withRule(work.value.cells, shown, rule))}
        mode={mode}
        onMode={table.setMode}
        rows={ready ? check.rows : null}
        named={named}
      />
      <EditableTable<RuleCells>
        label={t('thresholds:table.menu')}
        columns={columns}
        rows={work.value.cells}
        onChange={(next) => {
          table.setCells(next);
          check.forgetRefused();
        }}
        schema={schema}
        newRow={() => ({})}
        issues={check.issues}
        onWrong={table.setWrong}
        before={work.base.cells}
        heightPx={520}
        actions={<CheckButtons check={check} changes={changes} ready={ready} onReview={openReview} />}
      />
      <Sound count={check.soundCount} />
      <Theirs work={work} named={named} />
      <Saving
        work={work}
        named={named}
        review={review}
        onClose={() => setReview(null)}
        onLeaving={async () => {
          if (ready && changes.length > 0) await openReview();
        }}
      />
    </div>
  );
}

/** The table as it is written, how it meets what is stored, and what it would change. */
function useLimitTable(
  all: readonly NamedPoint[],
  selected: readonly NamedPoint[],
  limits: Reply<typeof thresholds.projectThresholds>['points'],
) {
  const work = useLimitDraft(limits, selected);
  const { stored } = work.base;
  // What takes nothing away comes first.
  const [mode, setMode] = useState<LimitMode>('add');
  const [wrong, setWrong] = useState(0);
  const columns = useRuleColumns(all);
  const check = useLimitCheck(work.value.cells, all, mode, columns);
  const changes = useMemo(() => limitChanges(check.rows, stored, mode), [check.rows, stored, mode]);
  return {
    work,
    columns,
    mode,
    check,
    changes,
    ready: check.rows.length > 0 && wrong === 0 && check.isReadable,
    setWrong,
    setMode: (next: LimitMode): void => {
      setMode(next);
      check.forgetSound();
    },
    setCells: (cells: readonly RuleCells[]): void => {
      work.set({ stored, cells });
      check.forgetSound();
    },
  };
}

function useLimitDraft(
  limits: Reply<typeof thresholds.projectThresholds>['points'],
  selected: readonly NamedPoint[],
): Draft<Work> {
  const fetched = useMemo<Work>(() => {
    const stored = new Map(limits.map((each) => [each.pointId, each.thresholds]));
    return { stored, cells: selected.flatMap((point) => cellsOf(point, stored.get(point.id) ?? [])) };
  }, [limits, selected]);
  return useDraft(fetched, sameTable);
}

type Named = ReadonlyMap<number, NamedPoint>;
type Check = ReturnType<typeof useLimitCheck>;

/** Checks what is in the table, or goes on to the differences. */
function CheckButtons({
  check,
  changes,
  ready,
  onReview,
}: {
  check: Check;
  changes: readonly LimitChange[];
  ready: boolean;
  onReview: () => Promise<void>;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Button disabled={!ready} loading={check.busy === 'check'} onClick={() => void check.run('check')}>
        {t('thresholds:table.check')}
      </Button>
      <Button
        type="primary"
        disabled={!ready || changes.length === 0}
        loading={check.busy === 'review'}
        onClick={() => void onReview()}
      >
        {changes.length === 0 ? t('points:edit.review') : t('thresholds:table.review', { count: changes.length })}
      </Button>
    </>
  );
}

/** The differences before they are saved, and what is asked of who leaves with some. */
function Saving({
  work,
  named,
  review,
  onClose,
  onLeaving,
}: {
  work: Draft<Work>;
  named: Named;
  review: readonly LimitChange[] | null;
  onClose: () => void;
  onLeaving: () => Promise<void>;
}) {
  const id = useId();
  const save = useLimitSaving();
  return (
    <>
      {review && (
        <LimitReview
          changes={review}
          named={named}
          onSave={async (reason) => {
            await save(review, reason);
            work.saved(work.value, work.value);
          }}
          onClose={onClose}
        />
      )}
      <LeaveGuard
        id={id}
        dirty={work.dirty}
        save={async () => {
          await onLeaving();
          return false;
        }}
        undo={work.undo}
      />
    </>
  );
}

/** That nothing is wrong with the limits that were checked. */
function Sound({ count }: { count: number | null }) {
  const { t } = useTranslation();
  if (count === null) return null;
  return (
    <p className="pl-notice" role="status">
      {t('thresholds:table.sound', { count })}
    </p>
  );
}

/** What others have saved since the table was read. */
function Theirs({ work, named }: { work: Draft<Work>; named: Named }) {
  if (!work.theirs) return null;
  const theirs = [...work.theirs.stored].map(([pointId, thresholds]) => ({ pointId, thresholds: [...thresholds] }));
  const wordsOf = (rules: readonly Threshold[]): string =>
    rules.map(({ levels }) => levels.map((each) => each ?? missing).join(' / ')).join('; ');
  return (
    <Meanwhile
      other={{ by: null, at: null }}
      differences={limitChanges(theirs, work.base.stored, 'replace')
        .slice(0, 8)
        .map(({ pointId, before, after }) => ({
          label: named.get(pointId)?.name ?? String(pointId),
          was: wordsOf(before),
          now: wordsOf(after),
        }))}
      onKeep={() => work.keepMine()}
      onTake={work.undo}
    />
  );
}

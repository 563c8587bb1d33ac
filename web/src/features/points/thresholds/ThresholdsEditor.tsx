import './thresholds.css';
import { PlusOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type Family, families, fieldsOf } from '@plumbline/contract/points/families';
import { type Point, Threshold } from '@plumbline/contract/points/points';
import { thresholds as thresholdRoutes } from '@plumbline/contract/points/thresholds';
import { Button, Input } from 'antd';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft, type Draft as WorkingDraft } from '../../../design/form/draft.ts';
import { sameValue } from '../../../design/form/judge.ts';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { Meanwhile } from '../../../design/form/Meanwhile.tsx';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { blankThreshold } from './blank-threshold.ts';
import { useRuleWords } from './rule-differences.ts';
import { ThresholdHistory } from './ThresholdHistory.tsx';
import { ThresholdRule } from './ThresholdRule.tsx';

/** A rule while it is being written: levels may still be wrong. `key` outlives edits. */
export interface Draft {
  readonly key: number;
  readonly rule: Threshold;
}
type Who = Parameters<typeof Meanwhile>[0]['other'];
const nobody: Who = { by: null, at: null };
let nextKey = 1;
const draft = (rule: Threshold): Draft => ({ key: nextKey++, rule });
const rulesOf = (drafts: readonly Draft[]): Threshold[] => drafts.map(({ rule }) => rule);
const sameRules = (a: readonly Draft[], b: readonly Draft[]): boolean => sameValue(rulesOf(a), rulesOf(b));

/**
 * The thresholds of a point, each judged inline by the contract's own rule: what is set ascends from above 0.
 * `beside` draws what works on the rules as they are written now: templates, the back-test.
 */
export function ThresholdsEditor({
  point,
  thresholds,
  readOnly = false,
  beside,
}: {
  point: Point;
  thresholds: readonly Threshold[];
  readOnly?: boolean;
  beside?: (rules: readonly Threshold[], add: (rules: readonly Threshold[]) => void) => ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const rules = useRules(thresholds);
  const { drafts, setDrafts, work } = rules;
  const saving = useRuleSaving(point, rules);
  const fields = fieldsOf(point.family, point.nodeCount);
  const add = (): void => {
    const blank = blankThreshold(point.mainField || (fields[0]?.key ?? ''), (families[point.family] as Family).watch);
    setDrafts([...drafts, draft(blank)]);
    saving.setTried(false);
  };
  return (
    <div ref={saving.place} className="pt-body">
      {drafts.length === 0 && (
        <Empty title={t('points:noThresholds')} why={t('points:noThresholdsWhy')}>
          {!readOnly && <AddButton onAdd={add} />}
        </Empty>
      )}
      <fieldset disabled={readOnly} className="pt-closed">
        {drafts.map(({ key, rule }) => (
          <ThresholdRule
            key={key}
            family={point.family}
            fields={fields}
            rule={rule}
            insist={saving.tried}
            onChange={(next) => setDrafts(drafts.map((each) => (each.key === key ? { key, rule: next } : each)))}
            onRemove={() => setDrafts(drafts.filter((each) => each.key !== key))}
          />
        ))}
      </fieldset>
      <Theirs point={point} work={work} other={saving.other} onDecided={() => saving.setOther(null)} />
      {!readOnly && (
        <div className="pl-row" style={{ paddingTop: 8, flexWrap: 'wrap' }}>
          {(drafts.length > 0 || thresholds.length > 0) && <SaveButton saving={saving} />}
          {drafts.length > 0 && <AddButton onAdd={add} />}
          {work.dirty && <Reason value={saving.reason} onChange={saving.setReason} />}
        </div>
      )}
      {beside?.(rulesOf(drafts), (more) => setDrafts([...drafts, ...more.map(draft)]))}
      <ThresholdHistory point={point} />
      <LeaveGuard id={id} dirty={work.dirty && !readOnly} save={saving.saveOrMark} undo={work.undo} />
    </div>
  );
}

/** The rules as they are written, beside those that the server holds. */
function useRules(thresholds: readonly Threshold[]) {
  const fetched = useMemo(() => thresholds.map(draft), [thresholds]);
  const work = useDraft<readonly Draft[]>(fetched, sameRules);
  return { work, drafts: work.value, setDrafts: work.set };
}

/** Saves the rules. Those that are wrong are marked, and take the focus, in place of being saved. */
function useRuleSaving(point: Point, { work, drafts }: ReturnType<typeof useRules>) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [reason, setReason] = useState('');
  const [other, setOther] = useState<Who | null>(null);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refused > 0) place.current?.querySelector<HTMLElement>('.ant-input-number-status-error input')?.focus();
  }, [refused]);
  const { run, isPending: isSaving } = useWrite(thresholdRoutes.setThresholds, {
    onSuccess: (stored) => {
      work.saved(stored.thresholds.map(draft), drafts);
      setReason('');
      setOther(null);
      toasts.done(t('common:saved'));
    },
    onError: (error) => {
      if (!(error instanceof Failure) || error.name !== 'changedMeanwhile') return toasts.failed(error);
      setOther(error.detail as Who);
    },
  });
  /** Returns whether they were saved; throws where the server refuses them. */
  const saveOrMark = async (): Promise<boolean> => {
    setTried(true);
    if (drafts.some(({ rule }) => !Threshold.safeParse(rule).success)) return false;
    await run({ pointId: point.id, thresholds: rulesOf(drafts), reason }, { over: rulesOf(work.base) });
    return true;
  };
  const saveOrFocus = async (): Promise<void> => {
    if (!(await saveOrMark())) setRefused(refused + 1);
  };
  return { place, reason, setReason, other, setOther, tried, setTried, isSaving, saveOrMark, saveOrFocus };
}

/** What somebody else has saved since the work began, and the choice between both. */
function Theirs({
  point,
  work,
  other,
  onDecided,
}: {
  point: Point;
  work: WorkingDraft<readonly Draft[]>;
  other: Who | null;
  onDecided: () => void;
}) {
  const { project } = useProject();
  const { differencesOf } = useRuleWords(point.family, point.nodeCount);
  if (!work.theirs) return null;
  return (
    <Meanwhile
      other={other ?? nobody}
      zone={project.timeZone}
      differences={differencesOf(rulesOf(work.base), rulesOf(work.theirs))}
      onKeep={() => {
        onDecided();
        work.keepMine();
      }}
      onTake={() => {
        onDecided();
        work.undo();
      }}
    />
  );
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation();
  return (
    <Button icon={<PlusOutlined />} onClick={onAdd}>
      {t('points:addThreshold')}
    </Button>
  );
}

function SaveButton({ saving }: { saving: ReturnType<typeof useRuleSaving> }) {
  const { t } = useTranslation();
  return (
    <Allowed to={thresholdRoutes.setThresholds}>
      <Button type="primary" loading={saving.isSaving} onClick={() => void saving.saveOrFocus().catch(() => undefined)}>
        {t('common:save')}
      </Button>
    </Allowed>
  );
}

/** Why the limits are changed, while something is. */
function Reason({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Input
        className="pt-reason"
        aria-label={t('points:reason')}
        placeholder={t('points:reason')}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="pl-3 pl-sm">{t('forms:unsaved')}</span>
    </>
  );
}

import './thresholds.css';
import { PlusOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/errors';
import { type Family, families, fieldsOf } from '@plumbline/contract/families';
import { type Point, Threshold } from '@plumbline/contract/points';
import { thresholds as thresholdRoutes } from '@plumbline/contract/thresholds';
import { Button, Input } from 'antd';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../../design/form/draft.ts';
import { sameValue } from '../../design/form/judge.ts';
import { LeaveGuard } from '../../design/form/leave.tsx';
import { Meanwhile } from '../../design/form/Meanwhile.tsx';
import { Empty } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useWrite } from '../../kernel/writes.ts';
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
  const toasts = useToasts();
  const { project } = useProject();
  const fetched = useMemo(() => thresholds.map(draft), [thresholds]);
  const work = useDraft<readonly Draft[]>(fetched, sameRules);
  const { value: drafts, set: setDrafts, dirty } = work;
  const [reason, setReason] = useState('');
  const [other, setOther] = useState<Who | null>(null);
  const { differencesOf } = useRuleWords(point.family, point.nodeCount);
  const [tried, setTried] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState(0);
  // What is wrong takes the focus, once it is marked.
  useEffect(() => {
    if (refused > 0) place.current?.querySelector<HTMLElement>('.ant-input-number-status-error input')?.focus();
  }, [refused]);
  const fields = fieldsOf(point.family, point.nodeCount);
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
  const save = () => run({ pointId: point.id, thresholds: rulesOf(drafts), reason }, { over: rulesOf(work.base) });
  const add = (): void => {
    const blank = blankThreshold(point.mainField || (fields[0]?.key ?? ''), (families[point.family] as Family).watch);
    setDrafts([...drafts, draft(blank)]);
    setTried(false);
  };
  const id = useId();
  const wrong = drafts.some(({ rule }) => !Threshold.safeParse(rule).success);
  return (
    <div ref={place} className="pt-body">
      {drafts.length === 0 && (
        <Empty title={t('points:noThresholds')} why={t('points:noThresholdsWhy')}>
          {!readOnly && (
            <Button icon={<PlusOutlined />} onClick={add}>
              {t('points:addThreshold')}
            </Button>
          )}
        </Empty>
      )}
      <fieldset disabled={readOnly} className="pt-closed">
        {drafts.map(({ key, rule }) => (
          <ThresholdRule
            key={key}
            family={point.family}
            fields={fields}
            rule={rule}
            insist={tried}
            onChange={(next) => setDrafts(drafts.map((each) => (each.key === key ? { key, rule: next } : each)))}
            onRemove={() => setDrafts(drafts.filter((each) => each.key !== key))}
          />
        ))}
      </fieldset>
      {work.theirs && (
        <Meanwhile
          other={other ?? nobody}
          zone={project.timeZone}
          differences={differencesOf(rulesOf(work.base), rulesOf(work.theirs))}
          onKeep={() => {
            setOther(null);
            work.keepMine();
          }}
          onTake={() => {
            setOther(null);
            work.undo();
          }}
        />
      )}
      {!readOnly && (
        <div className="pl-row" style={{ paddingTop: 8, flexWrap: 'wrap' }}>
          {(drafts.length > 0 || thresholds.length > 0) && (
            <Allowed to={thresholdRoutes.setThresholds}>
              <Button
                type="primary"
                loading={isSaving}
                onClick={() => {
                  setTried(true);
                  if (wrong) setRefused(refused + 1);
                  else void save().catch(() => undefined);
                }}
              >
                {t('common:save')}
              </Button>
            </Allowed>
          )}
          {drafts.length > 0 && (
            <Button icon={<PlusOutlined />} onClick={add}>
              {t('points:addThreshold')}
            </Button>
          )}
          {dirty && (
            <Input
              className="pt-reason"
              aria-label={t('points:reason')}
              placeholder={t('points:reason')}
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
          {dirty && <span className="pl-3 pl-sm">{t('forms:unsaved')}</span>}
        </div>
      )}
      {beside?.(rulesOf(drafts), (rules) => setDrafts([...drafts, ...rules.map(draft)]))}
      <ThresholdHistory point={point} />
      <LeaveGuard
        id={id}
        dirty={dirty && !readOnly}
        save={async () => {
          setTried(true);
          if (wrong) return false;
          await save();
          return true;
        }}
        undo={work.undo}
      />
    </div>
  );
}

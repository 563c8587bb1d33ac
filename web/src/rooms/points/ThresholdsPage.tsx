import './points.css';
import './console.css';
import type { FamilyCode } from '@plumbline/contract/families';
import { points } from '@plumbline/contract/points';
import type { Schema } from '@plumbline/contract/route';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useDraft } from '../../design/form/draft.ts';
import { EditableTable, type GridIssue } from '../../design/form/EditableTable.tsx';
import { sameValue } from '../../design/form/judge.ts';
import { LeaveGuard } from '../../design/form/leave.tsx';
import { issueWords } from '../../design/issues.ts';
import { Page } from '../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { call } from '../../kernel/call.ts';
import { useProject } from '../../kernel/project.tsx';
import { asks, type Reply } from '../../kernel/queries.ts';
import { BackTestMany } from './BackTestMany.tsx';
import { inThousands, useChosenPoints } from './chosen-points.ts';
import { forgetPoints } from './forget-points.ts';
import { PointsPath } from './PointsPath.tsx';
import { usePlaces } from './place-names.ts';
import { issuesOf, problemsIn } from './row-problems.ts';
import { TemplateDialog } from './TemplateDialog.tsx';
import { useRuleColumns } from './threshold-columns.ts';
import { cellsOf, levelProps, type NamedPoint, type RuleCells, readRules, withRule } from './threshold-rows.ts';

const level = z.union([z.literal(''), z.number().positive().max(1e12)]).nullish();
const perAct = 1_000;
const sameTable = (a: readonly RuleCells[], b: readonly RuleCells[]): boolean =>
  a.length === b.length && a.every((row, i) => row === b[i] || sameValue(row, b[i]));
const schema = z.object(Object.fromEntries(levelProps.map((prop) => [prop, level]))) as unknown as Schema;

/** Limits of many points as a table: of those that were chosen in the list, or of all. */
export default function ThresholdsPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const chosen = useChosenPoints();
  const places = usePlaces(project.id);
  const rows = useQuery({ ...asks(points.rows, { projectId: project.id }), refetchOnWindowFocus: false });
  const limits = useQuery({
    ...asks(points.projectThresholds, { projectId: project.id }),
    refetchOnWindowFocus: false,
  });
  const named = useMemo<readonly NamedPoint[] | null>(() => {
    if (!rows.data || places.options === undefined) return null;
    return rows.data.rows
      .filter(({ archived, deprecated, type }) => !archived && !deprecated && type !== 3)
      .map(({ id, name, family, mainField, structureId }) => ({
        ...{ id, name, family, mainField },
        place: places.nameOf(structureId),
      }));
  }, [rows.data, places]);
  const shown = useMemo(() => (named ?? []).filter(({ id }) => chosen === null || chosen.has(id)), [named, chosen]);
  return (
    <Page title={<PointsPath name={t('commissioning:thresholds.menu')} />}>
      <Answer
        query={rows}
        loading={<SkeletonRows rows={10} />}
        isEmpty={() => named?.length === 0}
        empty={<Empty title={t('points:list.none')} />}
      >
        {() => (
          <Answer query={limits} loading={<SkeletonRows rows={10} />}>
            {(set) =>
              named === null ? <SkeletonRows rows={10} /> : <Editor all={named} shown={shown} limits={set.points} />
            }
          </Answer>
        )}
      </Answer>
    </Page>
  );
}

function Editor({
  all,
  shown,
  limits,
}: {
  all: readonly NamedPoint[];
  shown: readonly NamedPoint[];
  limits: Reply<typeof points.projectThresholds>['points'];
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const id = useId();
  const { project } = useProject();
  const fetched = useMemo<readonly RuleCells[]>(() => {
    const of = new Map(limits.map((each) => [each.pointId, each.thresholds]));
    return shown.flatMap((point) => cellsOf(point, of.get(point.id) ?? []));
  }, [limits, shown]);
  const work = useDraft(fetched, sameTable);
  const { value: table, set: setTable, dirty } = work;
  const [mode, setMode] = useState<'replace' | 'add'>('replace');
  const [refused, setRefused] = useState<readonly GridIssue[]>([]);
  const [wrong, setWrong] = useState(0);
  const [sound, setSound] = useState<number | null>(null);
  const [busy, setBusy] = useState<'check' | 'save' | null>(null);
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
          ? t(`commissioning:thresholds.${message}`)
          : issueWords({ message, path: [prop] }, t),
      })),
      ...refused,
    ],
    [read, refused, t],
  );
  const mentioned = mode === 'add' ? read.rows.filter(({ thresholds }) => thresholds.length > 0) : read.rows;
  const ready = mentioned.length > 0 && wrong === 0 && read.issues.length === 0;
  const families = [...new Set(shown.map(({ family }) => family))];

  const send = async (): Promise<void> => {
    for (const part of inThousands(mentioned))
      await call(points.batchThresholds, { projectId: project.id, rows: part, mode });
  };
  const run = async (what: 'check' | 'save'): Promise<void> => {
    setBusy(what);
    setRefused([]);
    try {
      // Every thousand is one act: all are looked at before the first is written.
      if ((what === 'check' || mentioned.length > perAct) && !(await judge())) return;
      if (what === 'check') return;
      await send();
      work.saved(table, table);
      await forgetPoints();
      toasts.done(t('commissioning:thresholds.saved', { count: mentioned.length }));
    } catch (error) {
      const problems = problemsIn(error);
      if (problems) tell(problems, 0);
      else toasts.failed(error);
    } finally {
      setBusy(null);
    }
  };
  /** Whether nothing is wrong; what is, is told beside its cell. */
  const judge = async (): Promise<boolean> => {
    let at = 0;
    for (const part of inThousands(mentioned)) {
      const { problems } = await call(points.batchThresholds, {
        projectId: project.id,
        rows: part,
        mode,
        dryRun: true,
      });
      if (problems.length > 0) {
        tell(problems, at);
        return false;
      }
      at += part.length;
    }
    setSound(mentioned.length);
    return true;
  };
  /** Problems speak of points: back to the row of the table that the limit stands in. */
  const tell = (problems: Parameters<typeof issuesOf>[0], at: number): void => {
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
      <p className="pl-2">{t('commissioning:thresholds.how')}</p>
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        <Button
          size="small"
          disabled={families.length !== 1}
          title={families.length === 1 ? undefined : t('commissioning:thresholds.sameFamily')}
          onClick={() => setTemplate(true)}
        >
          {t('commissioning:thresholds.template')}
        </Button>
        <Segmented
          label={t('commissioning:thresholds.mode')}
          value={mode}
          onChange={(next) => {
            setMode(next);
            setSound(null);
          }}
          options={(['replace', 'add'] as const).map((value) => ({
            value,
            label: t(`commissioning:thresholds.${value}`),
          }))}
        />
        <span className="pl-3 pl-sm">{t(`commissioning:thresholds.${mode}Why`)}</span>
        <span className="pl-gap" />
        <Button size="small" disabled={!ready} onClick={() => setTesting(true)}>
          {t('commissioning:thresholds.backTest')}
        </Button>
      </div>
      <EditableTable<RuleCells>
        label={t('commissioning:thresholds.menu')}
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
        before={work.base}
        heightPx={520}
        actions={
          <>
            <Button disabled={!ready} loading={busy === 'check'} onClick={() => void run('check')}>
              {t('commissioning:thresholds.check')}
            </Button>
            <Button
              type="primary"
              disabled={!ready || !dirty}
              loading={busy === 'save'}
              onClick={() => void run('save')}
            >
              {t('commissioning:thresholds.save', { count: mentioned.length })}
            </Button>
          </>
        }
      />
      {sound !== null && (
        <p className="pl-notice" role="status">
          {t('commissioning:thresholds.sound', { count: sound })}
        </p>
      )}
      {isTemplate && shown[0] && (
        <TemplateDialog
          family={shown[0].family as FamilyCode}
          nodeCount={0}
          mainField={shown[0].mainField}
          onUse={(rule) => {
            setTable(withRule(table, shown, rule));
            setSound(null);
            toasts.done(t('commissioning:thresholds.templateDone', { count: shown.length }));
          }}
          onClose={() => setTemplate(false)}
        />
      )}
      {isTesting && (
        <Modal
          open
          width={1100}
          title={t('commissioning:backTest.proposed')}
          onCancel={() => setTesting(false)}
          footer={<Button onClick={() => setTesting(false)}>{t('common:close')}</Button>}
        >
          <BackTestMany
            rows={mentioned.filter(({ thresholds }) => thresholds.length > 0)}
            named={new Map(all.map((point) => [point.id, point]))}
          />
        </Modal>
      )}
      <LeaveGuard
        id={id}
        dirty={dirty}
        save={async () => {
          if (ready) await run('save');
          return false;
        }}
        undo={work.undo}
      />
    </div>
  );
}

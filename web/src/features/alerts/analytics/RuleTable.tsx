import { DownloadOutlined } from '@ant-design/icons';
import type { RuleFigures } from '@plumbline/contract/alerts/analytics';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount, formatTime } from '../../../kernel/format.ts';
import { useMeasureWord } from '../../../kernel/measure-words.ts';
import { useProject } from '../../../kernel/project.tsx';
import { saveCsv } from '../../../kernel/save-csv.ts';
import { falseShare, useSpanWords } from './analytics-words.ts';

/** The rules that raised most, each with the way to its limits, where it is tried on its history. */
export function RuleTable({ rules, total }: { rules: readonly RuleFigures[]; total: number }) {
  const { t } = useTranslation();
  const save = useRuleFile();
  const note =
    rules.length < total
      ? t('alertAnalytics:rulesNote', { shown: formatCount(rules.length), total: formatCount(total) })
      : formatCount(total);
  return (
    <Pane
      flush
      title={t('alertAnalytics:rules')}
      count={note}
      action={
        <Button size="small" icon={<DownloadOutlined />} onClick={() => save(rules)}>
          {t('alertAnalytics:export')}
        </Button>
      }
    >
      <div className="aa-rules">
        <DataTable
          dense
          rows={rules}
          columns={useColumns()}
          rowKey={({ conditionId, pointId, field, kind }) =>
            conditionId === null ? `${pointId} ${field} ${kind}` : conditionId
          }
          widthPx={980}
        />
      </div>
    </Pane>
  );
}

/** What a rule compares, in words. */
function useMeasured(): (rule: RuleFigures) => string {
  const { t } = useTranslation();
  const measureWord = useMeasureWord();
  return ({ conditionName, family, field, measure }) => {
    if (conditionName !== null || measure === 'condition') return t('alertAnalytics:condition');
    return measureWord({ family, field, measure });
  };
}

function useColumns(): Columns<RuleFigures> {
  const { t } = useTranslation();
  const measured = useMeasured();
  const span = useSpanWords();
  const zone = useProject().project.timeZone;
  const count = (label: string, key: 'raised' | 'falseAlarms' | 'repeated', width: number) => ({
    ...numeric(label),
    key,
    width,
    sorter: (a: RuleFigures, b: RuleFigures) => a[key] - b[key],
  });
  return [
    { title: t('alertAnalytics:point'), key: 'point', width: 200, render: (_, rule) => <RulePoint rule={rule} /> },
    { title: t('alertAnalytics:measured'), key: 'measured', width: 180, render: (_, rule) => measured(rule) },
    { ...count(t('alertAnalytics:raised'), 'raised', 120), render: (_, { raised }) => formatCount(raised) },
    {
      ...count(t('alertAnalytics:falseAlarms'), 'falseAlarms', 130),
      render: (_, rule) => `${formatCount(rule.falseAlarms)} (${falseShare(rule)})`,
    },
    {
      ...count(t('alertAnalytics:repeated'), 'repeated', 100),
      render: (_, { repeated }) => <span title={t('alertAnalytics:repeatedTips')}>{formatCount(repeated)}</span>,
    },
    {
      ...numeric(t('alertAnalytics:reaction')),
      key: 'reaction',
      width: 150,
      render: (_, { reactionMedianSeconds }) => span(reactionMedianSeconds),
    },
    {
      title: t('alertAnalytics:last'),
      key: 'last',
      width: 170,
      render: (_, { lastRaisedAt }) => formatTime(lastRaisedAt, zone),
    },
  ];
}

/** The point with the way to its limits; a condition with the way to the conditions of its structure. */
function RulePoint({ rule }: { rule: RuleFigures }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const projectId = useProject().project.id;
  const { conditionId, conditionName, pointId, pointName, structureId, structureName } = rule;
  if (conditionId !== null)
    return (
      <div className="pl-ell">
        <Link to={to('Conditions', { projectId }, { structure: structureId })} title={t('alertAnalytics:backTest')}>
          {conditionName}
        </Link>
        <span className="pl-3 pl-sm"> {structureName}</span>
      </div>
    );
  const place = { projectId, structureId, mpId: pointId };
  return (
    <div className="pl-ell">
      {allowed(thresholds.setThresholds) ? (
        <Link to={to('MPConsole', place, { tab: 'thresholds' })} title={t('alertAnalytics:backTest')}>
          {pointName}
        </Link>
      ) : (
        <b>{pointName}</b>
      )}
      <span className="pl-3 pl-sm"> {structureName}</span>
    </div>
  );
}

/** Takes the rules along as a table; lengths of time are seconds, and missing where there are none. */
function useRuleFile(): (rules: readonly RuleFigures[]) => void {
  const { t } = useTranslation();
  const measured = useMeasured();
  const { project } = useProject();
  return (rules) =>
    saveCsv(
      `${project.name} ${t('alertAnalytics:title')}.csv`,
      [
        t('alertAnalytics:structure'),
        t('alertAnalytics:point'),
        t('alertAnalytics:measured'),
        t('alertAnalytics:raised'),
        t('alertAnalytics:settled'),
        t('alertAnalytics:falseAlarms'),
        t('alertAnalytics:withdrawn'),
        t('alertAnalytics:repeated'),
        `${t('alertAnalytics:reaction')}, s`,
        `${t('alertAnalytics:settling')}, s`,
        t('alertAnalytics:last'),
      ],
      rules.map((rule) => [
        rule.structureName,
        rule.conditionName ?? rule.pointName,
        measured(rule),
        rule.raised,
        rule.settled,
        rule.falseAlarms,
        rule.withdrawn,
        rule.repeated,
        rule.reactionMedianSeconds,
        rule.settlingMedianSeconds,
        formatTime(rule.lastRaisedAt, project.timeZone),
      ]),
    );
}

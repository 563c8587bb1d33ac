/** Explains an alert: what rose over which limit and when, the readings it cites, what was said about it, what lies around it. */
import { type Alert, alerts } from '@plumbline/contract/alerts/alerts';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { mcpLimits } from '@plumbline/contract/overview/mcp';
import { id } from '@plumbline/contract/points/fields';
import { readings } from '@plumbline/contract/readings/readings';
import { pastLimit } from '@plumbline/science/limits/limit-distances';
import { z } from 'zod';
import { type Facts, type Source, sourceOf } from './logic/answer.ts';
import { levelWord, statusFacts } from './logic/states.ts';
import { type Read, tool } from './logic/tools.ts';

/** Entries of the history of an alert that are given; the newest count. */
const maxHistory = 50;

export const alertTools = [
  tool({
    name: 'explain_alert',
    title: 'An alert explained',
    description:
      'Why an alert was raised: value, limit and distance, when it was measured, received and raised, the readings it cites, what people made of it, and whether its neighbours agree.',
    needs: ['Retrieve:Alert'],
    input: z.strictObject({ alertId: id }),
    async answer(read, { alertId }) {
      const { alert, history, plan } = await read(alerts.get, { alertId });
      const around = await read(alerts.surroundings, { alertId });
      const cited = await citedReadings(read, alert);
      return {
        facts: {
          alertId,
          what: whatFacts(alert),
          when: whenFacts(alert),
          status: {
            word: alert.status,
            reason: alert.reason,
            settledAt: alert.settledAt,
            settledBy: alert.settledBy,
            assignedTo: alert.assigneeName,
            cause: alert.causeName,
            judgedAgain: alert.revised,
          },
          condition: alert.condition && conditionFacts(alert.condition),
          citedReadings: cited.facts,
          history: history.slice(-maxHistory).map(({ at, by, kind, status, level, value, reason, subject }) => ({
            at,
            kind,
            by,
            status,
            level,
            value,
            text: reason,
            names: subject,
          })),
          historyInAll: history.length,
          responsePlan: plan && {
            text: plan.text,
            steps: plan.steps.map(({ text, doneAt, byName }) => ({ text, doneAt, by: byName })),
          },
          pointNow: statusFacts(around.status),
          neighbours: neighbourFacts(around),
        },
        sources: [sourceOf(alerts.get, { alertId }), sourceOf(alerts.surroundings, { alertId }), ...cited.sources],
      };
    },
  }),
];

function whatFacts(alert: Alert): Facts {
  const { value, threshold } = alert;
  const { side, distance } = pastLimit(value, threshold);
  return {
    project: alert.projectName,
    structure: alert.structureName,
    pointId: alert.pointId,
    point: alert.pointName,
    family: alert.family,
    field: alert.field,
    raisedBy: alert.kind,
    measure: alert.measure,
    unit: alert.unit,
    level: alert.level,
    levelWord: levelWord(alert.level),
    value,
    limit: threshold,
    sideOfLimit: side,
    // To the decimals of the field: the difference of 41.3 and 40 is 1.3.
    distancePastLimit: Number(distance.toFixed(alert.precision)),
    limitsOfRule: alert.levels,
    newestValueAtThisLevel: alert.lastValue,
  };
}

const whenFacts = (alert: Alert): Facts => ({
  measuredAt: alert.readingAt,
  receivedAt: alert.receivedAt,
  raisedAt: alert.raisedAt,
  arrivedLate: alert.late,
  newestValueAt: alert.lastAt,
  releasedAt: alert.releasedAt,
  timesAre: 'UTC',
  timeZoneOfProject: alert.timeZone,
});

const conditionFacts = ({ name, terms }: NonNullable<Alert['condition']>): Facts => ({
  name,
  terms: terms.map((term) => ({
    pointId: term.pointId,
    point: term.pointName,
    field: term.field,
    kind: term.kind,
    side: term.side,
    low: term.low,
    high: term.high,
    value: term.value,
    unit: term.unit,
    measuredAt: term.at,
    met: term.truth,
  })),
});

/** The readings up to the one that raised it, newest first, and that one among them. */
async function citedReadings(read: Read, alert: Alert): Promise<{ facts: Facts; sources: readonly Source[] }> {
  const toMs = Date.parse(alert.readingAt);
  const input = {
    pointId: alert.pointId,
    from: new Date(toMs - 30 * dayMs).toISOString(),
    to: alert.readingAt,
    order: 'newest' as const,
    pageSize: mcpLimits.citedReadings,
  };
  try {
    const { fields, rows } = await read(readings.pagination, input);
    const place = fields.findIndex(({ key }) => key === alert.field);
    const list = rows.map(({ at, receivedAt, values, cumulative }) => ({
      measuredAt: at,
      receivedAt,
      value: values[place] ?? null,
      change: cumulative[place] ?? null,
      raisedIt: at === alert.readingAt,
    }));
    const isThere = list.some(({ raisedIt }) => raisedIt);
    const meaning = isThere ? null : 'the reading that raised it is not stored any more, or was moved';
    const facts = { field: alert.field, unit: fields[place]?.unit ?? null, meaning, readings: list };
    return { facts, sources: [sourceOf(readings.pagination, input)] };
  } catch (error) {
    if (!(error instanceof Failure && error.name === 'notAllowed')) throw error;
    return { facts: { meaning: 'the token may not read data (Retrieve:Data)' }, sources: [] };
  }
}

function neighbourFacts({ neighbours }: OutputOf<typeof alerts.surroundings.reply>): Facts {
  if (neighbours === null) return { meaning: 'the token may not see points (Retrieve:MeasuringPoint)' };
  const { agreement, raised, otherwise, normal, silent, total, points } = neighbours;
  return {
    agreement,
    raised,
    otherwise,
    normal,
    silent,
    total,
    points: points.map(({ pointId, name, structureName, field, unit, value, status, roseAt }) => ({
      pointId,
      name,
      structure: structureName,
      field,
      value,
      unit,
      state: status.state,
      level: status.level,
      roseAt,
    })),
  };
}

/** What moves collect plans by itself: alerts speed them up, time slows them down, and CommandCollect asks. */
import { randomUUID } from 'node:crypto';
import type { AccelerationEvent } from '@plumbline/science/collect/acceleration';
import { nextCollects } from '@plumbline/science/collect/plan';
import type { Db } from '../../../kernel/context.ts';
import type { Handlers } from '../../../kernel/events.ts';
import { everyMinutes, type Schedule } from '../../../kernel/schedules.ts';
import { wakeDevices } from './commands.api.ts';
import { move } from './commands.plans.service.ts';
import * as table from './commands.plans.table.ts';
import { insertCommand } from './commands.table.ts';

const maxAtOnce = 10_000;

const level = (row: table.PlanRow, atMs: number): AccelerationEvent => ({ kind: 'level', atMs, level: row.level });

/** Alerts of points with a plan: each may speed it up, a verdict may end that. */
export const accelerate: Handlers = {
  alertRaised: [
    {
      async many({ db, now }, raised) {
        const ids = raised.map(({ alertId }) => alertId);
        const rows = await table.ofAlerts(db, ids);
        if (rows.length === 0) return;
        const alertsOf = Map.groupBy(await table.pointsOfAlerts(db, ids), ({ pointId }) => pointId);
        for (const row of rows) {
          const event = { kind: 'alert', atMs: now().getTime() } as const;
          await move(db, now(), row, event);
          // Each further alert of the point halves the interval that the one before has left.
          for (const { alertId } of alertsOf.get(row.pointId)?.slice(1) ?? []) {
            const left = await table.ofAlert(db, alertId);
            if (left) await move(db, now(), left, event);
          }
        }
      },
    },
  ],
  alertSettled: [
    async ({ db, now }, { alertId, status }) => {
      const row = await table.ofAlert(db, alertId);
      if (!row?.acceleration) return;
      const open = await table.openAlerts(db, row.pointId);
      await move(db, now(), row, { kind: 'verdict', atMs: now().getTime(), status, open });
    },
  ],
  alertReleased: [
    async ({ db, now }, { alertId }) => {
      const row = await table.ofAlert(db, alertId);
      if (row?.acceleration) await move(db, now(), row, level(row, now().getTime()));
    },
  ],
};

/** Ends the acceleration of plans whose points have been at level 0 for a day. */
export const slowDown = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    for (const row of await table.accelerated(transaction))
      await move(transaction, now, row, level(row, now.getTime()));
  });

/** Requests readings from devices that are due. Several missed times give one request. Returns how many. */
export const requestReadings = (db: Db, now: Date): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const due = await table.due(transaction, now, maxAtOnce);
    if (due.length === 0) return 0;
    const byDevice = [...Map.groupBy(due, (each) => each.sncode)];
    await insertCommand(
      transaction,
      now,
      byDevice.map(([sncode, points]) => {
        const channels = points.map(({ channel }) => channel);
        return {
          sncode,
          message: { commandId: randomUUID(), text: 'collect', at: now.toISOString(), channels },
          byName: '',
        };
      }),
    );
    await wakeDevices(
      transaction,
      byDevice.map(([sncode]) => sncode),
    );
    const next = due.map(({ pointId, sent, timeZone }) => {
      const [at] = nextCollects(sent, timeZone, now.getTime(), 1);
      return { pointId, nextAt: at === undefined ? null : new Date(at).toISOString() };
    });
    await table.setNext(transaction, next);
    return due.length;
  });

export const collectOnTime: Schedule = {
  name: 'collect-on-time',
  times: everyMinutes(1),
  async run({ db, now }) {
    await slowDown(db, now());
    await requestReadings(db, now());
  },
};

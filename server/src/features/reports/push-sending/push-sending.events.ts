/** What a push rule is told: readings that were stored, history that was changed, alerts that moved. */
import type { Handlers } from '../../../kernel/events.ts';
import * as queue from '../push-rules/push-rules.queue.api.ts';

export const pushNews: Handlers = {
  readingsStored: [
    {
      many: ({ db, now }, payloads) =>
        queue.queueReadings(
          db,
          now(),
          payloads.flatMap(({ readings }) => readings),
        ),
    },
  ],
  readingsChanged: [({ db, now }, changed) => queue.queueChanged(db, now(), changed)],
  alertRaised: [({ db, now }, { alertId }) => queue.queueAlert(db, now(), alertId)],
  alertReleased: [({ db, now }, { alertId }) => queue.queueAlert(db, now(), alertId)],
  alertSettled: [({ db, now }, { alertId }) => queue.queueAlert(db, now(), alertId)],
};

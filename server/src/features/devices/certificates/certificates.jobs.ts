/** Looks once an hour whose certificate ends: the device has a warning 30 days before, and one when it has ended. */
import { everyMinutes, type Schedule } from '../../../kernel/schedules.ts';
import { addWarnings } from '../devices/devices.warnings.api.ts';
import { endingSoon } from './certificates.table.ts';

export const watchCertificates: Schedule = {
  name: 'watch-certificates',
  times: everyMinutes(60),
  atStart: true,
  run: ({ db, now }) =>
    db.transaction().execute(async (transaction) => {
      const at = now();
      const ending = await endingSoon(transaction, at);
      const warnings = ending.map(({ deviceId, endsAt, serial }) => ({
        deviceId,
        kind: 'certificate',
        detail: { [endsAt <= at ? 'ended' : 'ends']: endsAt.toISOString(), serial },
      }));
      await addWarnings(transaction, at, warnings);
    }),
};

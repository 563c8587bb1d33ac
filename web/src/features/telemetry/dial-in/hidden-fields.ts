/** What somebody typed into a set-up stays in it while another choice hides it: a register map behind a receiver, above all. */
import { DialInSetup } from '@plumbline/contract/telemetry/dial-in';

/** A set-up under the pen. */
export type SetupDraft = Partial<Record<keyof DialInSetup, unknown>>;

const ofModbus = ['answerWithinMs', 'retries', 'readLength', 'map', 'unit', 'rows'] as const;
const ofModems = ['udp', 'downlink'] as const;

/** The set-up as it is saved. Where what is hidden is half typed it is as it was before (`stored`). */
export function withHidden(setup: DialInSetup, latest: SetupDraft, stored: DialInSetup): DialInSetup {
  const hidden = [
    ...(setup.nmea ? ofModbus : setup.map === 'model' ? (['rows'] as const) : (['unit'] as const)),
    ...(setup.tcp ? ofModems : []),
  ];
  const from = (source: SetupDraft) => ({
    ...setup,
    ...Object.fromEntries(hidden.flatMap((prop) => (source[prop] === undefined ? [] : [[prop, source[prop]]]))),
  });
  const typed = DialInSetup.safeParse(from(latest));
  return typed.success ? typed.data : DialInSetup.parse(from(stored));
}

/**
 * What is wrong with a device that dials in, by what was observed. Invariant: nothing is called fine that was not seen to work in
 * the newest round, and what is not known has a finding of its own.
 */
import type { DialInSetup, DialInState, Finding, ReadOutcome } from '@plumbline/contract/dial-in';

export function findingsOf({
  port,
  setup,
  state,
}: {
  readonly port: number | null;
  readonly setup: DialInSetup | null;
  readonly state: DialInState;
}): Finding[] {
  if (setup === null) return [port === null ? 'portClosed' : 'notSetUp'];
  if (port === null && !setup.tcp) return ['portClosed'];
  const line = lineFinding(state, Boolean(setup.tcp));
  if (!setup.enabled) return line ? [line, 'disabled'] : ['disabled'];
  if (setup.rows.length === 0) return line ? [line, 'noRows'] : ['noRows'];
  const round = roundFindings(state);
  return line ? [line, ...round.filter((finding) => finding !== 'fine' && finding !== 'waitsForRound')] : round;
}

/** What is wrong with the connection itself; null = it lasts. */
function lineFinding({ connection, connectedAt, endReason }: DialInState, isCalled: boolean): Finding | null {
  if (endReason === 'networkRefused' || endReason === 'addressRefused') return endReason;
  if (connection === 'connected' && endReason === null && connectedAt !== null) return null;
  if (isCalled) return 'unreachable';
  if (connectedAt === null) return 'neverCame';
  return endReason === 'silent' ? 'silent' : 'away';
}

function roundFindings({ round, waiting, lost, refused }: DialInState): Finding[] {
  if (!round) return ['waitsForRound'];
  const outcomes = round.reads.map(({ outcome }) => outcome);
  const has = (outcome: ReadOutcome) => outcomes.includes(outcome);
  const numbers = round.reads.flatMap((read) => read.numbers);
  // A collector says "nothing" of each channel without a sensor; of all of them it is no good sign.
  const isNothing = numbers.length > 0 && numbers.every(({ value }) => value === null);
  const areMissing = numbers.some(({ missing }) => missing !== null && (missing !== 'nothing' || isNothing));
  const isSilent = outcomes.every((outcome) => outcome === 'timeout' || outcome === 'skipped');
  const observed: readonly (readonly [boolean, Finding])[] = [
    [isSilent, 'allTimeout'],
    [!isSilent && has('timeout'), 'someTimeout'],
    [has('crc'), 'crc'],
    [has('noise'), 'noise'],
    [has('exception'), 'exception'],
    [has('late'), 'late'],
    [!isSilent && has('skipped'), 'skipped'],
    [areMissing, 'numbersMissing'],
    [refused > 0, 'samplesRefused'],
    [waiting > 0, 'notStored'],
    [lost > 0, 'lost'],
  ];
  const found = observed.flatMap(([is, finding]) => (is ? [finding] : []));
  return found.length > 0 ? found : ['fine'];
}

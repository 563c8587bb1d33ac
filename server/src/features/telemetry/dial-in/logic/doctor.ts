/**
 * What is wrong with a device that dials in, by what was observed. Invariant: nothing is called fine that was not seen to work in
 * the newest round, and what is not known has a finding of its own.
 */
import type { DialInSetup, DialInState, Finding, ReadOutcome, Round } from '@plumbline/contract/telemetry/dial-in';
import { hasPosition } from './nmea-stream.ts';

export function findingsOf({
  setup,
  state,
  ...here
}: {
  readonly port: number | null;
  readonly udpPort: number | null;
  readonly setup: DialInSetup | null;
  readonly state: DialInState;
}): Finding[] {
  const { edge } = state;
  // Of what happens behind an edge that is silent nobody knows: what was known is of then.
  if (setup && edge && !edge.isThere) return setup.enabled ? ['edgeAway'] : ['edgeAway', 'disabled'];
  if (setup?.tcp && edge && !edge.callsLoggers) return ['edgeCallsNobody'];
  const { port, udpPort } = edge ?? here;
  if (setup === null) return [port === null && udpPort === null ? 'portClosed' : 'notSetUp'];
  if (!setup.tcp && setup.udp && udpPort === null && state.connection !== 'connected') return ['udpPortClosed'];
  if (!setup.tcp && !setup.udp && port === null) return ['portClosed'];
  const line = lineFinding(state, Boolean(setup.tcp));
  if (!setup.enabled) return line ? [line, 'disabled'] : ['disabled'];
  if (setup.rows.length === 0 && !setup.nmea) return line ? [line, 'noRows'] : ['noRows'];
  // A round of before it was set up to something else says nothing about it.
  const isOfSetup = state.round === null || Boolean(state.round.position) === Boolean(setup.nmea);
  const round = roundFindings(isOfSetup ? state : { ...state, round: null });
  return line ? [line, ...round.filter((finding) => finding !== 'fine' && finding !== 'waitsForRound')] : round;
}

/** What is wrong with the connection itself; null = it lasts. */
function lineFinding({ connection, connectedAt, endReason }: DialInState, isCalled: boolean): Finding | null {
  if (endReason === 'networkRefused' || endReason === 'udpRefused' || endReason === 'addressRefused') return endReason;
  if (connection === 'connected' && endReason === null && connectedAt !== null) return null;
  if (isCalled) return 'unreachable';
  if (connectedAt === null) return 'neverCame';
  return endReason === 'silent' ? 'silent' : 'away';
}

function roundFindings({ round, waiting, lost, refused }: DialInState): Finding[] {
  if (!round) return ['waitsForRound'];
  const stored = storeFindings({ waiting, lost, refused });
  if (round.position) {
    const findings = [...positionFindings(round.position), ...stored];
    return findings.length > 0 ? findings : ['fine'];
  }
  const outcomes = round.reads.map(({ outcome }) => outcome);
  const has = (outcome: ReadOutcome) => outcomes.includes(outcome);
  const numbers = round.reads.flatMap((read) => read.numbers);
  // A collector says "nothing" of a channel without a sensor; beside another number of its channel, or of all, it is no good sign.
  const isRead = (channel: string) => numbers.some((each) => each.channel === channel && each.value !== null);
  const isNothing = numbers.length > 0 && numbers.every(({ value }) => value === null);
  const areMissing = numbers.some(
    ({ channel, missing }) =>
      missing !== null && missing !== 'implausible' && (missing !== 'nothing' || isNothing || isRead(channel)),
  );
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
    [numbers.some(({ missing }) => missing === 'implausible'), 'implausible'],
  ];
  const findings = [...observed.flatMap(([is, finding]) => (is ? [finding] : [])), ...stored];
  return findings.length > 0 ? findings : ['fine'];
}

/** What became of what was read. */
const storeFindings = ({ waiting, lost, refused }: Pick<DialInState, 'waiting' | 'lost' | 'refused'>): Finding[] => [
  ...(refused > 0 ? (['samplesRefused'] as const) : []),
  ...(waiting > 0 ? (['notStored'] as const) : []),
  ...(lost > 0 ? (['lost'] as const) : []),
];

function positionFindings({ sentences, badCheckSums, values, rejected }: NonNullable<Round['position']>): Finding[] {
  if (sentences === 0) return ['noSentences'];
  return [
    ...(badCheckSums > 0 ? (['badCheckSums'] as const) : []),
    ...(values && hasPosition(values) ? [] : (['noPosition'] as const)),
    // Rounds that were stored before there were bounds do not have it.
    ...((rejected ?? []).length > 0 ? (['implausible'] as const) : []),
  ];
}

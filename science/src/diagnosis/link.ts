/**
 * Diagnosis of the link of a device or feed, by what has been observed. Pure.
 *
 * Invariants: nothing is called fine that was not seen to work; what was wrong before the last thing that went right is not
 * reported as wrong any more; each cause has a finding of its own.
 */
import { minuteMs } from '@plumbline/contract/kernel/durations';

export interface LinkFinding {
  readonly finding: LinkCause;
  /** false = a remark, or that all is well. */
  readonly isWrong: boolean;
  readonly atMs: number | null;
  readonly count: number | null;
  readonly name: string;
}
export type LinkCause =
  | 'edgeAway'
  | 'neverSeen'
  | 'silent'
  | 'badCredentials'
  | 'secretRefused'
  | 'certificateRefused'
  | 'clockAhead'
  | 'clockBehind'
  | 'unknownChannel'
  | 'malformed'
  | 'topicRefused'
  | 'tooLarge'
  | 'otherQuantities'
  | 'otherRefused'
  | 'unbound'
  | 'portClosed'
  | 'notRegistered'
  | 'similarRegistration'
  | 'networkRefused'
  | 'udpRefused'
  | 'unreachable'
  | 'addressRefused'
  | 'lineSilent'
  | 'allTimeout'
  | 'someTimeout'
  | 'crc'
  | 'wrongBaud'
  | 'exception'
  | 'late'
  | 'feedOff'
  | 'feedNotConnected'
  | 'feedNeverReceived'
  | 'feedUnknown'
  | 'feedFault'
  | 'notStored'
  | 'fine';

/** The newest refusal of a device by the gateway. */
export interface RefusalFact {
  readonly error: string;
  readonly atMs: number;
  readonly channel: string | null;
  /** Of a reading of the future: how far its time was ahead. */
  readonly aheadMs: number | null;
  /** Of a device that was not let in: what was wrong with its certificate; null = it was its secret. */
  readonly certificate: string | null;
}
export interface DialInFacts {
  readonly isPortOpen: boolean;
  readonly connectedAtMs: number | null;
  readonly isConnected: boolean;
  readonly endReason: string | null;
  /** Outcomes of the reads of its newest round; empty = none yet. */
  readonly outcomes: readonly string[];
  readonly roundAtMs: number | null;
  /** The gateway connects to it. */
  readonly isCalled: boolean;
  /** When somebody dialled in with nearly its register id and was unknown. */
  readonly similarAtMs: number | null;
  readonly waiting: number;
}
export interface DeviceFacts {
  readonly nowMs: number;
  /** When something of it was last taken. */
  readonly lastArrivalMs: number | null;
  /** The shortest interval at which its points are read; null = nothing of it feeds a point. */
  readonly intervalSeconds: number | null;
  readonly refused: RefusalFact | null;
  /** Channels that deliver and feed no point. */
  readonly unbound: readonly string[];
  /** Measuring time and arrival of its newest reading. */
  readonly newest: { readonly atMs: number; readonly receivedMs: number } | null;
  /** null = it is not set up to dial in. */
  readonly dialIn: DialInFacts | null;
  readonly feeds: readonly FeedFacts[];
  /** The edge at a site where its link ends; null = it ends at the centre. */
  readonly edge: EdgeFacts | null;
}
export interface EdgeFacts {
  /** false = it has not been heard of, and nothing is known of the links that end there. */
  readonly isThere: boolean;
  readonly signMs: number | null;
}
export interface FeedFacts {
  readonly name: string;
  readonly isOn: boolean;
  /** Of brokers; null = there is no connection to have. */
  readonly isConnected: boolean | null;
  readonly lastMs: number | null;
  readonly fault: { readonly name: string; readonly atMs: number } | null;
  readonly unknownSources: number;
}

const hour = 3_600_000;
/** A device without points is silent after a day. */
const usualSilenceMs = 24 * hour;

const wrong = (finding: LinkCause, more: Partial<LinkFinding> = {}): LinkFinding => ({
  finding,
  isWrong: true,
  atMs: null,
  count: null,
  name: '',
  ...more,
});

/** How long a device may say nothing: three intervals, and at least ten minutes. */
export const silenceMs = (intervalSeconds: number | null): number =>
  intervalSeconds === null ? usualSilenceMs : Math.max(3 * intervalSeconds * 1000, 10 * minuteMs);

export function diagnoseDevice(facts: DeviceFacts): LinkFinding[] {
  const isAway = facts.edge !== null && !facts.edge.isThere;
  const findings = [
    ...(isAway ? [wrong('edgeAway', { atMs: facts.edge?.signMs ?? null })] : []),
    ...refusalFindings(facts),
    // What was last seen of a line behind an edge that is away is of then.
    ...(facts.dialIn && !isAway ? dialInFindings(facts.dialIn) : []),
    ...facts.feeds.flatMap((feed) => feedFindings(feed, facts.nowMs)).filter(({ isWrong }) => isWrong),
    ...arrivalFindings(facts),
  ];
  return findings.some(({ isWrong }) => isWrong) ? findings : [...findings, ...fineOf(facts)];
}

const fineOf = ({ lastArrivalMs }: DeviceFacts): LinkFinding[] =>
  lastArrivalMs === null ? [] : [wrong('fine', { isWrong: false, atMs: lastArrivalMs })];

function arrivalFindings({
  nowMs,
  lastArrivalMs,
  intervalSeconds,
  newest,
  unbound,
  dialIn,
}: DeviceFacts): LinkFinding[] {
  const findings: LinkFinding[] = [];
  const isSilent = lastArrivalMs !== null && nowMs - lastArrivalMs > silenceMs(intervalSeconds);
  // Of a modem that never came, and of one whose line is silent, that is said already.
  if (lastArrivalMs === null && dialIn === null) findings.push(wrong('neverSeen'));
  if (isSilent) findings.push(wrong('silent', { atMs: lastArrivalMs }));
  if (newest && !isSilent && newest.receivedMs - newest.atMs > Math.max(2 * silenceMs(intervalSeconds), hour))
    findings.push(
      wrong('clockBehind', {
        isWrong: false,
        atMs: newest.receivedMs,
        count: Math.round((newest.receivedMs - newest.atMs) / minuteMs),
      }),
    );
  if (unbound.length > 0)
    findings.push(wrong('unbound', { isWrong: false, count: unbound.length, name: unbound.slice(0, 8).join(', ') }));
  return findings;
}

const refusals: Readonly<Record<string, LinkCause>> = {
  deviceRefused: 'badCredentials',
  readingInFuture: 'clockAhead',
  readingChannelUnknown: 'unknownChannel',
  malformedReading: 'malformed',
  readingEmpty: 'otherQuantities',
  topicRefused: 'topicRefused',
  tooLarge: 'tooLarge',
};

function refusalFindings({ refused, lastArrivalMs, intervalSeconds }: DeviceFacts): LinkFinding[] {
  if (!refused) return [];
  const isIdentity = refused.error === 'deviceRefused';
  const finding =
    isIdentity && refused.certificate ? 'certificateRefused' : (refusals[refused.error] ?? 'otherRefused');
  // Whoever was let in afterwards has the right secret; a message that was good afterwards says nothing yet about the next bad one.
  const since = isIdentity ? 0 : silenceMs(intervalSeconds);
  if (lastArrivalMs !== null && lastArrivalMs - refused.atMs > since) return [];
  const count = refused.aheadMs === null ? null : Math.max(1, Math.round(refused.aheadMs / minuteMs));
  const name = finding === 'otherRefused' ? refused.error : (refused.certificate ?? refused.channel ?? '');
  return [wrong(finding, { atMs: refused.atMs, count, name })];
}

function dialInFindings(facts: DialInFacts): LinkFinding[] {
  const line = lineFindings(facts);
  // What a connection of yesterday met says nothing about why there is none.
  const round = facts.isConnected ? roundFindings(facts) : [];
  const waiting = facts.waiting > 0 ? [wrong('notStored', { count: facts.waiting })] : [];
  return [...line, ...round, ...waiting];
}

function lineFindings({
  isPortOpen,
  isCalled,
  connectedAtMs,
  isConnected,
  endReason,
  similarAtMs,
}: DialInFacts): LinkFinding[] {
  if (endReason === 'unreachable' || endReason === 'addressRefused') return [wrong(endReason)];
  if (isCalled) return isConnected ? [] : [wrong('unreachable', { atMs: connectedAtMs })];
  if (!isPortOpen) return [wrong('portClosed')];
  if (endReason === 'networkRefused' || endReason === 'udpRefused') return [wrong(endReason)];
  if (isConnected) return [];
  const similar = similarAtMs === null ? [] : [wrong('similarRegistration', { atMs: similarAtMs })];
  if (connectedAtMs === null) return [wrong('notRegistered'), ...similar];
  return [wrong('lineSilent', { atMs: connectedAtMs }), ...similar];
}

/**
 * What the reads of a round say together. Where nothing was ever answered and every read met bytes that are no answer, both ends
 * speak at another speed or parity; where some were answered, or answers came whole but for their check sum, the line is disturbed.
 */
function roundFindings({ outcomes, roundAtMs: atMs }: DialInFacts): LinkFinding[] {
  const tried = outcomes.filter((outcome) => outcome !== 'skipped');
  if (tried.length === 0) return [];
  const of = (...names: string[]) => tried.filter((outcome) => names.includes(outcome)).length;
  const answered = of('answer', 'late', 'exception');
  const garbled = of('crc', 'noise');
  if (of('timeout') === tried.length) return [wrong('allTimeout', { atMs, count: tried.length })];
  if (answered === 0 && of('crc') === 0 && garbled > 0) return [wrong('wrongBaud', { atMs, count: garbled })];
  return [
    ...(of('timeout') > 0 ? [wrong('someTimeout', { atMs, count: of('timeout') })] : []),
    ...(garbled > 0 ? [wrong('crc', { atMs, count: garbled })] : []),
    ...(of('exception') > 0 ? [wrong('exception', { atMs, count: of('exception') })] : []),
    ...(of('late') > 0 ? [wrong('late', { isWrong: false, atMs, count: of('late') })] : []),
  ];
}

/** A fault counts while nothing has come without one for an hour. */
const faultMs = hour;

export function diagnoseFeed(feed: FeedFacts, nowMs: number): LinkFinding[] {
  const findings = feedFindings(feed, nowMs);
  return findings.some(({ isWrong }) => isWrong)
    ? findings
    : [...findings, wrong('fine', { isWrong: false, atMs: feed.lastMs, name: feed.name })];
}

function feedFindings(
  { name, isOn, isConnected, lastMs, fault, unknownSources }: FeedFacts,
  nowMs: number,
): LinkFinding[] {
  if (!isOn) return [wrong('feedOff', { name })];
  const findings: LinkFinding[] = [];
  const isRecent = fault !== null && (nowMs - fault.atMs < faultMs || lastMs === null || fault.atMs >= lastMs);
  if (fault && isRecent && fault.name === 'secretRefused')
    findings.push(wrong('secretRefused', { atMs: fault.atMs, name }));
  if (isConnected === false) findings.push(wrong('feedNotConnected', { name, atMs: lastMs }));
  if (lastMs === null) findings.push(wrong('feedNeverReceived', { name }));
  if (fault && isRecent && fault.name !== 'secretRefused')
    findings.push(wrong('feedFault', { atMs: fault.atMs, name: fault.name }));
  if (unknownSources > 0) findings.push(wrong('feedUnknown', { isWrong: false, count: unknownSources, name }));
  return findings;
}

/**
 * Returns whether two register ids are nearly the same: but for case, blanks and signs between, one inside of the
 * other, or up to two letters apart. Short ids are compared whole: too much is near to them.
 */
export function isSimilarRegister(registered: string, other: string): boolean {
  const [a, b] = [plain(registered), plain(other)];
  if (a === '' || b === '' || registered === other) return false;
  if (a === b) return true;
  if (Math.min(a.length, b.length) < 6) return false;
  return a.includes(b) || b.includes(a) || distance(a, b, 2) <= 2;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 64);

/** Letters to be changed, added or left out (Levenshtein), as far as they are no more than `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    row = next;
  }
  return row[b.length] ?? limit + 1;
}

/**
 * Matching of channels and points by their names: `PZ-03` to a channel labelled `pz 3`, `Pier 2 tilt` to
 * `tilt_pier2`. A proposal for people to look through: a pair is proposed only when each is the other's single best.
 */

export interface NamedPoint {
  readonly id: number;
  readonly name: string;
}
/** A channel and all it is known by: its number, its label, its device's name with its number, ... Empty ones are passed over. */
export interface NamedChannel {
  readonly id: string;
  readonly labels: readonly string[];
}

export type MatchReason = 'same' | 'sameWords' | 'sameNumber' | 'contained' | 'similar';
export interface NameMatch {
  readonly pointId: number;
  readonly channelId: string;
  /** 0..1 */
  readonly score: number;
  readonly reason: MatchReason;
}

export interface NameMatches {
  readonly matches: readonly NameMatch[];
  readonly unmatchedPoints: readonly number[];
  readonly unmatchedChannels: readonly string[];
}

/** A name as it is compared: words in lower case, numbers without leading zeros; `text` is all of them in a row. */
interface Name {
  readonly text: string;
  readonly words: readonly string[];
  readonly numbers: readonly string[];
}

const minScore = 0.6;

/** Pairs, best first; two points that fit a channel equally well get neither. */
export function matchNames(points: readonly NamedPoint[], channels: readonly NamedChannel[]): NameMatches {
  const pointNames = points.map((point) => nameOf(point.name));
  const channelNames = channels.map((channel) => channel.labels.filter((label) => label.trim() !== '').map(nameOf));
  const candidates = candidatesOf(pointNames, channelNames);
  const scored: { p: number; c: number; score: number; reason: MatchReason }[] = [];
  for (const [p, among] of candidates.entries()) {
    for (const c of among) {
      const best = bestOf(pointNames[p] as Name, channelNames[c] as readonly Name[]);
      if (best.score >= minScore) scored.push({ p, c, ...best });
    }
  }
  scored.sort((a, b) => b.score - a.score || a.p - b.p || a.c - b.c);
  const usedPoints = new Set<number>();
  const usedChannels = new Set<number>();
  const matches: NameMatch[] = [];
  // From the best score down: what is settled above no longer competes below.
  for (let i = 0; i < scored.length; ) {
    let end = i;
    while (end < scored.length && (scored[end] as { score: number }).score === (scored[i] as { score: number }).score)
      end++;
    const level = scored.slice(i, end).filter(({ p, c }) => !usedPoints.has(p) && !usedChannels.has(c));
    const [byPoint, byChannel] = [countBy(level.map(({ p }) => p)), countBy(level.map(({ c }) => c))];
    for (const { p, c, score, reason } of level) {
      const single = byPoint.get(p) === 1 && byChannel.get(c) === 1;
      if (single)
        matches.push({
          pointId: (points[p] as NamedPoint).id,
          channelId: (channels[c] as NamedChannel).id,
          score,
          reason,
        });
      // An undecided one is not given to the second best either.
      usedPoints.add(p);
      usedChannels.add(c);
    }
    i = end;
  }
  const matchedPoints = new Set(matches.map((match) => match.pointId));
  const matchedChannels = new Set(matches.map((match) => match.channelId));
  return {
    matches,
    unmatchedPoints: points.filter(({ id }) => !matchedPoints.has(id)).map(({ id }) => id),
    unmatchedChannels: channels.filter(({ id }) => !matchedChannels.has(id)).map(({ id }) => id),
  };
}

function countBy(list: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const each of list) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

/**
 * The channels worth scoring for each point: those with the same numbers in a label, or, for names without numbers, with
 * a word in common. Nothing else can score, and thousands of points stay quick.
 */
function candidatesOf(points: readonly Name[], channels: readonly (readonly Name[])[]): number[][] {
  const candidates = new Map<string, Set<number>>();
  for (const [c, names] of channels.entries())
    for (const key of names.flatMap(keysOf)) candidates.set(key, (candidates.get(key) ?? new Set<number>()).add(c));
  return points.map((point) => [...new Set(keysOf(point).flatMap((key) => [...(candidates.get(key) ?? [])]))]);
}

const keysOf = (name: Name): readonly string[] =>
  name.numbers.length > 0 ? [[...name.numbers].sort().join(' ')] : name.words.map((word) => `word ${word}`);

function nameOf(text: string): Name {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/(\d+)|[^\p{L}\p{N}]+/u)
    .filter((word): word is string => word !== undefined && word !== '')
    .map((word) => (/^\d+$/.test(word) ? word.replace(/^0+(?=\d)/, '') : word));
  return { text: words.join(' '), words, numbers: words.filter((word) => /^\d+$/.test(word)) };
}

function bestOf(point: Name, labels: readonly Name[]): { score: number; reason: MatchReason } {
  let best: { score: number; reason: MatchReason } = { score: 0, reason: 'similar' };
  for (const label of labels) {
    const scored = scoreOf(point, label);
    if (scored.score > best.score) best = scored;
  }
  return best;
}

/** 1 the same in a row; 0.95 the same words in another order; 0.9 one holds the other with all its numbers; ... */
function scoreOf(point: Name, label: Name): { score: number; reason: MatchReason } {
  if (point.text === '' || label.text === '') return { score: 0, reason: 'similar' };
  if (point.text === label.text) return { score: 1, reason: 'same' };
  const sorted = (name: Name) => [...name.words].sort().join(' ');
  if (sorted(point) === sorted(label)) return { score: 0.95, reason: 'sameWords' };
  const [few, many] = point.words.length <= label.words.length ? [point, label] : [label, point];
  const sameNumbers = point.numbers.join(' ') === label.numbers.join(' ');
  const contained = few.words.every((word) => many.words.includes(word));
  // A bare number says the channel only where the point has no other number.
  if (few.words.length === few.numbers.length)
    return contained && sameNumbers ? { score: 0.7, reason: 'sameNumber' } : { score: 0, reason: 'similar' };
  if (contained && sameNumbers) return { score: 0.9, reason: 'contained' };
  if (!sameNumbers) return { score: 0, reason: 'similar' };
  // Dice's coefficient of the words: numbers agree, some of the words differ.
  const shared = few.words.filter((word) => many.words.includes(word)).length;
  const dice = (2 * shared) / (few.words.length + many.words.length);
  return { score: Math.round(dice * 85) / 100, reason: 'similar' };
}

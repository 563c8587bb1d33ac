/** What an evaluation says of the alerts that there are: which are new, which moved, which are over, which are no longer so. Pure. */
import type { Transition } from '@plumbline/science/limits/condition';
import type { TermState } from '@plumbline/science/limits/condition-terms';

/** From when to when a condition was raised. `terms` null = it began before the stretch that was evaluated. */
export interface Episode {
  readonly from: number;
  readonly to: number | null;
  readonly terms: readonly TermState[] | null;
}

/** The episodes of a stretch, the one that was on at its beginning included. */
export function episodesOf(raisedAt: number | null, transitions: readonly Transition[]): Episode[] {
  const episodes: Episode[] = [];
  let open: Episode | null = raisedAt === null ? null : { from: raisedAt, to: null, terms: null };
  for (const { kind, at, terms } of transitions)
    if (kind === 'raise') open = { from: at, to: null, terms };
    else if (open) {
      episodes.push({ ...open, to: at });
      open = null;
    }
  return open ? [...episodes, open] : episodes;
}

export interface KnownAlert {
  readonly id: number;
  readonly from: number;
  readonly to: number | null;
}
export interface Matched {
  readonly raised: readonly Episode[];
  /** It began at another time than was known. */
  readonly moved: readonly { readonly id: number; readonly episode: Episode }[];
  /** It is over, or on again (to = null). */
  readonly ended: readonly { readonly id: number; readonly to: number | null }[];
  /** Nothing supports it any more. */
  readonly wrong: readonly number[];
  /** Of the episode that is on at the end; null = none, or it is new. */
  readonly open: number | null;
}

const overlaps = (a: { from: number; to: number | null }, b: { from: number; to: number | null }): boolean =>
  a.from < (b.to ?? Number.POSITIVE_INFINITY) && b.from < (a.to ?? Number.POSITIVE_INFINITY);

/** `known` = the alerts that touch the stretch. An alert and an episode that overlap are one. */
export function matchAlerts(known: readonly KnownAlert[], episodes: readonly Episode[]): Matched {
  const left = new Map(known.map((alert) => [alert.id, alert]));
  const raised: Episode[] = [];
  const moved: { id: number; episode: Episode }[] = [];
  const ended: { id: number; to: number | null }[] = [];
  let open: number | null = null;
  for (const episode of episodes) {
    const alert = [...left.values()].find((each) => overlaps(each, episode));
    if (!alert) {
      raised.push(episode);
      continue;
    }
    left.delete(alert.id);
    if (alert.from !== episode.from && episode.terms) moved.push({ id: alert.id, episode });
    if (alert.to !== episode.to) ended.push({ id: alert.id, to: episode.to });
    if (episode.to === null) open = alert.id;
  }
  return { raised, moved, ended, wrong: [...left.keys()], open };
}

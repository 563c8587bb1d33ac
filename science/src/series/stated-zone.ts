/**
 * The time zone that a heading states: `Time (UTC)`, `Date Time, GMT+08:00`, `Time (Asia/Shanghai)`. Invariant: only what
 * is written is stated. An offset is a zone of its own, without summer time; letters such as CST, which mean several
 * zones, and a heading that names two, state none.
 */
import { fixedZoneName, zoneOf } from './zone.ts';

/** UTC or GMT as a word of its own, and the offset behind it, in every writing of it; `/` and digits beside it make it doubtful. */
const named = /(\/\s*)?(?<![\p{L}\p{N}])(?:utc|gmt)(?!\p{L})(?:\s*\(?\s*([+-]\s*[\d:.]+)|(\s*[\p{N}/]))?/giu;
/** An offset alone, where it is all that stands in brackets. */
const alone = /[[(【]\s*([+-]\s*\d[\d:.]*)\s*[\])】]/gu;
const iana = /(?<![\p{L}\p{N}/])[A-Z][A-Za-z_]*(?:\/[A-Za-z0-9_+-]+){1,2}/gu;
/** Words by which a heading speaks of an offset, denies it or means a clock with summer time, instead of stating UTC. */
const other =
  /offset|differ|versatz|lokal|local|standard|summer|sommer|daylight|\bdst\b|\bnot?\b|\bnon\b|偏移|时差|時差|夏令/i;
const offset = /^([+-])(?:(\d{1,2})(?::(\d{2}))?|(\d{2})(\d{2}))$/;
const maxTextLength = 300;

/**
 * The zone that a text states: `UTC`, a fixed offset such as `+08:00`, or a name with a slash, such as
 * `Asia/Shanghai`. Null where it states none, one that there is not, or two.
 */
export function statedZone(text: string): string | null {
  const heading = text.slice(0, maxTextLength).normalize('NFKC');
  const names = [...heading.matchAll(iana)].map(([name]) => name).filter(isZone);
  // Taken out, for `Etc/GMT-8` is one name, whose sign is that of POSIX.
  const zoneNames = names
    .reduce((left, name) => left.replace(name, ' '), heading)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/_/g, ' ');
  const zones = [
    ...names,
    ...[...zoneNames.matchAll(named)].map(([, before, written, behind]) =>
      before || behind ? null : zoneOfOffset(written, zoneNames),
    ),
    ...[...zoneNames.matchAll(alone)].map(([, written]) => zoneOfOffset(written, zoneNames)),
  ];
  const [first = null, ...others] = new Set(zones);
  return others.length === 0 ? first : null;
}

function isZone(name: string): boolean {
  try {
    return zoneOf(name).name === name;
  } catch {
    return false;
  }
}

/** Null for an offset that no clock has, and for a bare UTC in a heading that says otherwise. */
function zoneOfOffset(written: string | undefined, heading: string): string | null {
  if (written === undefined) return other.test(heading) ? null : 'UTC';
  const match = offset.exec(written.replace(/\s/g, ''));
  if (match === null) return null;
  const [, sign, hours, minutes, twoHours, twoMinutes] = match;
  const total = Number(hours ?? twoHours) * 60 + Number(minutes ?? twoMinutes ?? 0);
  if (Number(minutes ?? twoMinutes ?? 0) > 59) return null;
  return fixedZoneName(sign === '-' ? -total : total);
}

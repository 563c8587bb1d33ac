/** Coordinates as people write them: 29.59003429, 29:35:24.123444N, 29°35′24.1″ N, S 25 21 7.9. */

export type Axis = 'latitude' | 'longitude';

/**
 * A latitude or longitude in decimal degrees, or null for what is none: minutes and seconds below 60, size at most 90
 * or 180. The hemisphere letter may stand before or after; a sign and a letter together are contradictory unless it is +.
 */
export function readCoordinate(text: string, axis: Axis): number | null {
  const letters = axis === 'latitude' ? 'NS' : 'EW';
  let remaining = text.normalize('NFKC').trim().toUpperCase().replace(/[−–]/g, '-');
  let letter = '';
  const first = new RegExp(`^[${letters}](?![A-Z])`).exec(remaining);
  const last = new RegExp(`(?<![A-Z])[${letters}]$`).exec(remaining);
  if (first && last) return null;
  const direction = first ?? last;
  if (direction) {
    letter = direction[0];
    remaining = (first ? remaining.slice(1) : remaining.slice(0, -1)).trim();
  }
  const sign = /^[+-]/.exec(remaining)?.[0] ?? '';
  if (sign === '-' && letter !== '') return null;
  remaining = remaining.slice(sign.length);
  const parts =
    /^(\d{1,3}(?:\.\d+)?)\s*(?:[°º:\s]\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:['′’:\s]\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["″”]|''|′′)?)?)?)?)?$/.exec(
      remaining,
    );
  if (!parts) return null;
  const [degrees, minutes, seconds] = [parts[1], parts[2], parts[3]].map((each) => Number(each ?? 0)) as [
    number,
    number,
    number,
  ];
  // Only the last part that is given may have a fraction.
  if (parts[2] !== undefined && !Number.isInteger(degrees)) return null;
  if (parts[3] !== undefined && !Number.isInteger(minutes)) return null;
  if (minutes >= 60 || seconds >= 60) return null;
  const size = degrees + minutes / 60 + seconds / 3600;
  if (size > (axis === 'latitude' ? 90 : 180)) return null;
  const value = sign === '-' || letter === 'S' || letter === 'W' ? -size : size;
  return value === 0 ? 0 : value;
}

/**
 * "latitude, longitude" as maps copy it, or null. Separated by a comma, semicolon, tab or line; letters turn the order
 * round (`E 114.3, N 30.6`), and so does a first number that can be no latitude.
 */
export function readPlace(text: string): { latitude: number; longitude: number } | null {
  const halves = text
    .trim()
    .replace(/^[([]|[)\]]$/g, '')
    .split(/\s*[,;，；\t\n]\s*/)
    .filter((half) => half !== '');
  const [a, b] =
    halves.length === 1 ? (text.trim().split(/\s+/) as [string?, string?]) : (halves as [string?, string?]);
  if (a === undefined || b === undefined || halves.length > 2) return null;
  const straight = { latitude: readCoordinate(a, 'latitude'), longitude: readCoordinate(b, 'longitude') };
  if (straight.latitude !== null && straight.longitude !== null)
    return { latitude: straight.latitude, longitude: straight.longitude };
  const turned = { latitude: readCoordinate(b, 'latitude'), longitude: readCoordinate(a, 'longitude') };
  if (turned.latitude !== null && turned.longitude !== null)
    return { latitude: turned.latitude, longitude: turned.longitude };
  return null;
}

/** Lengths of time in words, the same on screens and on paper. */

const formats = new Map<string, Intl.NumberFormat>();
function formatOf(language: string, unit: string): Intl.NumberFormat {
  const key = `${language} ${unit}`;
  const parts =
    formats.get(key) ??
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 });
  formats.set(key, parts);
  return parts;
}

/** `2 h 8 min`, `40 s`, `3 d 4 h`: seconds in the two largest units that say enough. Less than nothing is nothing. */
export function formatSpan(seconds: number, language = 'en'): string {
  const unit = (value: number, name: string) => formatOf(language, name).format(value);
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return unit(s, 'second');
  const minutes = Math.floor(s / 60);
  if (minutes < 60) return unit(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 ? `${unit(hours, 'hour')} ${unit(minutes % 60, 'minute')}` : unit(hours, 'hour');
  const days = Math.floor(hours / 24);
  return hours % 24 ? `${unit(days, 'day')} ${unit(hours % 24, 'hour')}` : unit(days, 'day');
}

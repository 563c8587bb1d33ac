/**
 * A whole TOA5 file or message: header and data rows, as values by the names of its columns, numbered ones also as a list
 * (lists-of-names.ts). The source is the serial
 * number of the logger, or the name of its station where it has none.
 * Source: as files/toa5.ts.
 */
import { FileFault } from '../files/csv.ts';
import { readNumber } from '../files/csv-layout.ts';
import { toa5Reader } from '../files/toa5.ts';
import { readTime } from '../series/local-time.ts';
import { namerOf } from './lists-of-names.ts';
import { type Arrival, nothingOf, readText, type Unwrapped, type Uplink, uplinkLimits, uplinkOf } from './uplink.ts';

export function readToa5(content: Uint8Array, { timeZone }: Pick<Arrival, 'timeZone'>): Unwrapped {
  if (content.length > uplinkLimits.bytes) return nothingOf('tooLong');
  const text = readText(content);
  if (text === null) return nothingOf('notText');
  try {
    const reader = toa5Reader();
    const rows = [...reader.push(text), ...reader.end()];
    const { header } = reader;
    if (header === null || rows.length === 0) return nothingOf('otherShape');
    if (rows.length > uplinkLimits.uplinks) return nothingOf('tooMany');
    const uplinks: Uplink[] = [];
    const names = header.columns.slice(1).map(({ name }) => name);
    const named = namerOf(names);
    for (const { cells } of rows) {
      const time = readTime((cells[0] ?? '').slice(0, 40), 'ymd', timeZone, 'earlier');
      if (!('at' in time)) continue;
      const object = named(names.map((_, at) => readNumber(cells[at + 1] ?? '')));
      uplinks.push(uplinkOf({ source: header.serial || header.station, at: time.at, object }));
    }
    const isWhole = uplinks.length === rows.length && reader.brokenCount === 0;
    return { uplinks, faults: isWhole ? [] : ['timeMissing'] };
  } catch (error) {
    if (error instanceof FileFault) return nothingOf('otherShape');
    throw error;
  }
}

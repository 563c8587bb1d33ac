/**
 * What Campbell Scientific loggers publish over MQTT and HTTP: GeoJSON with named observations by time, and CSIJSON tables.
 * The source is the logger's id or serial number. Times of CSIJSON are of the logger's clock, which has no zone.
 * Source: Campbell Scientific, "MQTT" and "CSI Web Server API, JSON" of the datalogger API help,
 * https://help.campbellsci.com/datalogger-api/
 */
import { readTime } from '../series/local-time.ts';
import { namerOf } from './lists-of-names.ts';
import {
  type Arrival,
  instantOf,
  isObject,
  type JsonObject,
  nothingOf,
  readJson,
  textOf,
  type Unwrapped,
  type Uplink,
  uplinkLimits,
  uplinkOf,
} from './uplink.ts';

export function readCampbell(content: Uint8Array, arrival: Arrival): Unwrapped {
  const read = readJson(content);
  if ('fault' in read) return nothingOf(read.fault);
  const message = read.value;
  if (!isObject(message)) return nothingOf('otherShape');
  // The manual shows both.
  const properties = message['properties'] ?? message['Properties'];
  if (isObject(properties)) return ofGeoJson(properties, arrival);
  return isObject(message['head']) && Array.isArray(message['data'])
    ? ofTable(message['head'], message['data'], arrival)
    : nothingOf('otherShape');
}

function ofGeoJson(properties: JsonObject, arrival: Arrival): Unwrapped {
  const { observationNames: names, observations, loggerID } = properties;
  if (!Array.isArray(names) || !isObject(observations)) return nothingOf('otherShape');
  const entries = Object.entries(observations);
  if (entries.length > uplinkLimits.uplinks || names.length > uplinkLimits.names) return nothingOf('tooMany');
  const named = namerOf(names.map(textOf));
  return collected(
    entries.map(([time, values]) =>
      uplinkOf({
        source: textOf(loggerID),
        at: timeOf(time, arrival.timeZone),
        object: named(Array.isArray(values) ? values : []),
      }),
    ),
  );
}

function ofTable(head: JsonObject, data: readonly unknown[], arrival: Arrival): Unwrapped {
  const { environment, fields } = head;
  if (!Array.isArray(fields)) return nothingOf('otherShape');
  if (data.length > uplinkLimits.uplinks || fields.length > uplinkLimits.names) return nothingOf('tooMany');
  const named = namerOf(fields.map((field) => (isObject(field) ? textOf(field['name']) : '')));
  const about = isObject(environment) ? environment : {};
  return collected(
    data.map((row) => {
      const record = isObject(row) ? row : {};
      const values = record['vals'];
      return uplinkOf({
        source: textOf(about['serial_no']) || textOf(about['station_name']),
        at: timeOf(textOf(record['time']), arrival.timeZone),
        object: named(Array.isArray(values) ? values : []),
      });
    }),
  );
}

/** What has no time is left out: a table holds records of many, and the arrival is none of theirs. */
const collected = (uplinks: readonly Uplink[]): Unwrapped => {
  const dated = uplinks.filter(({ at }) => at !== null);
  return { uplinks: dated, faults: dated.length < uplinks.length ? ['timeMissing'] : [] };
};

function timeOf(text: string, timeZone: string): number | null {
  const instant = instantOf(text);
  if (instant !== null) return instant;
  const read = readTime(text.slice(0, 40), 'ymd', timeZone, 'earlier');
  return 'at' in read ? read.at : null;
}

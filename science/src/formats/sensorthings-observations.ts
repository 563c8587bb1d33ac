/**
 * Observations as a SensorThings service publishes them: one alone, or a data array. The source is the id of the
 * datastream, from the topic (`v1.1/Datastreams(42)/Observations`) or from the observation itself.
 * Source: OGC 18-088, SensorThings API Part 1: Sensing 1.1, sections 8.2.4, 12.2 and 14.
 */
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

export function readObservations(content: Uint8Array, { topic }: Pick<Arrival, 'topic'>): Unwrapped {
  const read = readJson(content);
  if ('fault' in read) return nothingOf(read.fault);
  const list = Array.isArray(read.value) ? read.value : [read.value];
  if (list.length > uplinkLimits.uplinks) return nothingOf('tooMany');
  const ofTopic = idIn(topic);
  const uplinks: Uplink[] = [];
  for (const each of list) {
    if (!isObject(each)) return nothingOf('otherShape');
    const more = each['dataArray'] === undefined ? single(each, ofTopic) : rowsOf(each, ofTopic);
    if (more === null) return nothingOf('otherShape');
    if (uplinks.length + more.length > uplinkLimits.uplinks) return nothingOf('tooMany');
    uplinks.push(...more);
  }
  return { uplinks, faults: uplinks.some(({ at }) => at === null) ? ['timeMissing'] : [] };
}

const single = (observation: JsonObject, ofTopic: string): Uplink[] | null =>
  observation['result'] === undefined
    ? null
    : [
        uplinkOf({
          source: datastreamOf(observation) || ofTopic,
          at: timeOf(observation['phenomenonTime'] ?? observation['resultTime']),
          object: { result: observation['result'] },
        }),
      ];

function rowsOf(group: JsonObject, ofTopic: string): Uplink[] | null {
  const { components, dataArray } = group;
  if (!Array.isArray(components) || !Array.isArray(dataArray)) return null;
  const resultAt = components.indexOf('result');
  const timeAt = components.indexOf('phenomenonTime');
  if (resultAt < 0) return null;
  const source = datastreamOf(group) || ofTopic;
  return dataArray.slice(0, uplinkLimits.uplinks + 1).map((row: unknown) => {
    const cells: readonly unknown[] = Array.isArray(row) ? row : [];
    return uplinkOf({ source, at: timeOf(cells[timeAt]), object: { result: cells[resultAt] } });
  });
}

function datastreamOf(observation: JsonObject): string {
  const { Datastream: datastream } = observation;
  if (isObject(datastream)) return textOf(datastream['@iot.id']);
  return idIn(textOf(observation['Datastream@iot.navigationLink']));
}

/** `Datastreams(42)` or `Datastreams('ab')`. */
const idIn = (text: string): string => /Datastreams?\('?([^')]{1,64})'?\)/.exec(text)?.[1] ?? '';

/** A phenomenon that took a while is dated by its end, as loggers date their means. */
const timeOf = (value: unknown): number | null =>
  typeof value === 'string' ? instantOf(value.slice(value.indexOf('/') + 1)) : null;

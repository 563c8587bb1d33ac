/**
 * Every wrapping by its name: how the messages of a network are taken apart before the format of the instrument is applied.
 * Pure; it throws on no content. Sparkplug B has a state and is in sparkplug-b.ts.
 */
import { readAdmChain } from './adm-chain.ts';
import { readCampbell } from './campbell.ts';
import { readTob } from './campbell-binary.ts';
import { readChirpStack } from './chirpstack.ts';
import { readPath, valueAt } from './json-path.ts';
import { readLwm2m } from './lwm2m.ts';
import { readNmea } from './nmea.ts';
import { readRtcm3 } from './rtcm3.ts';
import { readSenMl } from './senml.ts';
import { readObservations } from './sensorthings-observations.ts';
import { readTheThingsStack } from './the-things-stack.ts';
import { readToa5 } from './toa5-lines.ts';
import {
  type Arrival,
  nothingOf,
  readJson,
  readText,
  textOf,
  type Unwrapped,
  uplinkLimits,
  uplinkOf,
} from './uplink.ts';
import { readWorldsensing } from './worldsensing.ts';

export const wrappings = [
  'plain',
  'theThingsStack',
  'chirpStack',
  'senML',
  'sparkplugB',
  'sensorThings',
  'campbell',
  'toa5',
  'tob',
  'nmea',
  'rtcm3',
  'lwm2m',
  'admChain',
  'worldsensing',
] as const;
export type Wrapping = (typeof wrappings)[number];

/** Where a message that is not wrapped says who sent it. */
export type SourcePlace =
  /** The part of topic, path or file name, from 1; the last of a file name without its ending. */
  | { readonly in: 'topic'; readonly level: number }
  /** A path in the JSON of the message, or of each element where it is a list. */
  | { readonly in: 'content'; readonly path: string }
  /** The same for every message. */
  | { readonly in: 'fixed'; readonly source: string };

/** Takes a message apart. `place` counts where the wrapping does not say itself who sent it: of plain, nmea, lwm2m, admChain and worldsensing. */
export function unwrap(wrapping: Wrapping, content: Uint8Array, arrival: Arrival, place: SourcePlace): Unwrapped {
  if (content.length > uplinkLimits.bytes) return nothingOf('tooLong');
  switch (wrapping) {
    case 'theThingsStack':
      return readTheThingsStack(content);
    case 'chirpStack':
      return readChirpStack(content, arrival);
    case 'senML':
      return readSenMl(content, arrival);
    case 'sensorThings':
      return readObservations(content, arrival);
    case 'campbell':
      return readCampbell(content, arrival);
    case 'toa5':
      return readToa5(content, arrival);
    case 'tob':
      return readTob(content, arrival);
    case 'rtcm3':
      return readRtcm3(content);
    case 'nmea': {
      const { uplinks, faults } = readNmea(content, arrival);
      const source = sourceOf(place, arrival, undefined);
      return { uplinks: uplinks.map((each) => ({ ...each, source })), faults };
    }
    case 'lwm2m':
      return readLwm2m(content, arrival, sourceOf(place, arrival, undefined));
    case 'admChain':
      return readAdmChain(content, sourceOf(place, arrival, undefined));
    case 'worldsensing':
      return readWorldsensing(content, arrival, sourceOf(place, arrival, undefined));
    case 'sparkplugB':
      return nothingOf('otherShape');
    default:
      return readPlain(content, arrival, place);
  }
}

function readPlain(content: Uint8Array, arrival: Arrival, place: SourcePlace): Unwrapped {
  const message = { text: readText(content), bytes: content };
  if (place.in !== 'content')
    return { uplinks: [uplinkOf({ ...message, source: sourceOf(place, arrival, undefined) })], faults: [] };
  const read = readJson(content);
  if ('fault' in read) return nothingOf(read.fault);
  if (!Array.isArray(read.value))
    return {
      uplinks: [uplinkOf({ ...message, object: read.value, source: sourceOf(place, arrival, read.value) })],
      faults: [],
    };
  if (read.value.length > uplinkLimits.uplinks) return nothingOf('tooMany');
  return {
    uplinks: read.value.map((object: unknown) => uplinkOf({ object, source: sourceOf(place, arrival, object) })),
    faults: [],
  };
}

function sourceOf(place: SourcePlace, { topic }: Arrival, object: unknown): string {
  if (place.in === 'fixed') return place.source;
  if (place.in === 'topic') {
    const parts = topic.split('/').filter((part) => part !== '');
    return (parts[place.level - 1] ?? '').replace(/\.(?:csv|dat|json|txt|bin|hex)$/i, '');
  }
  const path = readPath(place.path);
  return path === null ? '' : textOf(valueAt(object, path, 1));
}

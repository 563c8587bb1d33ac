/**
 * DIGGS (Data Interchange for Geotechnical and Geoenvironmental Specialists, XML 2.6): the readings of its monitors, as
 * series of an installation and a property. Invariant: it is read as it streams in; entities, deep nesting and lists
 * without an end are refused; where times and values do not belong to each other nothing of that result is taken.
 * Source: DIGGS 2.6 schema, Monitor, MonitorResult, ResultSet; www.diggsml.org.
 */
import { setImmediate } from 'node:timers/promises';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { MondRow } from '@plumbline/science/files/ags4';
import sax, { type QualifiedTag } from 'sax';
import { fileTooLarge } from '../../../../kernel/file-refusals.ts';
import type { Bytes } from './source-file.ts';

/** Lists of a result are held until it ends: larger files come as CSV. */
export const diggsBytes = 20 * 1024 * 1024;
const maxDepth = 60;
const maxProperties = 200;
const maxIds = 20_000;
const longestName = 200;
const batchRows = 500;

/** Returns whether a text begins as DIGGS. */
export const isDiggs = (text: string): boolean => /<(?:[\w.-]{1,40}:)?Diggs[\s>]/.test(opening(text));

/** The beginning of an XML text without its declaration and comments, which may name anything. */
function opening(text: string): string {
  const head = text.slice(0, 8_192).replace(/^\uFEFF?\s*/, '');
  return head.startsWith('<') ? head.replace(/<!--[^>]*-->|<\?[^>]*\?>/g, '').slice(0, 400) : '';
}

interface Property {
  index: number;
  name: string;
  propertyClass: string;
  unit: string;
}
interface Result {
  /** Lists of instants, parted by blanks, as they come. */
  readonly times: string[];
  values: string;
  readonly properties: Property[];
}
/** What of a reading is known once it ends: its sensor stands behind its results. */
interface Open {
  sensor: string;
  place: string;
  results: Result[];
}

/** The readings of all monitors, some hundred at a time; numbered, for a list has no lines. Throws fileDamaged, fileTooLarge, encodingWrong. */
export async function* diggsReadings(bytes: Bytes): AsyncGenerator<readonly MondRow[]> {
  const reader = new DiggsReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > diggsBytes) throw fileTooLarge(diggsBytes);
    yield* oneByOne(reader.push(decodedPart(() => decoder.decode(chunk, { stream: true }))));
  }
  yield* oneByOne(reader.end(decodedPart(() => decoder.decode())));
}

/** Others are served between batches: a list of millions comes in one piece. */
async function* oneByOne(batches: Iterable<readonly MondRow[]>): AsyncGenerator<readonly MondRow[]> {
  for (const batch of batches) {
    yield batch;
    await setImmediate();
  }
}

function decodedPart(decode: () => string): string {
  try {
    return decode();
  } catch (error) {
    if (error instanceof TypeError) throw new Failure('encodingWrong', { encoding: 'utf-8' });
    throw error;
  }
}

const damaged = (fault: string, line: number): Failure => new Failure('fileDamaged', { fault, line });

class DiggsReader {
  readonly #parser = sax.parser(true, { xmlns: true, position: true });
  readonly #path: string[] = [];
  /** Names of the features that ids of parts lead to. */
  readonly #featureOf = new Map<string, { name: string }>();
  #feature: { name: string } | null = null;
  #featureDepth = 0;
  #monitorPlace = '';
  #reading: Open | null = null;
  #text: string[] = [];
  #done: Open[] = [];
  #count = 0;

  constructor() {
    this.#parser.onopentag = (tag) => this.#open(tag as QualifiedTag);
    this.#parser.onclosetag = () => this.#close();
    this.#parser.ontext = (text) => void this.#text.push(text);
    this.#parser.oncdata = (text) => void this.#text.push(text);
    this.#parser.ondoctype = () => {
      throw damaged('entities', this.#line);
    };
    this.#parser.onerror = () => {
      throw damaged('xml', this.#line);
    };
  }

  get #line(): number {
    return this.#parser.line + 1;
  }

  push(text: string): Generator<readonly MondRow[]> {
    this.#parser.write(text);
    return this.#rows();
  }

  end(text: string): Generator<readonly MondRow[]> {
    this.#parser.write(text).close();
    return this.#rows();
  }

  #open({ local, attributes }: QualifiedTag): void {
    if (this.#path.length >= maxDepth) throw damaged('depth', this.#line);
    this.#path.push(local);
    this.#text = [];
    const attribute = (name: string) =>
      Object.values(attributes)
        .find((each) => each.local === name)
        ?.value.slice(0, longestName) ?? '';
    if (this.#path.at(-2) === 'samplingFeature') {
      this.#feature = { name: '' };
      this.#featureDepth = this.#path.length;
    }
    const id = attribute('id');
    if (this.#feature && id !== '' && this.#featureOf.size < maxIds) this.#featureOf.set(id, this.#feature);
    const reference = attribute('href').replace(/^#/, '');
    if (local === 'Monitor') this.#monitorPlace = '';
    else if (local === 'Reading') this.#reading = { sensor: '', place: '', results: [] };
    else if (local === 'MonitorResult') this.#reading?.results.push({ times: [], values: '', properties: [] });
    else if (local === 'Property') this.#property(attribute('index'));
    else if (local === 'responseZoneLocation' && this.#reading) this.#reading.place = reference;
    else if (local === 'samplingFeatureRef' && this.#path.includes('Monitor')) this.#monitorPlace = reference;
  }

  #property(index: string): void {
    const properties = this.#reading?.results.at(-1)?.properties;
    if (!properties) return;
    if (properties.length >= maxProperties) throw damaged('properties', this.#line);
    properties.push({ index: Number(index) || properties.length + 1, name: '', propertyClass: '', unit: '' });
  }

  #close(): void {
    const name = this.#path.pop();
    const parent = this.#path.at(-1);
    const text = this.#text.join('').trim();
    this.#text = [];
    if (this.#feature) {
      if (name === 'name' && this.#path.length === this.#featureDepth)
        this.#feature.name ||= text.slice(0, longestName);
      if (parent === 'samplingFeature') this.#feature = null;
    }
    const reading = this.#reading;
    if (!reading) return;
    const result = reading.results.at(-1);
    const property = result?.properties.at(-1);
    if ((name === 'timePositionList' || name === 'timePosition') && result) result.times.push(text);
    else if (name === 'dataValues' && result) result.values = text;
    else if (name === 'name' && parent === 'Sensor') reading.sensor = text.slice(0, longestName);
    else if (parent === 'Property' && property) {
      if (name === 'propertyName') property.name = text.slice(0, 50);
      else if (name === 'propertyClass') property.propertyClass = text.slice(0, 50);
      else if (name === 'uom') property.unit = text.slice(0, 50);
    } else if (name === 'Reading') {
      reading.place = this.#featureOf.get(reading.place || this.#monitorPlace)?.name ?? '';
      this.#done.push(reading);
      this.#reading = null;
    }
  }

  *#rows(): Generator<readonly MondRow[]> {
    const done = this.#done;
    this.#done = [];
    for (const reading of done) for (const result of reading.results) yield* this.#rowsOf(reading, result);
  }

  *#rowsOf({ sensor, place }: Open, { times, values, properties }: Result): Generator<readonly MondRow[]> {
    if (values === '' || properties.length === 0) return;
    const instants = times.join(' ').trim().split(/\s+/);
    const tuples = values.split(/\s+/);
    if (instants.length !== tuples.length) throw damaged('timesAndValues', this.#line);
    const ordered = [...properties].sort((a, b) => a.index - b.index);
    let batch: MondRow[] = [];
    for (const [i, tuple] of tuples.entries()) {
      const cells = tuple.split(',');
      if (cells.length !== ordered.length) throw damaged('timesAndValues', this.#line);
      for (const [at, { name, propertyClass, unit }] of ordered.entries())
        batch.push({
          line: ++this.#count,
          location: place,
          point: sensor || place,
          distance: null,
          timeText: instants[i] as string,
          timePattern: 'ymd',
          type: propertyClass || name,
          reference: '',
          instrument: sensor,
          readingText: cells[at] as string,
          reading: null,
          unit,
          remark: '',
        });
      if (batch.length < batchRows) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }
}

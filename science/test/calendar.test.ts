import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type BucketUnit, bucketAt, bucketsOf } from '../src/series/calendar.ts';
import { guessPattern, readTime, type TimePattern, writeLocal } from '../src/series/local-time.ts';
import { zoneOf } from '../src/series/zone.ts';
import { answer, needsRealFiles, realText } from './real-files.ts';
import { near } from './vectors.ts';

const hour = 3_600_000;
const utc = (text: string) => Date.parse(`${text}Z`);
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);
const span = (ms: number, unit: BucketUnit, zone: string, dayStartHour?: number) => {
  const { start, end } = bucketAt(ms, unit, zone, dayStartHour);
  return `${iso(start)} ${(end - start) / hour}`;
};

test('offsets at changes of the clock', () => {
  const berlin = zoneOf('Europe/Berlin');
  assert.equal(berlin.offsetAt(utc('2024-03-31T00:59:59.999')), hour);
  assert.equal(berlin.offsetAt(utc('2024-03-31T01:00')), 2 * hour);
  assert.equal(berlin.offsetAt(utc('2024-10-27T00:59:59.999')), 2 * hour);
  assert.equal(berlin.offsetAt(utc('2024-10-27T01:00')), hour);
  assert.equal(zoneOf('Asia/Shanghai').offsetAt(utc('2024-07-01T00:00')), 8 * hour);
  assert.equal(zoneOf('Asia/Shanghai').offsetAt(utc('1988-07-01T00:00')), 9 * hour, 'summer time of 1986 to 1991');
  assert.equal(zoneOf('Asia/Kathmandu').offsetAt(0), 5.5 * hour);
  assert.equal(zoneOf('+05:45').offsetAt(0), 5.75 * hour);
  // Changes at midnight of UTC, where one day of the year's reading ends and the next begins.
  const tripoli = zoneOf('Africa/Tripoli');
  assert.deepEqual(
    [-1, 0].map((ms) => tripoli.offsetAt(utc('2012-11-10T00:00') + ms) / hour),
    [2, 1],
  );
  assert.throws(() => zoneOf('Mars/Base'), RangeError);
});

test('property: the kept changes agree with asking Intl for the instant', () => {
  const zones = [
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Africa/Casablanca',
    'Pacific/Apia',
    'UTC',
  ];
  const formats = new Map(
    zones.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
    ]),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: utc('1970-01-01T00:00') / 1000, max: utc('2040-01-01T00:00') / 1000 }),
      (zone, seconds) => assert.equal(writeLocal(seconds * 1000, zone), formats.get(zone)!.format(seconds * 1000)),
    ),
    { numRuns: 2000 },
  );
});

test('days of 23, 24 and 25 hours, and days that begin where midnight is skipped or shown twice', () => {
  assert.equal(span(utc('2024-03-31T12:00'), 'day', 'Europe/Berlin'), '2024-03-30T23:00 23');
  assert.equal(span(utc('2024-10-27T12:00'), 'day', 'Europe/Berlin'), '2024-10-26T22:00 25');
  assert.equal(span(utc('2024-07-01T12:00'), 'day', 'Asia/Shanghai'), '2024-06-30T16:00 24');
  // Havana goes from 00:00 to 01:00, and back from 01:00 to 00:00.
  assert.equal(span(utc('2024-03-10T12:00'), 'day', 'America/Havana'), '2024-03-10T05:00 23');
  assert.equal(span(utc('2024-11-03T12:00'), 'day', 'America/Havana'), '2024-11-03T04:00 25');
  // St John's went back from 00:01 to 23:01 of the day before: that minute belongs to one day only.
  const back = utc('2010-11-07T02:31');
  assert.equal(span(back - 60_000, 'day', 'America/St_Johns'), span(back, 'day', 'America/St_Johns'));
  assert.equal(span(back - 120_000, 'day', 'America/St_Johns'), '2010-11-06T02:30 24');
  // Samoa had no 30 December 2011.
  assert.equal(span(utc('2011-12-30T09:59'), 'day', 'Pacific/Apia'), '2011-12-29T10:00 24');
  assert.equal(span(utc('2011-12-30T10:00'), 'day', 'Pacific/Apia'), '2011-12-30T10:00 24');
});

test('hours where the clock changes', () => {
  assert.equal(span(utc('2024-10-27T00:30'), 'hour', 'Europe/Berlin'), '2024-10-27T00:00 1');
  assert.equal(span(utc('2024-10-27T01:30'), 'hour', 'Europe/Berlin'), '2024-10-27T01:00 1');
  assert.equal(span(utc('2024-07-01T00:10'), 'hour', 'Asia/Kolkata'), '2024-06-30T23:30 1');
  // Lord Howe changes by half an hour: 02:00 back to 01:30, 02:00 on to 02:30.
  assert.equal(span(utc('2024-04-06T14:59'), 'hour', 'Australia/Lord_Howe'), '2024-04-06T14:00 1');
  assert.equal(span(utc('2024-04-06T15:01'), 'hour', 'Australia/Lord_Howe'), '2024-04-06T15:00 0.5');
  assert.equal(span(utc('2024-10-05T15:31'), 'hour', 'Australia/Lord_Howe'), '2024-10-05T15:30 0.5');
});

test('weeks begin on Monday; months and years on the clock of the zone; days may begin at 8', () => {
  assert.equal(span(utc('2024-03-31T12:00'), 'week', 'Europe/Berlin'), '2024-03-24T23:00 167');
  assert.equal(span(utc('2024-03-31T22:00'), 'week', 'Europe/Berlin'), '2024-03-31T22:00 168');
  assert.equal(span(utc('2024-02-10T00:00'), 'month', 'Asia/Shanghai'), `2024-01-31T16:00 ${29 * 24}`);
  assert.equal(span(utc('2023-12-31T16:00'), 'year', 'Asia/Shanghai'), `2023-12-31T16:00 ${366 * 24}`);
  assert.equal(span(utc('2024-07-01T23:59'), 'day', 'Asia/Shanghai', 8), '2024-07-01T00:00 24');
  assert.equal(span(utc('2024-07-02T00:00'), 'day', 'Asia/Shanghai', 8), '2024-07-02T00:00 24');
});

test('what is in a bucket', () => {
  const times = [0, 1, 2, 3, 4, 30].map((h) => utc('2024-10-26T21:00') + h * hour);
  const values = [9, 1, Number.NaN, 4, -2, 7];
  assert.deepEqual(
    bucketsOf(times, values, 'day', 'Europe/Berlin').map(({ start, end, ...rest }) => [iso(start), iso(end), rest]),
    [
      ['2024-10-25T22:00', '2024-10-26T22:00', { n: 1, sum: 9, mean: 9, min: 9, max: 9, first: 9, last: 9 }],
      ['2024-10-26T22:00', '2024-10-27T23:00', { n: 3, sum: 3, mean: 1, min: -2, max: 4, first: 1, last: -2 }],
      ['2024-10-27T23:00', '2024-10-28T23:00', { n: 1, sum: 7, mean: 7, min: 7, max: 7, first: 7, last: 7 }],
    ],
  );
  assert.deepEqual(bucketsOf([], [], 'day', 'UTC'), []);
  assert.deepEqual(bucketsOf([0, 1], [Number.NaN, Number.NaN], 'day', 'UTC'), [], 'no reading is no bucket');
  // A total stamped 01:00 is that of the hour before.
  const closed = bucketsOf([utc('2024-01-01T01:00')], [5], 'hour', 'UTC', { closed: 'end' });
  assert.deepEqual([iso(closed[0]!.start), iso(closed[0]!.end)], ['2024-01-01T00:00', '2024-01-01T01:00']);
});

test('property: buckets part the time without gap or overlap, and lose no value', () => {
  const zones = ['Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', 'America/Havana', 'Africa/Cairo'];
  const units = ['hour', 'day', 'week', 'month', 'year'] as const;
  const moment = fc.integer({ min: utc('2005-01-01T00:00') / 60_000, max: utc('2026-01-01T00:00') / 60_000 });
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...units),
      moment,
      fc.integer({ min: 0, max: 23 }),
      (zone, unit, minute, startHour) => {
        const at = minute * 60_000;
        const here = bucketAt(at, unit, zone, startHour);
        assert.ok(here.start <= at && at < here.end);
        assert.deepEqual(bucketAt(here.start, unit, zone, startHour), here);
        assert.deepEqual(bucketAt(here.end - 1, unit, zone, startHour), here);
        assert.equal(bucketAt(here.end, unit, zone, startHour).start, here.end);
        assert.equal(bucketAt(here.start - 1, unit, zone, startHour).end, here.start);
      },
    ),
    { numRuns: 1000 },
  );
});

test('half a million readings are summed up with a handful of questions to the platform', (t) => {
  const times = Float64Array.from({ length: 500_000 }, (_, i) => utc('2024-01-01T00:00') + i * 60_000);
  const values = times.map((_, i) => i % 100);
  // One question for each reading would be noticed here, however fast the machine is.
  const formatGetter = t.mock.getter(Intl.DateTimeFormat.prototype, 'format');
  const hours = bucketsOf(times, values, 'hour', 'America/Toronto');
  const days = bucketsOf(times, values, 'day', 'America/Toronto');
  assert.equal(
    hours.reduce((sum, bucket) => sum + bucket.n, 0),
    500_000,
  );
  assert.equal(days.length, 348 + 1);
  assert.ok(
    formatGetter.mock.callCount() > 0 && formatGetter.mock.callCount() < 5_000,
    `${formatGetter.mock.callCount()}`,
  );
});

test('yearly rain agrees with pandas', needsRealFiles, () => {
  const { yearly } = answer<{ yearly: Record<string, number> }>('rain_vlissingen');
  const rows = realText('rain/vlissingen_prec_hourly.csv').trim().split('\n').slice(1);
  const read = rows.map((row) => row.split(',') as [string, string]);
  const times = read.map(([time]) => {
    const found = readTime(time, 'ymd', 'UTC', 'refuse');
    assert.ok('at' in found);
    return found.at;
  });
  const years = bucketsOf(
    times,
    read.map(([, mm]) => Number(mm)),
    'year',
    'UTC',
  );
  for (const { start, sum } of years) near(sum, yearly[String(new Date(start).getUTCFullYear())]!);
  assert.equal(years.length, 5);
});

test('times as they are written', () => {
  const at = (text: string, pattern: TimePattern, zone = 'UTC') => {
    const found = readTime(text, pattern, zone, 'refuse');
    return 'at' in found ? new Date(found.at).toISOString() : found.fault;
  };
  const expected = '2024-11-05T13:00:01.000Z';
  assert.equal(at('2024-11-05 13:00:01', 'ymd'), expected);
  assert.equal(at(' 2024/11/5 13:00:01 ', 'ymd'), expected);
  assert.equal(at('2024-11-05T13:00:01.250', 'ymd'), '2024-11-05T13:00:01.250Z');
  assert.equal(at('05.11.2024 13:00:01', 'dmy'), expected);
  assert.equal(at('11/5/2024 1:00:01 PM', 'mdy'), expected);
  assert.equal(at('11/5/2024 12:00 am', 'mdy'), '2024-11-05T00:00:00.000Z');
  assert.equal(at('2024-11-05 24:00', 'ymd'), '2024-11-06T00:00:00.000Z');
  assert.equal(at('2024-11-05', 'ymd', 'Asia/Shanghai'), '2024-11-04T16:00:00.000Z');
  assert.equal(
    at('2024-11-05T13:00:01+08:00', 'ymd', 'Europe/Berlin'),
    '2024-11-05T05:00:01.000Z',
    'its own zone counts',
  );
  assert.equal(at('2024-11-05T13:00:01Z', 'ymd', 'Asia/Shanghai'), expected);
  assert.equal(at('1730811601', 'unixSeconds'), expected);
  assert.equal(at('1730811601000', 'unixMs'), expected);
  assert.equal(at('45601.541678240741', 'excel'), expected);
  assert.equal(at('45601.541678240741', 'excel', 'Asia/Shanghai'), '2024-11-05T05:00:01.000Z');
  for (const wrong of [
    '',
    'yesterday',
    '2024-02-30 00:00:00',
    '2024-13-01',
    '2024-01-01 25:00',
    '2024-01-01 10:60',
    '24-01-01',
    '1024-01-01',
    '2024-01-01 24:01',
    '13:00',
  ]) {
    assert.equal(at(wrong, 'ymd'), 'notATime', wrong);
  }
  assert.equal(at('11/5/2024 13:00 PM', 'mdy'), 'notATime');
});

test('a time that the clock shows twice or skips is reported', () => {
  const read = (text: string, policy: 'earlier' | 'later' | 'refuse') => {
    const found = readTime(text, 'ymd', 'Europe/Berlin', policy);
    return 'at' in found ? `${iso(found.at)} ${found.doubt}` : found.fault;
  };
  assert.equal(read('2024-10-27 02:30:00', 'refuse'), 'ambiguousTime');
  assert.equal(read('2024-10-27 02:30:00', 'earlier'), '2024-10-27T00:30 ambiguousTime');
  assert.equal(read('2024-10-27 02:30:00', 'later'), '2024-10-27T01:30 ambiguousTime');
  assert.equal(read('2024-03-31 02:30:00', 'refuse'), 'nonexistentTime');
  assert.equal(read('2024-03-31 02:30:00', 'earlier'), '2024-03-31T00:30 nonexistentTime');
  assert.equal(read('2024-03-31 02:30:00', 'later'), '2024-03-31T01:30 nonexistentTime');
  assert.equal(read('2024-03-31 03:00:00', 'refuse'), '2024-03-31T01:00 null');
});

test('the pattern of a column of times', () => {
  assert.equal(guessPattern(['2024-11-5 13:00:01', '2024-11-05 12:30:01']), 'ymd');
  assert.equal(guessPattern(['05/11/2024 13:00', '25/11/2024 13:00']), 'dmy');
  assert.equal(guessPattern(['05/11/2024 13:00', '11/25/2024 13:00']), 'mdy');
  assert.equal(guessPattern(['05/11/2024', '06/11/2024']), null, 'day and month cannot be told apart');
  assert.equal(guessPattern(['45601.5', '45602']), 'excel');
  assert.equal(guessPattern(['1730811601']), 'unixSeconds');
  assert.equal(guessPattern(['1730811601000']), 'unixMs');
  assert.equal(guessPattern(['12.5', '13']), null);
  assert.equal(guessPattern(['', ' ']), null);
});

test('property: what is written on a clock is read back, but for the hour that is shown twice', () => {
  const zones = ['Europe/Berlin', 'Asia/Shanghai', 'Australia/Lord_Howe', 'America/Havana'];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: utc('1991-01-01T00:00') / 1000, max: utc('2037-01-01T00:00') / 1000 }),
      (zone, seconds) => {
        const text = writeLocal(seconds * 1000, zone);
        const [a, b] = (['earlier', 'later'] as const).map((policy) => readTime(text, 'ymd', zone, policy));
        assert.ok(a && b && 'at' in a && 'at' in b);
        assert.ok(a.at === seconds * 1000 || b.at === seconds * 1000);
        if (a.doubt === null) assert.equal(a.at, b.at);
      },
    ),
  );
});

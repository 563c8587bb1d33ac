import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTime } from '@plumbline/science/series/local-time';
import { statedZone } from '@plumbline/science/series/stated-zone';
import { fixedZoneName, zoneOf } from '@plumbline/science/series/zone';

test('an offset in a heading is a fixed zone in all writings; what cannot be read for certain states nothing', () => {
  const stated: Record<string, string | null> = {
    Time: null,
    '': null,
    'Time (UTC)': 'UTC',
    'Time UTC': 'UTC',
    'UTC time': 'UTC',
    DateTime_UTC: 'UTC',
    '时间（UTC）': 'UTC',
    'Timestamp [GMT]': 'UTC',
    'UTC+0': 'UTC',
    'Time, UTC±00:00': 'UTC',
    'Date Time, GMT+08:00': '+08:00',
    'Date Time, GMT-05:00': '-05:00',
    'Time UTC+8': '+08:00',
    'DateTime GMT-4': '-04:00',
    'Timestamp GMT+0800': '+08:00',
    'Time (UTC+8)': '+08:00',
    '时间（UTC+8）': '+08:00',
    '采集时间（ＵＴＣ＋８）': '+08:00',
    'time_utc+05:30': '+05:30',
    'Time UTC \u2212 3:30': '-03:30',
    'Time UTC(+8)': '+08:00',
    'Time [+08:00]': '+08:00',
    'Local time (UTC+8)': '+08:00',
    'Time (Asia/Shanghai)': 'Asia/Shanghai',
    'Time (Etc/GMT-8)': 'Etc/GMT-8',
    'Time (America/Argentina/Buenos_Aires)': 'America/Argentina/Buenos_Aires',
    'Time utc offset': null,
    'UTC offset (h)': null,
    'Local time, not UTC': null,
    'Time (GMT/BST)': null,
    'GMT Standard Time': null,
    'Time UTC8': null,
    'Time UTC 8': null,
    'Time UTC+800': null,
    'Time UTC+8.5': null,
    'Time UTC+25': null,
    'Time UTC+08:75': null,
    'UTC / UTC+8': null,
    'BST/GMT': null,
    'Date/Time UTC': 'UTC',
    'Date/Time GMT+8': '+08:00',
    'Time (CST)': null,
    'Output UTCX': null,
    'Time (-3 dB)': null,
  };
  for (const [heading, zone] of Object.entries(stated)) assert.equal(statedZone(heading), zone, heading);
});

test('each whole quarter of an hour is written, read and reckoned as the same fixed offset', () => {
  for (let minutes = -12 * 60; minutes <= 14 * 60; minutes += 15) {
    const name = fixedZoneName(minutes)!;
    if (minutes !== 0) assert.equal(statedZone(`Date Time, GMT${name}`), name);
    assert.equal(zoneOf(name).offsetAt(Date.UTC(2026, 6, 1)), minutes * 60_000, name);
    assert.deepEqual(readTime('2026-07-01 12:00', 'ymd', name, 'refuse'), {
      at: Date.UTC(2026, 6, 1, 12) - minutes * 60_000,
      doubt: null,
    });
  }
  assert.deepEqual([fixedZoneName(-721), fixedZoneName(841), fixedZoneName(Number.NaN)], [null, null, null]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { themes } from '@plumbline/contract/kernel/constants';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { errors } from '@plumbline/contract/kernel/errors';
import { formatSpan } from '@plumbline/science/display/span';
import { clampWidth } from '../src/app/shell/sidebar-width.ts';
import { tokens } from '../src/design/tokens.ts';
import { AnsweredFailure } from '../src/kernel/call.ts';
import { codeOf } from '../src/kernel/failures.ts';
import { sharedFieldWords } from '../src/kernel/field-words.ts';
import {
  formatAge,
  formatBeside,
  formatBrief,
  formatChange,
  formatDistance,
  formatNumber,
  formatShare,
  formatShort,
  formatTime,
  formatZone,
} from '../src/kernel/format.ts';
import { timeIsUp } from '../src/kernel/inactivity.ts';
import { counts } from '../src/kernel/language.ts';
import { isNewer, versionToShow } from '../src/kernel/release.ts';
import { endedCode } from '../src/kernel/session.ts';
import { takeUp } from '../src/kernel/take-up.ts';

test('numbers as specification 9 shows them', () => {
  assert.equal(formatNumber(93.118), '93.118');
  assert.equal(formatNumber(-4.1184), '−4.118');
  assert.equal(formatNumber(0.00085), '8.5000e−4');
  assert.equal(formatNumber(-0.00099999999999999), '−0.001');
  assert.equal(formatNumber(16168), '1.6168e+4');
  assert.equal(formatNumber(0), '0.000');
  assert.equal(formatNumber(-0), '0.000');
  assert.equal(formatNumber(null), '—');
  assert.equal(formatNumber(Number.NaN), '—');
  assert.equal(formatNumber(14.2, 1), '14.2');
  assert.equal(formatNumber(-0.04, 1), '0.0');
  assert.equal(formatChange(0.614), '+0.614');
  assert.equal(formatChange(-0.614), '−0.614');
  assert.equal(formatChange(0), '0.000');
  assert.equal(formatChange(-0.0002), '0.000', 'a change below the decimals of its field is none');
  assert.equal(formatChange(0.0006), '+0.001');
  assert.deepEqual(
    [formatDistance(0.0002), formatDistance(0.00093), formatDistance(0), formatDistance(1.5, 2)],
    ['< 0.001', '0.001', '0.000', '1.50'],
  );
  assert.equal(formatShare(0.981), '98.1 %');
  // Three of 8,761 are missing: what is not whole never reads as if it were.
  assert.deepEqual([1, 1 - 3 / 8761, 3 / 8761, 0].map(formatShare), ['100.0 %', '99.9 %', '0.1 %', '0.0 %']);
});

test('a field that families share has the name that each gives it, and none of a family without it', () => {
  const words: Readonly<Record<string, string>> = {
    'waterLevel pressure': 'Pressure head',
    'soilPressure pressure': 'Pressure',
    'waterLevel temp': 'Temp',
    'soilPressure temp': 'Temp',
  };
  const fieldWord = (family: string, key: string) => words[`${family} ${key}`] ?? key;
  const named = (key: string) => sharedFieldWords(fieldWord, ['crack', 'waterLevel', 'soilPressure'], key);
  // A limit on the soil's pressure was one on a pressure head.
  assert.deepEqual(named('pressure'), ['Pressure head', 'Pressure']);
  assert.deepEqual(named('temp'), ['Temp']);
  assert.deepEqual(named('flow'), []);
});

test('times in the zone of the project', () => {
  const at = '2026-03-18T06:00:00Z';
  assert.equal(formatTime(at, 'Asia/Shanghai'), '2026-03-18 14:00:00');
  const soon = '2026-11-23T06:00:00Z';
  assert.equal(formatShort(at, 'Asia/Shanghai', 'en', soon), '18 Mar 14:00');
  assert.equal(formatShort(at, 'Asia/Shanghai', 'zh-CN', soon), '03-18 14:00');
  // A year is drawn at once, and thirty: its first day would be taken for tomorrow.
  assert.equal(formatShort('2025-11-24T06:00:00Z', 'Asia/Shanghai', 'en', soon), '24 Nov 2025 14:00');
  assert.equal(formatShort('2025-11-24T06:00:00Z', 'Asia/Shanghai', 'zh-CN', soon), '2025-11-24 14:00');
  // The year is that of the zone: here it has begun.
  assert.equal(formatShort('2025-12-31T20:00:00Z', 'Asia/Shanghai', 'en', soon), '1 Jan 04:00');
  // Entered a month later: the day of the reading is not the one on which it was received.
  assert.equal(formatBeside('2026-03-18T06:00:03Z', at, 'Asia/Shanghai'), '14:00:03');
  assert.equal(formatBeside('2026-04-18T06:00:03Z', at, 'Asia/Shanghai'), '2026-04-18 14:00:03');
  assert.equal(formatZone('Asia/Shanghai', at), 'UTC+8');
  assert.equal(formatBrief(at, 'Asia/Shanghai', 'en', Date.parse(at) + 60_000), '14:00');
  assert.equal(formatBrief(at, 'Asia/Shanghai', 'en', Date.parse(at) + 86_400_000), '18 Mar');
  assert.equal(formatBrief('2025-11-24T06:00:00Z', 'Asia/Shanghai', 'en', Date.parse(soon)), '24 Nov 2025');
});

test('ages and spans in words', () => {
  const now = Date.parse('2026-03-18T06:00:00Z');
  assert.match(formatAge(now - 5 * 3_600_000, 'en', now), /5 hr/);
  assert.equal(formatAge(now - 3_000, 'en', now), 'now');
  assert.equal(formatSpan(40), '40 sec');
  assert.equal(formatSpan(7_680), '2 hr 8 min');
});

test('inactivity: two hours by default, never when negative', () => {
  assert.equal(timeIsUp(0, 2 * hourMs - 1, 0), false);
  assert.equal(timeIsUp(0, 2 * hourMs, 0), true);
  assert.equal(timeIsUp(0, 60_000, 60), true);
  assert.equal(timeIsUp(0, 1e15, -1), false);
});

test('the sidebar is 200 px at least and a third of the screen at most', () => {
  assert.equal(clampWidth(10, 1440), 200);
  assert.equal(clampWidth(900, 1440), 480);
  assert.equal(clampWidth(300, 1440), 300);
  assert.equal(clampWidth(300, 390), 200);
});

test('every theme has every token, and the level colours of the specification', () => {
  const names = Object.keys(tokens.default).sort();
  for (const theme of themes) {
    assert.deepEqual(Object.keys(tokens[theme]).sort(), names, theme);
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((level) => tokens[theme][`lv${level}` as 'lv0']),
      ['#29B359', '#17A7F2', '#EDC733', '#ED8533', '#ED4C33'],
    );
  }
});

test('a count within a text reads as a drawn one; an id, a line, a name stay as they are given', () => {
  const formatted = (value: unknown, interpolationkey: string) =>
    counts.format(value, undefined, 'en', { interpolationkey });
  assert.equal(formatted(1000, 'count'), '1,000');
  assert.equal(formatted(1000, 'id'), 1000);
  assert.equal(formatted('1000', 'count'), '1000');
});

test('versions are compared number by number; what is no version is newer than nothing', () => {
  assert.equal(isNewer('0.10.0', '0.9.9'), true);
  assert.equal(isNewer('1.0.0', '1.0.0'), false);
  assert.equal(isNewer('1.0.0', '1.0.1'), false);
  assert.equal(isNewer('1.0.0.1', '1.0.0'), true);
  assert.equal(isNewer('', '0.1.0'), false);
});

test('the codes by which a session ends are those of the catalogue', () => {
  const { tokenExpired, notSignedIn } = errors;
  assert.deepEqual(endedCode, { tokenExpired: tokenExpired.code, notSignedIn: notSignedIn.code });
});

test('an answered failure has its number, anything else none', () => {
  assert.equal(codeOf(new AnsweredFailure('badBody', { code: 4001, status: 415 })), 4001);
  assert.equal(codeOf(new Error('badBody')), null);
});

test('a sign-in that is answered without a token, or without a user, is refused as one', () => {
  for (const reply of [{}, { token: '' }, { user: { id: 1 } }, { token: 'pls_1' }, { token: 7, user: { id: 1 } }])
    assert.throws(() => takeUp(reply, false), { name: 'notSignedIn' });
});

test('the version of the page stands until the server has said its own; 1.0 where the check failed', () => {
  assert.equal(versionToShow(undefined, false, '0.1.0'), '0.1.0');
  assert.equal(versionToShow('0.2.0', false, '0.1.0'), '0.2.0');
  assert.equal(versionToShow(undefined, true, '0.1.0'), '1.0');
  assert.equal(versionToShow('', false, '0.1.0'), '1.0');
});

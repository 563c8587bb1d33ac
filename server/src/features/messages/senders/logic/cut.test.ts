import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText, fit } from './cut.ts';

test('a text is cut where it shows, and never within a number', () => {
  const cases: [string, number, string][] = [
    ['North dam', 9, 'North dam'],
    ['North dam of the valley', 9, 'North da…'],
    // Half of 12.000 is another number, and 12.0… would be one as well.
    ['Level 12.000 m', 10, 'Level…'],
    ['Level 12.000 metres', 14, 'Level 12.000 …'],
    ['BX-20260101-001', 12, 'BX…'],
    ['1234567890', 6, '…'],
    ['大坝上游左岸第3断面', 8, '大坝上游左岸第…'],
    ['at 2026-03-18 14:00:00', 14, 'at…'],
    ['😀😀😀', 4, '😀…'],
    ['a, b, c', 5, 'a, b…'],
  ];
  for (const [text, most, expected] of cases) {
    const cut = cutText(text, most);
    assert.equal(cut, expected, JSON.stringify([text, most]));
    assert.ok(cut.length <= most, `${cut} is longer than ${most}`);
  }
});

test('whatever is cut, each number in it is one of the text', () => {
  const words = ['S-12', '41.00', 'mm', '3.5e-4', '14:05:09', 'Ring', '断面7', '-0.25', '(12)', '1,200'];
  const numbers = /[-+]?\d+(?:[.,:/-]\d+)*(?:[eE][-+]?\d+)?/g;
  for (let i = 0; i < 4_000; i++) {
    const text = Array.from(
      { length: 1 + (i % 7) },
      (_, k) => words[(i * 7 + k * 3 + ((i / 11) | 0)) % words.length],
    ).join(i % 3 === 0 ? ', ' : ' ');
    const most = 1 + (i % 40);
    const cut = cutText(text, most);
    assert.ok(cut.length <= most);
    const there = new Set(text.match(numbers));
    for (const number of cut.match(numbers) ?? []) assert.ok(there.has(number), `${number} of ${cut}, from ${text}`);
  }
});

test('a number is rounded until it fits, and left out where it cannot', () => {
  const cases: [string, number, string][] = [
    ['41.00', 6, '41.00'],
    ['-1234.567', 6, '-1235'],
    ['1234.567', 6, '1234.6'],
    ['1.2346e+4', 6, '12346'],
    ['-1.2346e+9', 6, '-1e+9'],
    ['0.00012', 6, '0.0001'],
    ['0.000012', 6, '1.2e-5'],
    ['-1.2e-100', 5, '…'],
    ['0.0000', 5, '0.000'],
  ];
  for (const [text, most, expected] of cases) assert.equal(fit([text], most), expected, JSON.stringify([text, most]));
});

test('of several ways of saying it the longest that fits is taken', () => {
  const ways = ['measured 03-18 14:00, raised 14:01', '03-18 14:00', '14:00'] as const;
  assert.deepEqual(
    [40, 20, 6].map((most) => fit(ways, most)),
    ways,
  );
  assert.equal(fit(ways, 4), '…');
});

/** Formats of data push: every rule of specification 5 with its message, and bodies as receivers read them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readyFormats } from '@plumbline/contract/reports/push-formats.ready';
import { type PushLayout, problemsOf, pushFormatFields } from '@plumbline/contract/reports/push-formats.shapes';
import { writeBody } from '@plumbline/science/push/body';
import { metaEntries, type PushReading, rowsOf } from '@plumbline/science/push/rows';
import { writeTime } from '@plumbline/science/push/times';
import { z } from 'zod';

const schema = z.object(pushFormatFields);
const format = (more: object): PushLayout =>
  schema.parse({
    body: 'json',
    layout: 'batch',
    rows: 'field',
    listPath: 'data',
    dataKeys: [{ path: 'v', type: 'number', source: 'value' }],
    ...more,
  });
const messages = (more: object) => problemsOf(format(more)).map(({ message }) => message);
const hash = { path: 'sign', place: 'header', method: 'hash', algorithm: 'md5', inputs: ['ts'] };
const stamp = { path: 'ts', place: 'header', method: 'timestamp' };

test('each rule of a format has a message of its own', () => {
  assert.deepEqual(messages({}), []);
  assert.deepEqual(messages({ dataKeys: [] }), ['pushFieldsEmpty']);
  const alertKeys = [{ path: 'a', type: 'string', source: 'status' }];
  assert.deepEqual(messages({ alertKeys }), ['pushKeysTogether']);
  const key = { path: 'v', type: 'number', source: 'value' };
  assert.deepEqual(messages({ dataKeys: [key, key] }), ['pushNamesRepeat']);
  assert.deepEqual(messages({ dataKeys: [key, { ...key, path: 'v/x' }] }), ['pushNameInside']);
  assert.deepEqual(messages({ authKeys: [stamp, hash] }), []);
  assert.deepEqual(messages({ authKeys: [stamp, { ...hash, algorithm: null }] }), ['pushHashAlgorithm']);
  assert.deepEqual(messages({ authKeys: [stamp, { ...hash, inputs: [] }] }), ['pushHashInputs']);
  assert.deepEqual(
    messages({ authKeys: [hash, stamp] }),
    ['pushHashInputUnknown'],
    'what comes later is not there yet',
  );
  assert.deepEqual(messages({ authKeys: [{ ...stamp, path: 'Host' }] }), ['pushHeader']);
  const digest = { path: 'd', place: 'body', method: 'body', algorithm: 'md5' };
  assert.deepEqual(messages({ authKeys: [digest] }), ['pushBodyDigest']);
  assert.deepEqual(messages({ body: 'form' }), ['pushFormSingle']);
  assert.deepEqual(messages({ body: 'xml', dataKeys: [{ ...key, path: '1 a' }] }), ['pushXmlName']);
  assert.deepEqual(messages({ dataKeys: [{ ...key, path: 'x/*' }] }), ['pushSpread']);
  for (const { code, format: each } of readyFormats) assert.deepEqual(problemsOf(each), [], code);
});

test('paths are bounded, and none reaches into objects', () => {
  for (const path of ['', 'a//b', 'a/__proto__/b', 'constructor', 'a/b/c/d/e/f/g/h/i', 'x'.repeat(201)])
    assert.ok(!schema.safeParse({ ...format({}), dataKeys: [{ path, type: 'string', source: 'time' }] }).success, path);
});

const at = Date.parse('2026-03-28T23:30:00.250Z');
const reading: PushReading = {
  pointId: 7,
  pointName: 'C<1>',
  structure: 'Dam, "west"',
  family: 'crack',
  at,
  fields: [
    { key: 'opening', name: 'opening', unit: 'mm', value: 0.1 + 0.2 },
    { key: 'temp', name: '__proto__', unit: 'C', value: null },
  ],
};
const of = { project: 'P & Q', projectId: 1, sentAt: at, timeZone: 'Europe/Berlin' };
const body = (layout: PushLayout) =>
  writeBody(layout, rowsOf(layout, reading, of), metaEntries(layout.metaKeys, of, 1));

test('bodies: JSON with nesting, spread and points as names, XML, CSV and a form', () => {
  const ready = (code: string) => readyFormats.find((each) => each.code === code)!.format;
  assert.equal(body(ready('thingsboard')), `{"C<1>":[{"ts":${at},"values":{"opening":0.3}}]}`);
  const nested = [
    { path: 'a/b', type: 'number', source: 'value' },
    { path: 'a/s', type: 'string', source: 'structure' },
  ];
  const meta = [{ path: 'head/p', type: 'string', source: 'project' }];
  const single = { rows: 'reading', layout: 'single', dataKeys: nested, metaKeys: meta };
  assert.deepEqual(JSON.parse(body(format(single))), { head: { p: 'P & Q' }, a: { b: 0.3, s: 'Dam, "west"' } });
  assert.equal(
    body(format({ ...single, body: 'xml' })),
    '<?xml version="1.0" encoding="UTF-8"?>\n<push><head><p>P &amp; Q</p></head><a><b>0.3</b><s>Dam, &quot;west&quot;</s></a></push>',
  );
  assert.equal(body(format({ ...single, body: 'form' })), 'head%2Fp=P+%26+Q&a%2Fb=0.3&a%2Fs=Dam%2C+%22west%22');
  assert.equal(
    body(format({ ...single, layout: 'batch', body: 'csv', metaKeys: [] })),
    'a/b,a/s\r\n0.3,"Dam, ""west"""\r\n',
  );
});

test('times by pattern, in the zone of the rule', () => {
  assert.equal(writeTime(at, 'yyyy-MM-dd HH:mm:ss.SSS', 'Europe/Berlin'), '2026-03-29 00:30:00.250');
  assert.equal(writeTime(at, 's', 'UTC'), Math.floor(at / 1000));
  assert.equal(writeTime(at, 'iso', 'UTC'), '2026-03-28T23:30:00.250Z');
});

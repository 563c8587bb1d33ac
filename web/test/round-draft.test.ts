import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question, RoundAnswer } from '@plumbline/contract/points/inspections.questions';
import {
  emptyAnswer,
  mergeAnswers,
  sameAnswers,
  sendable,
} from '../src/features/points/inspections/round-draft.parts.ts';
import { readNumber } from '../src/kernel/typed-number.ts';

const answerOf = (value: RoundAnswer['value'], more: Partial<RoundAnswer> = {}): RoundAnswer => ({
  ...emptyAnswer,
  value,
  ...more,
});
const question = (key: string, kind: Question['kind']): Question => ({
  key,
  kind,
  label: key,
  help: '',
  isRequired: true,
  options: [],
  unit: '',
  min: null,
  max: null,
});

test('answers of two people to different questions are both kept', () => {
  const base = { drain: answerOf('Clear'), level: answerOf(1) };
  const mine = { ...base, drain: answerOf('Blocked') };
  const theirs = { ...base, level: answerOf(2), words: answerOf('Moss') };
  assert.deepEqual(mergeAnswers(base, mine, theirs), {
    answers: { drain: answerOf('Blocked'), level: answerOf(2), words: answerOf('Moss') },
    conflicts: {},
  });
});

test('two answers to one question are a conflict: mine stays under the pen, theirs is beside it', () => {
  const base = { level: answerOf(1) };
  assert.deepEqual(mergeAnswers(base, { level: answerOf(2) }, { level: answerOf(3) }), {
    answers: { level: answerOf(2) },
    conflicts: { level: answerOf(3) },
  });
  // Where nobody had answered before, too.
  assert.deepEqual(mergeAnswers({}, { level: answerOf(2) }, { level: answerOf(3) }).conflicts, { level: answerOf(3) });
  // What they took away is an answer of theirs: nothing.
  assert.deepEqual(mergeAnswers(base, { level: answerOf(2) }, {}), {
    answers: { level: answerOf(2) },
    conflicts: { level: emptyAnswer },
  });
});

test('the same answer of both is none, and what they took away and I left alone is gone', () => {
  const base = { level: answerOf(1), words: answerOf('Moss') };
  assert.deepEqual(mergeAnswers(base, { ...base, level: answerOf(2) }, { ...base, level: answerOf(2) }).conflicts, {});
  assert.deepEqual(mergeAnswers(base, base, { level: answerOf(1) }), {
    answers: { level: answerOf(1) },
    conflicts: {},
  });
});

test('a note, a stroke and the confirmation of what was copied are changes, the order of fields is none', () => {
  const copied = answerOf('Clear', { isCopied: true });
  for (const other of [
    { ...copied, note: 'Wet' },
    { ...copied, isCopied: false },
    { ...copied, strokes: [[0, 0, 1, 1]] },
  ])
    assert.equal(sameAnswers({ drain: copied }, { drain: other }), false);
  const { value, ...rest } = copied;
  assert.equal(sameAnswers({ drain: copied }, { drain: { ...rest, value } }), true);
  assert.equal(sameAnswers({}, { drain: emptyAnswer }), true);
});

test('sent is what can be read and is decided; an empty answer is not sent', () => {
  const questions = [question('level', 'number'), question('words', 'text'), question('drain', 'choice')];
  const answers = { level: answerOf('2.x', { note: 'Wet' }), words: answerOf('1.x'), drain: emptyAnswer };
  assert.deepEqual(sendable(questions, answers, {}), {
    // No number: its note is sent, what was typed stays on the screen.
    level: answerOf(null, { note: 'Wet' }),
    words: answerOf('1.x'),
  });
  // Undecided: the server keeps what it has.
  assert.deepEqual(sendable(questions, { level: answerOf(2) }, { level: answerOf(3) }), { level: answerOf(3) });
  assert.deepEqual(sendable(questions, { level: answerOf(2) }, { level: emptyAnswer }), {});
  // An answer to a question that the round does not ask.
  assert.deepEqual(sendable(questions, { other: answerOf('x') }, {}), {});
  assert.deepEqual(sendable(questions, { level: answerOf(0) }, {}), { level: answerOf(0) });
});

test('a number is read as people type it; what is none stays as it was typed', () => {
  for (const [text, number] of [
    ['2,5', 2.5],
    [' 0.40 ', 0.4],
    ['\u22123', -3],
    ['-.5', -0.5],
    ['7.', 7],
    ['0', 0],
  ] as const)
    assert.equal(readNumber(text), number);
  assert.equal(readNumber('  '), null);
  for (const text of ['2.5.1', '1,000,5', '3 L', '-', '.', '1e3', 'Infinity']) assert.equal(readNumber(text), text);
});

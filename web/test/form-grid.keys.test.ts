/** The keyboard in a table: where a key moves to, and what it does. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commandOf } from '../src/design/form/grid/keys.ts';
import { moved, nextCell, only } from '../src/design/form/grid/moves.ts';

const range = (top: number, left: number, bottom: number, right: number) => ({
  anchor: { row: top, column: left },
  at: { row: bottom, column: right },
});

describe('the keyboard', () => {
  const size = { rows: 100, columns: 4, page: 10 };
  const at = (row: number, column: number) => only({ row, column });
  const key = (name: string, shift = false, ctrl = false) => ({ key: name, shift, ctrl });
  test('moves within the grid; Shift holds the anchor, Ctrl goes to the edge', () => {
    assert.deepEqual(moved(at(0, 0), key('ArrowUp'), size), at(0, 0));
    assert.deepEqual(moved(at(98, 3), key('PageDown'), size), at(99, 3));
    assert.deepEqual(moved(at(5, 1), key('End', false, true), size), at(99, 3));
    assert.deepEqual(moved(at(5, 1), key('ArrowDown', true), size), range(5, 1, 6, 1));
    assert.deepEqual(moved(at(5, 1), key('ArrowLeft', true, true), size), range(5, 1, 5, 0));
    assert.equal(moved(at(5, 1), key('a'), size), null);
    assert.deepEqual(nextCell({ row: 0, column: 3 }, false, size), { row: 1, column: 0 });
    assert.deepEqual(nextCell({ row: 1, column: 0 }, true, size), { row: 0, column: 3 });
    assert.equal(nextCell({ row: 99, column: 3 }, false, size), null, 'the table can be left');
  });
  test('commands by what is going on', () => {
    const idle = { editing: false, typedAnew: false, readOnly: false, tick: false };
    const writing = { ...idle, editing: true };
    assert.equal(commandOf(key('Enter'), idle), 'commitDown');
    assert.equal(commandOf(key('Enter', true), writing), 'commitUp');
    assert.equal(commandOf(key('Enter', false, true), idle), null, 'the form saves');
    assert.equal(commandOf(key('Escape'), writing), 'cancel');
    assert.equal(commandOf(key('Escape'), idle), null);
    assert.equal(commandOf(key('ArrowLeft'), writing), null, 'moves in the text');
    assert.equal(commandOf(key('ArrowLeft'), { ...writing, typedAnew: true }), 'commitMove');
    assert.equal(commandOf(key('z', true, true), idle), 'redo');
    assert.equal(commandOf(key('Z', false, true), idle), 'undo');
    assert.equal(commandOf(key('d', false, true), idle), 'fillDown');
    assert.equal(commandOf(key('v', false, true), idle), null, 'pasting is the browser’s');
    assert.equal(commandOf(key(' '), idle), null);
    assert.equal(commandOf(key(' '), { ...idle, tick: true }), 'tick');
    const shut = { ...idle, readOnly: true };
    assert.deepEqual(
      ['Delete', 'F2', 'ArrowDown', 'Tab'].map((name) => commandOf(key(name), shut)),
      [null, null, 'move', 'next'],
    );
    assert.equal(commandOf(key('x', false, true), shut), 'copy');
  });
});

/** Commands to Sparkplug nodes: how they are written, which type they are sent with, and what confirms them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  datatypeFor,
  isEcho,
  readSparkplugCommand,
  sparkplugAddressOf,
  sparkplugTypes,
} from '../src/formats/sparkplug-commands.ts';

const command = (text: string) => {
  const read = readSparkplugCommand(text);
  assert.ok(read, text);
  return read;
};

test('name = value, with a type behind the name where there is one', () => {
  assert.deepEqual(command('Outputs/Valve = true'), { name: 'Outputs/Valve', value: true, datatype: null });
  assert.deepEqual(command(' Level:Int32=-5 '), { name: 'Level', value: -5, datatype: sparkplugTypes.Int32 });
  assert.deepEqual(command('a:b = 1.5e3'), { name: 'a:b', value: 1500, datatype: null });
  assert.deepEqual(command('Label = "1"'), { name: 'Label', value: '1', datatype: null });
  for (const text of ['', 'Valve', '= 1', 'Valve = ', 'Valve = open', 'Valve = 1 2', 'Valve = NaN', 'Valve = 1e999'])
    assert.equal(readSparkplugCommand(text), null, text);
});

test('the type is that of the command, else of the birth, else as the value looks; a value of another type is refused', () => {
  assert.equal(datatypeFor(command('v = 5'), null), sparkplugTypes.Double);
  assert.equal(datatypeFor(command('v = 5'), sparkplugTypes.UInt8), sparkplugTypes.UInt8);
  assert.equal(datatypeFor(command('v = 256'), sparkplugTypes.UInt8), null);
  assert.equal(datatypeFor(command('v = -1'), sparkplugTypes.UInt8), null);
  assert.equal(datatypeFor(command('v:Int16 = 5'), sparkplugTypes.UInt8), sparkplugTypes.Int16);
  assert.equal(datatypeFor(command('v = true'), sparkplugTypes.Double), null);
  assert.equal(datatypeFor(command('v = "x"'), sparkplugTypes.Text), sparkplugTypes.Text);
  assert.equal(datatypeFor(command('v = "x"'), sparkplugTypes.Int8), null);
});

test('nodes and devices are reached under their own topics, and what is dead is not', () => {
  assert.deepEqual(sparkplugAddressOf('spBv1.0/dam/DDATA/edge/gate'), {
    device: 'dam/edge/gate',
    base: 'spBv1.0/dam/DCMD/edge/gate',
  });
  assert.deepEqual(sparkplugAddressOf('spBv1.0/dam/NBIRTH/edge'), {
    device: 'dam/edge',
    base: 'spBv1.0/dam/NCMD/edge',
  });
  assert.equal(sparkplugAddressOf('spBv1.0/dam/DDEATH/edge/gate'), null);
  assert.equal(sparkplugAddressOf('spBv1.0/dam/NDATA/edge/gate'), null);
});

test('the same value reported is an echo: switches as 0 and 1, floats as they are kept', () => {
  assert.ok(isEcho(command('v = true'), { v: 1 }));
  assert.ok(!isEcho(command('v = true'), { v: 0 }));
  assert.ok(isEcho(command('v = 0.1'), { v: Math.fround(0.1) }));
  assert.ok(!isEcho(command('v = 0.1'), { w: 0.1 }));
  assert.ok(!isEcho(command('toString = 1'), {}));
  assert.ok(!isEcho(command('v = "x"'), { v: null }));
});

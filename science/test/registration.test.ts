import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfRegistration, registerOf } from '../src/dial-in/registration.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

test('the register id in what modems send first', () => {
  for (const [sent, id] of [
    ['R0001', 'R0001'],
    ['R0001\r\n', 'R0001'],
    ['\r\n R0001\0', 'R0001'],
    ['REG,R0001\r\n', 'R0001'],
    ['reg:R0001', 'R0001'],
    ['ID=867959030000001', '867959030000001'],
    ['IMEI:867959030000001', '867959030000001'],
    ['ICCID 89860000000000000001', '89860000000000000001'],
    ['[ID:7]', '7'],
    ['a:b', 'a:b'],
    ['\x01\xa0\xff', 'hex:01A0FF'],
    ['', null],
    ['two words', null],
    ['x'.repeat(33), null],
    ['REG,', null],
    ['GET / HTTP/1.1', null],
    ['\xff'.repeat(15), null],
    ['{"id":1}', null],
  ] as const)
    assert.equal(registerOf(bytes(sent)), id, JSON.stringify(sent));
});

test('a line ends a registration; without one nothing tells that it is over', () => {
  assert.equal(endOfRegistration(bytes('REG,1\r\nHB')), 5);
  assert.equal(endOfRegistration(bytes('\r\nREG,1\n')), 7);
  assert.equal(endOfRegistration(bytes('REG,1')), null);
  assert.equal(endOfRegistration(bytes('GNSS-7$GNGGA,1')), 6, 'a receiver behind the modem sends at once');
  assert.equal(endOfRegistration(Uint8Array.from([1, 36, 71, 5])), null, 'an id that is no text');
  assert.equal(endOfRegistration(bytes('\r\n')), null);
});

test('whatever bytes come first name nobody or an id that a device can have', () => {
  let state = 5;
  for (let round = 0; round < 20_000; round++) {
    const any = Uint8Array.from({ length: round % 140 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    });
    const id = registerOf(any);
    assert.ok(id === null || /^[A-Za-z0-9._:-]{1,32}$/.test(id), String(id));
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ggaOf, readNmea, readSentence } from '../src/formats/nmea.ts';
import { SparkplugNodes } from '../src/formats/sparkplug-b.ts';
import { type SourcePlace, unwrap, type Wrapping } from '../src/formats/unwrap.ts';
import { type Arrival, fromBase64 } from '../src/formats/uplink.ts';
import { answer, needsRealFiles, realText } from './real-files.ts';
import { near, vector } from './vectors.ts';

const receivedAt = Date.UTC(2024, 10, 5, 12);
const arrival: Arrival = { topic: 'site/logger-7/data', receivedAt, timeZone: 'Asia/Shanghai' };
const noPlace: SourcePlace = { in: 'fixed', source: 'X' };
const bytes = (content: unknown) =>
  new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));
const read = (wrapping: Wrapping, content: unknown, more: Partial<Arrival> = {}, place: SourcePlace = noPlace) =>
  unwrap(wrapping, bytes(content), { ...arrival, ...more }, place);

test('The Things Stack: an uplink, what is left out when it is 0, what is no measurement', () => {
  const message = {
    end_device_ids: { device_id: 'piezo-1', application_ids: { application_id: 'dam' }, dev_eui: '70B3D57ED0000A01' },
    received_at: '2024-11-05T11:59:58.5Z',
    uplink_message: {
      frm_payload: 'AQID',
      decoded_payload: { level: 3.5 },
      rx_metadata: [{ rssi: -101 }, { rssi: -87, snr: 7 }],
      received_at: '2024-11-05T11:59:58.2Z',
    },
  };
  const { uplinks, faults } = read('theThingsStack', message);
  assert.deepEqual(uplinks, [
    {
      source: '70B3D57ED0000A01',
      at: Date.parse('2024-11-05T11:59:58.2Z'),
      object: { level: 3.5 },
      text: null,
      bytes: Uint8Array.of(1, 2, 3),
      port: 0,
      signal: -87,
    },
  ]);
  assert.deepEqual(faults, []);
  assert.deepEqual(read('theThingsStack', { ...message, simulated: true }), { uplinks: [], faults: [] });
  assert.deepEqual(read('theThingsStack', { ...message, uplink_message: undefined, join_accept: {} }), {
    uplinks: [],
    faults: [],
  });
  assert.deepEqual(read('theThingsStack', []).faults, ['otherShape']);
  assert.deepEqual(read('theThingsStack', '{').faults, ['notJson']);
});

test('ChirpStack: up alone, by topic and by query', () => {
  const message = {
    deduplicationId: '3ac7e3c4',
    time: '2024-11-05T11:00:00+00:00',
    fPort: 2,
    data: 'bd3//w==',
    deviceInfo: { devEui: '0101010101010101', deviceName: 'crack' },
    rxInfo: [{ gatewayId: 'a', rssi: -48 }],
  };
  const [uplink] = read('chirpStack', message, { topic: 'application/1/device/0101010101010101/event/up' }).uplinks;
  assert.deepEqual(
    [uplink?.source, uplink?.port, uplink?.signal, uplink?.at],
    ['0101010101010101', 2, -48, Date.UTC(2024, 10, 5, 11)],
  );
  assert.deepEqual(uplink?.bytes, Uint8Array.of(0x6d, 0xdd, 0xff, 0xff));
  for (const topic of ['application/1/device/01/event/status', '?event=join'])
    assert.deepEqual(read('chirpStack', message, { topic }), { uplinks: [], faults: [] });
  assert.deepEqual(fromBase64('a b'), null);
});

test('SenML: base fields hold for what follows; the examples of RFC 8428', () => {
  // 5.1.3, multiple measurements, shortened; 5.1.2 with relative times.
  const pack = [
    { bn: 'urn:dev:ow:10e2073a01080063:', bt: 1.320067464e9, bu: '%RH', v: 21.2, t: 0 },
    { u: 'lon', v: 24.30621, n: 'lon' },
    { v: 20.9, t: 60 },
    { n: 'open', vb: true },
    { n: 'label', vs: 'dry' },
  ];
  const { uplinks } = read('senML', pack);
  assert.deepEqual(
    uplinks.map(({ source, at, object }) => [source, at, object]),
    [
      ['10e2073a01080063', 1_320_067_464_000, { value: 21.2, lon: 24.30621, open: 1 }],
      ['10e2073a01080063', 1_320_067_524_000, { value: 20.9 }],
    ],
  );
  const now = read('senML', [{ bn: 'urn:dev:ow:10e2073a01080063:', n: 'current', u: 'A', v: 1.2, t: -5 }]);
  assert.deepEqual(
    now.uplinks.map(({ at, object }) => [at, object]),
    [[receivedAt - 5_000, { current: 1.2 }]],
  );
  const plain = read('senML', [{ n: 'urn:dev:mac:0024befffe804ff1/temp', v: 1, t: 1.5e9 }]);
  assert.deepEqual(
    plain.uplinks.map(({ source, object }) => [source, object]),
    [['0024befffe804ff1', { temp: 1 }]],
  );
});

test('SensorThings: single observations and data arrays', () => {
  const topic = 'v1.1/Datastreams(42)/Observations';
  const one = read(
    'sensorThings',
    { phenomenonTime: '2024-11-05T10:00:00Z/2024-11-05T11:00:00Z', result: 1.25 },
    { topic },
  );
  assert.deepEqual(
    one.uplinks.map(({ source, at, object }) => [source, at, object]),
    [['42', Date.UTC(2024, 10, 5, 11), { result: 1.25 }]],
  );
  const array = [
    {
      Datastream: { '@iot.id': 'ab' },
      components: ['phenomenonTime', 'result'],
      dataArray: [
        ['2024-11-05T10:00:00Z', 1],
        ['yesterday', 2],
      ],
    },
  ];
  const { uplinks, faults } = read('sensorThings', array);
  assert.deepEqual(
    [uplinks.map(({ source, object }) => [source, object]), faults],
    [
      [
        ['ab', { result: 1 }],
        ['ab', { result: 2 }],
      ],
      ['timeMissing'],
    ],
  );
});

test('Campbell: GeoJSON in both spellings, a table in the time of the logger', () => {
  const properties = {
    loggerID: 'CR6-11',
    observationNames: ['a', 'b'],
    observations: { '2025-09-17T14:54:37.146Z': [13.6, 72.4] },
  };
  for (const key of ['properties', 'Properties']) {
    const [uplink] = read('campbell', { type: 'Feature', [key]: properties }).uplinks;
    assert.deepEqual(
      [uplink?.source, uplink?.at, uplink?.object],
      ['CR6-11', Date.parse('2025-09-17T14:54:37.146Z'), { a: 13.6, b: 72.4 }],
    );
  }
  const table = {
    head: { environment: { station_name: 'Weir', serial_no: '1234' }, fields: [{ name: 'Level' }] },
    data: [
      { time: '2024-11-05T08:00:00', no: 1, vals: [1.5] },
      { time: '', no: 2, vals: [2] },
    ],
  };
  const { uplinks, faults } = read('campbell', table);
  assert.deepEqual(
    uplinks.map(({ source, at, object }) => [source, at, object]),
    [['1234', Date.UTC(2024, 10, 5, 0), { Level: 1.5 }]],
  );
  assert.deepEqual(faults, ['timeMissing']);
});

test('TOA5: the real file of a logger, in its zone', needsRealFiles, () => {
  const { uplinks, faults } = read('toa5', realText('toa5/TestLogger_Daily_1.dat'), { timeZone: 'UTC' });
  assert.ok(uplinks.length > 0 && faults.length === 0);
  const [first] = uplinks;
  assert.equal(
    first?.source,
    realText('toa5/TestLogger_Daily_1.dat').split('\n')[0]?.split(',')[3]?.replaceAll('"', ''),
  );
  assert.equal(typeof ((first?.object ?? {}) as Record<string, number>)['BattV_Min'], 'number');
});

test('NMEA: the vectors', () => {
  const { cases } = vector<{ sentence: string }, Record<string, number | boolean | null>>('nmea_gga');
  for (const { in: given, out } of cases) checkGga(given.sentence, out);
});

test('NMEA: the counts of the real files', needsRealFiles, () => {
  const { files } = answer<{
    files: Record<string, { valid: Record<string, number>; bad_checksum: number; malformed_checksum: number }>;
  }>('nmea');
  for (const [name, { valid, bad_checksum: bad, malformed_checksum: malformed }] of Object.entries(files)) {
    const lines = realText(`nmea/${name}`)
      .split('\n')
      .map((line) => readSentence(line));
    const good: Record<string, number> = {};
    for (const fields of lines)
      if (Array.isArray(fields)) good[fields[0] as string] = (good[fields[0] as string] ?? 0) + 1;
    assert.deepEqual(good, valid, name);
    assert.equal(lines.filter((line) => line === 'badCheckSum').length, bad + malformed, name);
  }
});

function checkGga(sentence: string, out: Record<string, number | boolean | null>): void {
  const fields = readSentence(sentence);
  if (out['valid'] === false) {
    assert.equal(fields, 'badCheckSum', sentence);
    return;
  }
  assert.ok(Array.isArray(fields), sentence);
  const values = ggaOf(fields);
  const names = {
    lat: 'latitude',
    lon: 'longitude',
    quality: 'solution',
    sats: 'satellites',
    hdop: 'hdop',
    alt_msl_m: 'altitude',
    geoid_m: 'undulation',
    ellipsoidal_h_m: 'height',
  };
  for (const [key, name] of Object.entries(names)) {
    assert.ok(key in out, key);
    near(values[name], out[key] as number | null, 1e-9);
  }
}

test('NMEA: sentences of one time are one epoch; the date is of RMC, else the nearest', () => {
  const lines = realTextOrLines();
  const { uplinks, faults } = readNmea(bytes(lines), { receivedAt });
  assert.deepEqual(faults, ['badCheckSum']);
  const [first] = uplinks;
  assert.equal(first?.at, Date.UTC(2021, 2, 6, 10, 36, 7));
  const { solution, sigmaHeight, heading, height } = (first?.object ?? {}) as Record<string, number>;
  assert.deepEqual([solution, sigmaHeight, heading, height], [1, 31, 274.07, 104.5]);
  const late = readNmea(bytes('$GNGGA,235959.00,5327.03557,N,00214.42234,W,1,05,8.68,65.4,M,48.5,M,,*6F'), {
    receivedAt: Date.UTC(2024, 10, 5, 0, 0, 4),
  });
  assert.deepEqual([late.uplinks[0]?.at, late.faults], [Date.UTC(2024, 10, 4, 23, 59, 59), []]);
});

const realTextOrLines = () =>
  [
    '$GNRMC,103607.00,A,5327.03942,N,10214.42462,W,0.046,,060321,,,A,V*0E',
    '$GNGGA,103607.00,5327.03942,N,00214.42462,W,1,06,5.88,56.0,M,48.5,M,,*64',
    '$GNGST,103607.00,38,60,38,89,15,24,31*63',
    '$GPHDT,274.07,T*03',
    '$GPHDT,274.08,T*03',
  ].join('\r\n');

test('plain: who sent it by topic, by the content of one or of each', () => {
  assert.equal(read('plain', 'a;b', {}, { in: 'topic', level: 2 }).uplinks[0]?.source, 'logger-7');
  assert.equal(read('plain', 'a;b', { topic: 'L-9.csv' }, { in: 'topic', level: 1 }).uplinks[0]?.source, 'L-9');
  const place: SourcePlace = { in: 'content', path: 'dev.id' };
  assert.equal(read('plain', { dev: { id: 7 } }, {}, place).uplinks[0]?.source, '7');
  assert.deepEqual(
    read('plain', [{ dev: { id: 'a' } }, {}], {}, place).uplinks.map(({ source }) => source),
    ['a', ''],
  );
  assert.deepEqual(read('plain', 'no', {}, place).faults, ['notJson']);
});

test('Sparkplug B: names by the birth, numbers in order, a new birth where it is needed', () => {
  const nodes = new SparkplugNodes();
  const metric = (name: string, alias: number | null, value: number | boolean, timestamp: number | null = null) => ({
    name,
    alias,
    value,
    timestamp,
  });
  const publish = (kind: string, seq: number | null, metrics: ReturnType<typeof metric>[], device = '') =>
    nodes.read(`spBv1.0/dam/${kind}/edge${device}`, { timestamp: 1_000, seq, metrics });
  assert.deepEqual(publish('NDATA', 3, [metric('', 1, 2)]), {
    uplinks: [],
    faults: ['birthMissing'],
    rebirthTopic: 'spBv1.0/dam/NCMD/edge',
  });
  const birth = publish('NBIRTH', 0, [
    metric('bdSeq', null, 0),
    metric('Node Control/Rebirth', null, false),
    metric('Tank/Level', 1, 2.5),
  ]);
  assert.deepEqual(
    birth.uplinks.map(({ source, object, at }) => [source, object, at]),
    [['dam/edge', { 'Tank/Level': 2.5 }, 1_000]],
  );
  publish('DBIRTH', 1, [metric('T', 2, 20)], '/d1');
  const data = publish('DDATA', 2, [metric('', 2, 21), metric('', 2, 22, 2_000)], '/d1');
  assert.deepEqual(
    [data.uplinks.map(({ at, object, source }) => [at, object, source]), data.rebirthTopic],
    [
      [
        [1_000, { T: 21 }, 'dam/edge/d1'],
        [2_000, { T: 22 }, 'dam/edge/d1'],
      ],
      null,
    ],
  );
  const gap = publish('NDATA', 9, [metric('', 1, 3)]);
  assert.deepEqual([gap.faults, gap.uplinks.length, gap.rebirthTopic], [['outOfOrder'], 1, 'spBv1.0/dam/NCMD/edge']);
  publish('NDEATH', null, []);
  assert.deepEqual(publish('NDATA', 10, [metric('', 1, 3)]).faults, ['birthMissing']);
  assert.deepEqual(nodes.read('spBv1.0/dam/STATE/x', { timestamp: null, seq: null, metrics: [] }).faults, [
    'otherShape',
  ]);
});

test('NMEA: past midnight the day goes on, until one is said again', () => {
  const gga = (clock: string) => {
    const body = `GPGGA,${clock},4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,`;
    const check = [...body].reduce((sum, letter) => sum ^ letter.charCodeAt(0), 0);
    return `$${body}*${check.toString(16).padStart(2, '0')}\r\n`;
  };
  const rmc = '$GPRMC,235959,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W';
  const check = [...rmc.slice(1)].reduce((sum, letter) => sum ^ letter.charCodeAt(0), 0);
  const text = `${rmc}*${check.toString(16)}\r\n${gga('235959')}${gga('000001')}${gga('000002')}`;
  assert.deepEqual(
    read('nmea', text).uplinks.map(({ at }) => new Date(at ?? 0).toISOString()),
    ['1994-03-23T23:59:59.000Z', '1994-03-24T00:00:01.000Z', '1994-03-24T00:00:02.000Z'],
  );
});

/**
 * Devices that dial in: a modem (DTU) in the field connects over TCP or UDP, says its register id, and the instruments behind it are
 * read over Modbus RTU by the register map of the device.
 */
import { z } from 'zod';
import { devices } from '../devices/devices.ts';
import { connectionStates } from '../devices/devices.words.ts';
import { route } from '../kernel/route.ts';
import { hexadecimal, host, id, port, sncode } from '../points/fields.ts';
import {
  maxRegisterRows,
  PositionBound,
  positionQuantities,
  RegisterRow,
  repeatedRegisterRow,
  rowsAtUnit,
  unitAddress,
} from './dial-in.rows.ts';

export const dialInLimits = {
  /** Rows of one register map. */
  rows: maxRegisterRows,
  /** Unknown devices of each link that are listed. */
  unknown: 200,
  /** What each of them sent last: so many frames, of so many bytes. */
  unknownFrames: 3,
  unknownBytes: 256,
  /** A registration has to be over within this. */
  registrationMs: 10_000,
} as const;

/** An IPv4 or IPv6 address, or a network such as 10.20.0.0/16. */
export const network = z
  .string()
  .trim()
  .refine(
    (text) =>
      z.regexes.ipv4.test(text) ||
      z.regexes.ipv6.test(text) ||
      z.regexes.cidrv4.test(text) ||
      z.regexes.cidrv6.test(text),
    'network',
  );

const setup = {
  enabled: z.boolean().describe('false = the connection is held and nothing is read'),
  heartbeat: hexadecimal
    .max(64)
    .default('')
    .describe('What the modem sends by itself to keep the line open, in hexadecimal; empty = nothing'),
  silentSeconds: z.int().min(30).max(86_400).describe('A connection from which nothing came for so long is ended'),
  intervalSeconds: z.int().min(10).max(86_400).describe('How often the instruments are read, by the clock in UTC'),
  answerWithinMs: z.int().min(200).max(30_000).default(3_000).describe('How long an answer is waited for'),
  retries: z.int().min(0).max(3).default(1).describe('How often a read is tried again that had no answer'),
  readLength: z.int().min(1).max(125).default(125).describe('Registers that are read at once at most'),
  tcp: z
    .object({
      host,
      port,
      edge: id
        .nullable()
        .default(null)
        .describe('The edge (a feed) that connects to it, in the network of its site; null = the centre'),
    })
    .nullable()
    .default(null)
    .describe('Where the gateway connects to, over Modbus TCP; null = a modem dials in, over Modbus RTU'),
  udp: z
    .boolean()
    .default(false)
    .describe(
      'Whether its modem may dial in over UDP too. The sender of a datagram can be forged, so this is off unless switched on',
    ),
  downlink: z
    .boolean()
    .default(false)
    .describe(
      'Whether commands may send it bytes. A modem proves itself by a register id alone, so this is off unless switched on; collecting does not need it',
    ),
  nmea: z
    .object({
      channel: z.string().trim().min(1).max(32),
      bounds: z
        .array(PositionBound)
        .max(positionQuantities.length)
        .default([])
        .refine((list) => new Set(list.map(({ quantity }) => quantity)).size === list.length, 'rowTwice')
        .describe('A position with a number beyond them is held and not stored'),
    })
    .nullable()
    .default(null)
    .describe(
      'A receiver that sends NMEA 0183 by itself: its newest position of each interval is a reading of this channel; null = Modbus',
    ),
  map: z
    .enum(['own', 'model'])
    .default('own')
    .describe(
      "own = by the rows here; model = by the register map of the device's model, as it is when a round begins",
    ),
  unit: unitAddress
    .nullable()
    .default(null)
    .describe(
      'Of the map of the model: the unit address of this instrument in the place of the lowest of the map; null = as there',
    ),
  networks: z.array(network).max(10).default([]).describe('Where the modem may dial in from; empty = anywhere'),
};

export const DialInSetup = z
  .object({ ...setup, rows: z.array(RegisterRow).max(dialInLimits.rows).default([]) })
  .check(({ value: { rows, ...setup }, issues }) => {
    if (setup.nmea === null && setup.heartbeat === '' && setup.silentSeconds < setup.intervalSeconds + 60)
      issues.push({ code: 'custom', path: ['silentSeconds'], message: 'silentTooShort', input: setup.silentSeconds });
    const twice = repeatedRegisterRow(rows);
    if (twice !== null)
      issues.push({ code: 'custom', path: ['rows', twice, 'quantity'], message: 'rowTwice', input: rows[twice] });
  })
  .meta({ id: 'DialInSetup' });
export type DialInSetup = z.output<typeof DialInSetup>;

/** The set-up by which a device is read: its rows are those of its model where it says so. */
export const setupByModel = <S extends DialInSetup>(setup: S, registers: readonly RegisterRow[] | null): S =>
  setup.map === 'model' ? { ...setup, rows: rowsAtUnit(registers ?? [], setup.unit) } : setup;

/** Outcomes of one read: an answer, one after the time for it, none, a wrong check sum, bytes without an answer, a refusal; not tried. */
export const readOutcomes = ['answer', 'late', 'timeout', 'crc', 'noise', 'exception', 'skipped'] as const;
export type ReadOutcome = (typeof readOutcomes)[number];
export const missingNumbers = ['notFinite', 'notDecimal', 'nothing', 'tooShort', 'implausible'] as const;

export const RoundRead = z
  .object({
    unit: z.int(),
    function: z.int(),
    address: z.int(),
    count: z.int(),
    outcome: z.enum(readOutcomes),
    exception: z
      .int()
      .nullable()
      .describe('Of an exception: its code, such as 2 for an address that the instrument does not have'),
    tries: z.int(),
    latencyMs: z.int().nullable().describe('From the request to the whole answer'),
    numbers: z.array(
      z.object({
        channel: z.string(),
        quantity: z.string(),
        value: z.number().nullable(),
        missing: z.enum(missingNumbers).nullable().describe('Why there is no value in an answer that arrived'),
        rejected: z
          .number()
          .nullable()
          .default(null)
          .describe('Of what is implausible: the number that was not stored'),
      }),
    ),
  })
  .meta({ id: 'RoundRead' });
export type RoundRead = z.output<typeof RoundRead>;

export const Round = z
  .object({
    at: z.string().describe('The time that its readings have: when it began'),
    endedAt: z.string(),
    cause: z.enum(['interval', 'connected', 'command']),
    reads: z.array(RoundRead),
    position: z
      .object({
        sentences: z.int().describe('That came since the one before'),
        badCheckSums: z.int().describe('Of these: without a right check sum'),
        values: z.record(z.string(), z.number().nullable()).nullable().describe('null = no sentence with a time came'),
        rejected: z
          .array(z.string())
          .default([])
          .describe('Quantities that cannot be true by their bounds: the position was not stored'),
      })
      .nullable()
      .default(null)
      .describe('Of a receiver that sends NMEA 0183; null = of Modbus'),
  })
  .meta({ id: 'Round' });
export type Round = z.output<typeof Round>;

/** Over which links somebody may come who is no device here. */
export const unknownLinks = ['tcp', 'udp', 'mqtt', 'http', 'coap'] as const;
export type UnknownLink = (typeof unknownLinks)[number];
/** Returns whether a modem dials in over this link. */
export const isModemLink = (link: UnknownLink): boolean => link === 'tcp' || link === 'udp';

/** Why a connection ended, or was not taken. */
export const endReasons = [
  'closed',
  'silent',
  'changed',
  'stopped',
  'notSetUp',
  'networkRefused',
  'udpRefused',
  'unreachable',
  'addressRefused',
] as const;
export type EndReason = (typeof endReasons)[number];

/** Findings on a connection, from observation; the words are the reader's. */
export const findings = [
  'edgeAway',
  'edgeCallsNobody',
  'portClosed',
  'udpPortClosed',
  'notSetUp',
  'disabled',
  'neverCame',
  'networkRefused',
  'udpRefused',
  'unreachable',
  'addressRefused',
  'silent',
  'away',
  'noRows',
  'waitsForRound',
  'allTimeout',
  'someTimeout',
  'crc',
  'noise',
  'exception',
  'late',
  'skipped',
  'numbersMissing',
  'implausible',
  'noSentences',
  'badCheckSums',
  'noPosition',
  'notStored',
  'lost',
  'samplesRefused',
  'fine',
] as const;
export type Finding = (typeof findings)[number];

export const DialInState = z
  .object({
    connection: z.enum(connectionStates),
    address: z.string().nullable().describe('Where the modem dialled in from last'),
    connectedAt: z.string().nullable().describe('When its newest connection began'),
    endedAt: z.string().nullable().describe('null = it lasts, or its end was not noticed'),
    endReason: z.enum(endReasons).nullable(),
    lastByteAt: z.string().nullable().describe('When something last came from it; written with each round'),
    round: Round.nullable().describe('The newest round; null = none yet'),
    waiting: z.int().describe('Rounds that are not stored yet, because the database does not answer'),
    lost: z.int().describe('Rounds that could not be stored and were let go'),
    refused: z.int().describe('Samples of the newest stored round that were refused'),
    edge: z
      .object({
        isThere: z
          .boolean()
          .describe('false = it has not been heard of for half a minute: of the line nothing is known'),
        signAt: z.string().nullable().describe('When it was last heard of; null = never'),
        port: z.int().nullable().describe('Where modems dial in at the site'),
        udpPort: z.int().nullable(),
        callsLoggers: z.boolean().describe('Whether it may connect to loggers at the site'),
      })
      .nullable()
      .default(null)
      .describe('The edge at which its line ends; null = it ends at the centre'),
  })
  .meta({ id: 'DialInState' });
export type DialInState = z.output<typeof DialInState>;

const place = { path: '/devices/{deviceId}/dial-in', within: 'deviceId' } as const;

const DialIn = z.object({
  address: z
    .object({ host: z.string(), port: z.int() })
    .nullable()
    .describe('null = this installation has no port for it'),
  udpAddress: z.object({ host: z.string(), port: z.int() }).nullable().describe('The same of UDP'),
  register: z
    .string()
    .describe('What the modem has to say first: the register id of the device, or its serial number where it has none'),
  setup: DialInSetup.nullable().describe('null = the device is not set up for it'),
  model: z
    .object({ code: z.string(), rows: z.array(RegisterRow) })
    .nullable()
    .describe('The register map of its model; null = its model has none'),
  edges: z
    .array(z.object({ id, name: z.string() }))
    .describe('Edges of the projects that it feeds, for those who may change how it is read'),
});

export const dialIn = {
  get: route({
    ...place,
    method: 'GET',
    summary: 'How a device that dials in is read, and how its connection and its newest round went.',
    shows: ['device', 'dialIn'],
    needs: 'Retrieve:Device',
    background: true,
    input: z.object({ deviceId: id }),
    reply: DialIn.extend({ state: DialInState, findings: z.array(z.enum(findings)) }),
  }),
  set: route({
    ...place,
    method: 'PUT',
    summary:
      'Sets how a device that dials in is read. Its connection goes on; the rounds after this one are by the new register map.',
    changes: ['dialIn'],
    guards: { read: 'get', part: 'setup' },
    needs: 'Update:Device',
    input: z.object({ deviceId: id, setup: DialInSetup }),
    reply: DialIn,
    fails: ['channelUnknown'],
    example: {
      deviceId: 1,
      setup: {
        enabled: true,
        heartbeat: 'FE',
        silentSeconds: 180,
        intervalSeconds: 600,
        answerWithinMs: 3000,
        retries: 1,
        readLength: 125,
        tcp: null,
        udp: false,
        downlink: false,
        nmea: null,
        networks: [],
        rows: [{ unit: 1, function: 3, address: 0, type: 'float32', channel: '1', quantity: 'temperature' }],
      },
    },
  }),
  remove: route({
    ...place,
    method: 'DELETE',
    summary: 'Takes the set-up of a device that dials in away. Its connection is ended; its readings stay.',
    changes: ['dialIn'],
    needs: 'Update:Device',
    input: z.object({ deviceId: id }),
    reply: z.object({ code: z.literal(0) }),
  }),
  unknown: route({
    method: 'GET',
    path: '/installation/dial-in/unknown',
    summary:
      'Who came by a link and is no device here, the newest first: at most 200 of each link, with what they sent last. System accounts only.',
    shows: ['dialIn'],
    needs: 'Create:Corporation',
    background: true,
    input: z.object({ link: z.enum(unknownLinks).optional() }),
    reply: z.object({
      port: z.int().nullable(),
      udpPort: z.int().nullable(),
      unknown: z.array(
        z.object({
          link: z.enum(unknownLinks),
          register: z
            .string()
            .nullable()
            .describe(
              'Its register id; over MQTT, HTTP and CoAP the serial number that it gave; null = what it said has no form that is known',
            ),
          bytes: z.string().describe('What it said first, in hexadecimal, at most 128 bytes'),
          frames: z.array(z.object({ at: z.string(), hex: z.string() })).describe('What it sent last, shortened'),
          address: z.string(),
          firstAt: z.string(),
          lastAt: z.string(),
          times: z.int(),
        }),
      ),
    }),
  }),
  adopt: route({
    method: 'POST',
    path: '/installation/dial-in/unknown/adopt',
    makes: { kind: 'devices', in: 'deviceId' },
    summary:
      'Makes somebody unknown a device of a corporation: a modem with its register id, read by the register map of the model where that has one. It leaves the list. Gives the secret of the device, only this once. System accounts only.',
    changes: ['dialIn', 'device'],
    needs: 'Create:Corporation',
    within: 'corporationId',
    secures: 'secret',
    input: z.object({
      corporationId: id,
      link: z.enum(unknownLinks),
      bytes: z.string().regex(/^(?:[0-9A-F]{2}){1,128}$/),
      model: devices.create.input.shape.model,
      name: devices.create.input.shape.name,
      sncode,
      isFenced: z
        .boolean()
        .default(false)
        .describe('Of a modem: whether it may come from the address alone that it came from last'),
    }),
    reply: z.object({ deviceId: z.int(), secret: z.string() }),
    fails: ['sncodeExists', 'registerExists', 'limitReached'],
    example: { corporationId: 1, link: 'tcp', bytes: '4454552D31', model: 'DIY', name: 'Modem', sncode: 'DTU-1' },
  }),
};

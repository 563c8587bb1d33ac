/**
 * What an instrument keeps in itself, read and written by commands: its serial ports, the server that it delivers to, its
 * calibrations, its clock, and readings that it still has; and how it works on what it measures, which is set at the device
 * (`devices.setProcessor`) and sent from there. What is shown is what the device said, with what was asked of it since.
 */
import { z } from 'zod';
import { ProcessorConfig } from '../devices/devices.processor.ts';
import { route } from '../kernel/route.ts';
import { host, id, instant, port } from '../points/fields.ts';

export const instrumentLimits = { ports: 32, calibrations: 200, historyDays: 366 } as const;

export const baudRates = [300, 600, 1200, 2400, 4800, 9600, 14_400, 19_200, 28_800, 38_400, 57_600, 115_200] as const;
export const parities = ['none', 'even', 'odd'] as const;

const portNumber = z.int().min(1).max(instrumentLimits.ports);
const serial = {
  baudRate: z.literal(baudRates),
  dataBits: z.literal([7, 8]),
  parity: z.enum(parities),
  stopBits: z.literal([1, 2]),
};
export const SerialPort = z.object({ port: portNumber, ...serial }).meta({ id: 'SerialPort' });
export const DeliveryServer = z.object({ host, port, tls: z.boolean() }).meta({ id: 'DeliveryServer' });
/** Name of a calibration as the instrument has it: no path. */
export const calibrationName = z
  .string()
  .trim()
  .regex(/^(?!\.)[A-Za-z0-9._-]{1,64}$/, 'fileName');
export const Calibration = z
  .object({
    name: calibrationName,
    at: z.string().max(40).nullable().describe('When it was made, as the instrument says'),
    values: z.record(z.string().max(40), z.number()).describe('Its factors, as far as the instrument gives them'),
  })
  .meta({ id: 'Calibration' });

/** Values of each part, as a device answers it in `value`. */
export const instrumentValues = {
  ports: z.array(SerialPort).max(instrumentLimits.ports),
  server: DeliveryServer,
  calibrations: z.array(Calibration).max(instrumentLimits.calibrations),
  clock: z.object({ at: z.string().max(40) }),
  processor: ProcessorConfig,
} as const;
/** Parts that a person asks for; the processor is told by the answers to its settings. */
export const instrumentParts = ['ports', 'server', 'calibrations', 'clock'] as const;
export type InstrumentPart = keyof typeof instrumentValues;

export const instrumentActs = ['read', 'write', 'delete', 'history'] as const;
/** waiting = it was not sent yet; sent = no answer yet; unanswered = none within half an hour, never of the processor, which is sent again. */
export const instrumentStates = ['waiting', 'sent', 'done', 'refused', 'unanswered'] as const;

const InstrumentRequest = z.object({
  act: z.enum(instrumentActs),
  wanted: z.unknown().describe('What was to be written or deleted; null = nothing'),
  state: z.enum(instrumentStates),
  byName: z.string(),
  at: z.string(),
  answeredAt: z.string().nullable(),
  text: z.string().describe('What the device said'),
});
const partOf = <V extends z.ZodType>(value: V) =>
  z.object({
    value: value.nullable().describe('null = the device has never said'),
    reportedAt: z.string().nullable(),
    request: InstrumentRequest.nullable().describe('What was asked last; null = nothing'),
  });
export const Instrument = z
  .object({
    deviceId: z.int(),
    ports: partOf(instrumentValues.ports),
    server: partOf(instrumentValues.server),
    calibrations: partOf(instrumentValues.calibrations),
    clock: partOf(instrumentValues.clock),
    processor: partOf(instrumentValues.processor).describe('Sampling, filter, events, serial line and polling bytes'),
    history: z.object({ request: InstrumentRequest.nullable() }),
  })
  .meta({ id: 'Instrument' });
export type Instrument = z.output<typeof Instrument>;

const reply = z.object({ instrument: Instrument });
const device = { deviceId: id };
const order = {
  needs: 'Update:Device',
  changes: ['command'],
  reply,
  fails: ['deviceNotNetworked', 'pointNotBound'],
} as const;
const onDevice = { ...order, within: 'deviceId' } as const;
const onPoint = { ...order, within: 'pointId' } as const;
const point = { pointId: id };
const readable = { method: 'GET', reply, shows: ['command'], background: true } as const;
const ofPoint = {
  ...readable,
  needs: 'Retrieve:Device',
  within: 'pointId',
  input: z.object(point),
  fails: ['pointNotBound'],
} as const;
const admi = (name: string) => `/admi/{projectId}/{pointId}/${name}` as const;

export const instrumentRoutes = {
  instrument: route({
    ...readable,
    path: '/devices/{deviceId}/instrument',
    summary:
      'What an instrument has said of its serial ports, its server, its calibrations and its clock, and what was asked of it.',
    needs: 'Retrieve:Device',
    within: 'deviceId',
    input: z.object(device),
  }),
  readInstrument: route({
    ...onDevice,
    method: 'POST',
    path: '/devices/{deviceId}/instrument/read',
    summary: 'Asks an instrument how one part of it is set; what it answers is shown until it answers otherwise.',
    input: z.object({ ...device, part: z.enum(instrumentParts) }),
  }),
  setPort: route({
    ...onDevice,
    method: 'PUT',
    path: '/devices/{deviceId}/instrument/ports/{port}',
    summary: 'Writes how a serial port of an instrument is set.',
    input: z.object({ ...device, port: z.coerce.number<number>().pipe(portNumber), ...serial }),
    example: { deviceId: 1, port: 1, baudRate: 9600, dataBits: 8, parity: 'none', stopBits: 1 },
  }),
  setServer: route({
    ...onDevice,
    method: 'PUT',
    path: '/devices/{deviceId}/instrument/server',
    summary: 'Writes to which server an instrument delivers. It is lost to this installation where that is another.',
    input: z.object({ ...device, ...DeliveryServer.shape }),
    example: { deviceId: 1, host: 'gateway.example', port: 1883, tls: false },
  }),
  setClock: route({
    ...onDevice,
    method: 'PUT',
    path: '/devices/{deviceId}/instrument/clock',
    summary: 'Sets the clock of an instrument to that of the server.',
    input: z.object(device),
  }),
  deleteCalibration: route({
    ...onDevice,
    method: 'DELETE',
    path: '/devices/{deviceId}/instrument/calibrations/{name}',
    summary: 'Deletes a calibration that an instrument keeps.',
    input: z.object({ ...device, name: calibrationName }),
    example: { deviceId: 1, name: 'chain-1' },
  }),
  fetchHistory: route({
    ...onDevice,
    method: 'POST',
    path: '/devices/{deviceId}/instrument/history',
    summary:
      'Asks an instrument to send what it still has of some time, a year at most. Readings that are there do not change.',
    input: z
      .object({ ...device, from: instant, to: instant })
      .refine(({ from, to }) => from < to, { path: ['to'], message: 'endNotAfterStart' })
      .refine(
        ({ from, to }) =>
          Date.parse(String(to)) - Date.parse(String(from)) <= instrumentLimits.historyDays * 86_400_000,
        {
          path: ['to'],
          message: 'historyTooLong',
        },
      ),
    example: { deviceId: 1, from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
  }),
  pointInstrument: route({
    ...ofPoint,
    path: '/measuring-points/{pointId}/instrument',
    aliases: [{ path: admi('port-list') }, { path: admi('grpc-config') }, { path: admi('calibration') }],
    summary: 'The same of the device that feeds a point.',
  }),
  setPointPort: route({
    ...onPoint,
    method: 'PATCH',
    path: '/measuring-points/{pointId}/instrument/port',
    aliases: [{ path: admi('port-config') }, { method: 'PUT', path: admi('port-config') }],
    summary: 'Writes how a serial port of the device is set that feeds a point.',
    input: z.object({ ...point, port: portNumber, ...serial }),
    example: { pointId: 1, port: 1, baudRate: 9600, dataBits: 8, parity: 'none', stopBits: 1 },
  }),
  setPointServer: route({
    ...onPoint,
    method: 'PATCH',
    path: '/measuring-points/{pointId}/instrument/server',
    aliases: [{ path: admi('grpc-config') }, { method: 'PUT', path: admi('grpc-config') }],
    summary: 'Writes to which server the device delivers that feeds a point.',
    input: z.object({ ...point, ...DeliveryServer.shape }),
    example: { pointId: 1, host: 'gateway.example', port: 1883, tls: false },
  }),
  readPointInstrument: route({
    ...onPoint,
    method: 'POST',
    path: '/measuring-points/{pointId}/instrument/read',
    aliases: [{ path: admi('port-list') }],
    summary: 'Asks the device that feeds a point how one part of it is set.',
    input: z.object({ ...point, part: z.enum(instrumentParts).default('ports') }),
  }),
  deletePointCalibration: route({
    ...onPoint,
    method: 'DELETE',
    path: '/measuring-points/{pointId}/instrument/calibration',
    aliases: [{ path: admi('calibration') }],
    summary: 'Deletes a calibration that the device keeps which feeds a point.',
    input: z.object({ ...point, name: calibrationName }),
    example: { pointId: 1, name: 'chain-1' },
  }),
};

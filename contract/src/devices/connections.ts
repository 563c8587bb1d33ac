import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, sncode } from '../points/fields.ts';
import { Connection, register } from './devices.device.ts';
import { connectionStates } from './devices.words.ts';

/** How a device reaches the gateway: its secret, whether it is connected, its SIM card. */
export const connections = {
  newSecret: route({
    method: 'POST',
    path: '/devices/{deviceId}/secret',
    summary: 'Replaces the secret of a device and returns it, only this once. The old secret stops working at once.',
    changes: ['device'],
    needs: 'Update:Device',
    secures: 'secret',
    within: 'deviceId',
    input: z.object({ deviceId: id }),
    reply: z.object({ secret: z.string(), connection: Connection }),
  }),
  connectionStatus: route({
    method: 'GET',
    path: '/connection-status/{register}',
    summary: 'Whether the device of a network register id is connected.',
    shows: ['device'],
    needs: 'Retrieve:Device',
    background: true,
    input: z.object({ register }),
    reply: z.object({
      register: z.string(),
      sncode: z.string(),
      connection: z.enum(connectionStates),
      lastSeenAt: z.string().nullable(),
    }),
    example: { register: 'R0001' },
  }),
  simInfoQuery: route({
    method: 'GET',
    path: '/sim-info-query/{sncode}/{iccid}',
    summary:
      "Returns the state of a device's SIM card, as reported by the operator that is configured in the installation.",
    shows: { nothing: 'What the operator of the SIM card answers' },
    needs: 'Retrieve:Device',
    input: z.object({
      sncode,
      iccid: z
        .string()
        .trim()
        .regex(/^[0-9A-Fa-f]{1,20}$/),
    }),
    reply: z.object({
      sim: z.object({
        iccid: z.string(),
        status: z.string().nullable(),
        operator: z.string().nullable(),
        msisdn: z.string().nullable(),
        usedMb: z.number().nullable(),
        totalMb: z.number().nullable(),
        expiresAt: z.string().nullable(),
        other: z
          .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
          .describe('What else the vendor says'),
      }),
    }),
    fails: ['vendorNotConfigured', 'vendorFailed'],
    example: { sncode: 'VW8-0001', iccid: '89860000000000000001' },
  }),
};

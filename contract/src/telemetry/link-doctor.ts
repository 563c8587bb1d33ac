/** The connection doctor: what is wrong with a link, by what has been observed. */
import { z } from 'zod';
import { frameLinks } from '../devices/frames.ts';
import { route } from '../kernel/route.ts';
import { id } from '../points/fields.ts';

/** Findings on a link; the words and what to try are the reader's. */
export const linkFindings = [
  'edgeAway',
  'neverSeen',
  'silent',
  'badCredentials',
  'secretRefused',
  'certificateRefused',
  'clockAhead',
  'clockBehind',
  'unknownChannel',
  'malformed',
  'topicRefused',
  'tooLarge',
  'otherQuantities',
  'otherRefused',
  'unbound',
  'portClosed',
  'notRegistered',
  'similarRegistration',
  'networkRefused',
  'udpRefused',
  'unreachable',
  'addressRefused',
  'lineSilent',
  'allTimeout',
  'someTimeout',
  'crc',
  'wrongBaud',
  'exception',
  'late',
  'feedOff',
  'feedNotConnected',
  'feedNeverReceived',
  'feedUnknown',
  'feedFault',
  'notStored',
  'fine',
] as const;

export const Diagnosis = z
  .object({
    findings: z.array(
      z.object({
        finding: z.enum(linkFindings),
        isWrong: z.boolean().describe('false = a remark, or that all is well'),
        at: z.string().nullable().describe('Since when, or when it was last observed'),
        count: z.number().nullable(),
        name: z.string().describe('A channel, an error, a fault, the name of who sends; empty = none'),
      }),
    ),
    links: z.array(z.enum(frameLinks)).describe('By what it delivers, as far as is known'),
  })
  .meta({ id: 'Diagnosis' });
export type Diagnosis = z.output<typeof Diagnosis>;

export const linkDoctor = {
  ofDevice: route({
    within: 'deviceId',
    method: 'GET',
    path: '/devices/{deviceId}/diagnosis',
    summary: 'What is wrong with the link of a device, by what has been observed.',
    shows: ['frame', 'device', 'dialIn', 'feed'],
    needs: 'Retrieve:Device',
    background: true,
    input: z.object({ deviceId: id }),
    reply: Diagnosis,
  }),
  ofFeed: route({
    within: 'corporationId',
    method: 'GET',
    path: '/corporations/{corporationId}/feeds/{feedId}/diagnosis',
    summary: 'What is wrong with a feed, by what has been observed.',
    shows: ['frame', 'feed'],
    needs: 'Retrieve:Corporation',
    background: true,
    input: z.object({ corporationId: id, feedId: id }),
    reply: Diagnosis,
  }),
};

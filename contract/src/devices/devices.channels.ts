import { z } from 'zod';
import { sensorModes } from '../points/families.ts';
import { admAddress, hexadecimal } from '../points/fields.ts';
import { channelConfigTypes, channelProtocols } from './devices.words.ts';

/** As the device names it in its messages. Of an extension module: the module's number, a hyphen, the channel (`2-5`). */
const number = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{1,16}$/);
const mode = z.coerce.number<number>().refine((each) => each in sensorModes, 'sensorMode');
const label = z.string().trim().max(32);

/** How a channel is wired and read. What is absent stays as it is. */
const wiring = {
  configType: z.enum(channelConfigTypes).describe('On the device, on an extension module, behind the serial port'),
  protocol: z.enum(channelProtocols).nullable().describe("null = the model's"),
  sensor: z.string().trim().max(32).describe('Code of the model that is connected'),
  address: z.string().trim().max(32).describe('Address code, as its protocol writes it'),
};

/** A place of a device that delivers samples: what a message names, and how it is read. */
export const Channel = z
  .object({
    number: number.describe('As the device names it in its messages'),
    mode: mode.describe('Sensor mode 1..9'),
    label: label.default(''),
    ...z.object(wiring).partial().shape,
  })
  .meta({ id: 'Channel' });

/** A channel of the patch: without a number it takes the next that is free. */
export const ChannelPatch = z.object({
  number: number.optional(),
  mode: mode.optional(),
  label: label.optional(),
  ...z.object(wiring).partial().shape,
});

/** A channel as stored, with every field. */
export const StoredChannel = z
  .object({ number: z.string(), mode: z.int(), label: z.string(), ...wiring })
  .meta({ id: 'KeptChannel' });
export type StoredChannel = z.output<typeof StoredChannel>;

export const channelList = z
  .array(Channel)
  .max(512)
  .refine((list) => new Set(list.map((channel) => channel.number)).size === list.length, 'channelsRepeat');

const modbusUnit = /^(?:[1-9]|[1-9]\d|1\d\d|2[0-3]\d|24[0-7])$/;

/** Returns whether an address is one that its protocol can have: `n-xxxxxx`, a Modbus unit 1 to 247, or legal hexadecimal. */
export function isAddress(protocol: StoredChannel['protocol'], address: string): boolean {
  if (address === '') return true;
  if (protocol === 'adm') return admAddress.safeParse(address).success;
  if (protocol === 'modbusRTU') return modbusUnit.test(address);
  if (protocol === 'vibratingWire' || protocol === 'analog' || protocol === 'bridge' || protocol === 'pulse')
    return hexadecimal.safeParse(address).success;
  return /^[A-Za-z0-9._:/-]+$/.test(address);
}

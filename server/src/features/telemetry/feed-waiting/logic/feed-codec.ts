/** An uplink and the bytes or text of it that a codec is given; what a codec cannot be given, and what it made of it. */
import type { Format } from '@plumbline/contract/kernel/formats';
import { pluginLimits } from '@plumbline/contract/platform/plugins.package';
import { decodeByCodec, isOtherPort } from '@plumbline/science/formats/codec';
import { decodeUplink } from '@plumbline/science/formats/format';
import type { Decoded } from '@plumbline/science/formats/format-shape';
import type { Uplink } from '@plumbline/science/formats/uplink';
import { PluginFault, type Plugins } from '../../../platform/plugins/plugins.api.ts';

/** The records of an uplink by its format, through its codec where it has one. Throws PluginFault. */
export async function decodedBy(plugins: Pick<Plugins, 'decode'>, format: Format, uplink: Uplink): Promise<Decoded> {
  const { codec } = format;
  if (!codec) return decodeUplink(format satisfies Format, uplink);
  if (isOtherPort(format, uplink)) return { records: [], faults: [] };
  const { bytes, port } = uplink;
  const text = uplink.object === undefined ? uplink.text : JSON.stringify(uplink.object);
  const length = Math.max(bytes?.length ?? 0, text?.length ?? 0);
  if (length > pluginLimits.messageBytes) throw new PluginFault('tooLong', 'the message');
  const { records } = await plugins.decode(codec, {
    bytes: bytes === null ? null : Buffer.from(bytes).toString('hex'),
    text,
    port,
  });
  return decodeByCodec(format, records, uplink);
}

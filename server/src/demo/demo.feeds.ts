/** Furnishes the feeds: a LoRaWAN network server that delivers by a webhook, and two of its sensors that are no device yet. */
import { feeds } from '@plumbline/contract/telemetry/feeds';
import type { Furnishing, Step } from './demo.client.ts';

const name = 'LoRaWAN of the river basin';

/** A level sensor of the catalogue of models (EM500-SWL), and one that nobody has described. */
const sensors = [
  { eui: '24E124126A148401', payloads: ['AXVcA3cCAA==', 'AXVcA3cEAA==', 'AXVbA3cHAA=='] },
  { eui: 'A84041C2D1895E17', payloads: ['DLQBDAEAVg=='] },
] as const;

async function loRaWan({ client, madeMs }: Furnishing): Promise<void> {
  const { corporationId } = client;
  const { feeds: there } = await client.call(feeds.list, { corporationId });
  const known = there.find((feed) => feed.name === name);
  const { feed, secret } = known
    ? { feed: known, ...(await client.call(feeds.newSecret, { corporationId, feedId: known.id })) }
    : await client.call(feeds.create, {
        corporationId,
        kind: 'webhook',
        name,
        wrapping: 'theThingsStack',
        timeZone: 'Asia/Shanghai',
      });
  for (const { eui, payloads } of sensors)
    for (const [nth, payload] of payloads.entries())
      await client.deliver(feed.key, secret ?? '', {
        end_device_ids: { device_id: `eui-${eui.toLowerCase()}`, dev_eui: eui },
        uplink_message: {
          f_port: 85,
          frm_payload: payload,
          rx_metadata: [{ rssi: -97 }],
          received_at: new Date(madeMs - (payloads.length - nth) * 600_000).toISOString(),
        },
      });
}

export const feedSteps: readonly Step[] = [['LoRaWAN feed', loRaWan]];

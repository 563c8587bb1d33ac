/** A device at the other end of MQTT, as it is in the field but that it does not come back by itself. */
import mqtt, { type MqttClient } from 'mqtt';
import type { TestServer } from './harness.ts';

/** Rejects where the gateway lets it not in. */
export const connectDevice = (
  server: Pick<TestServer, 'gateway'>,
  { sncode, secret }: { readonly sncode: string; readonly secret: string },
): Promise<MqttClient> =>
  mqtt.connectAsync(
    `mqtt://127.0.0.1:${server.gateway!.mqtt!.port}`,
    { username: sncode, password: secret, protocolVersion: 4, reconnectPeriod: 0, connectTimeout: 10_000 },
    false,
  );

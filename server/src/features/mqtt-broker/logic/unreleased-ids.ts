/**
 * Which QoS 2 messages of a connection are taken and wait for PUBREL: one bit for each packet identifier, in place of the
 * copy of the message that aedes would keep. A client may have as many in flight as there are identifiers, because what
 * counts is stored before PUBREC, and the rest of the handshake needs the identifier alone.
 *
 * Invariant: a connection keeps 8 KiB for them at most, and they go with it, since no session outlives its connection.
 */
import type { Aedes, Client } from 'aedes';

/** All packet identifiers that there are. */
export const maxUnreleased = 65_535;

type Numbered = { readonly messageId?: number };
/** Of aedes' inside: pinned by broker.qos2.test. */
interface Incoming {
  incomingStorePacket(client: Client, packet: Numbered): Promise<void>;
  incomingGetPacket(client: Client, packet: Numbered): Promise<Numbered>;
  incomingDelPacket(client: Client, packet: Numbered): Promise<void>;
  cleanIncoming(client: Client): Promise<void>;
}

/** Makes a broker keep the identifiers alone. */
export function keepIdsAlone(aedes: Aedes): void {
  const kept = new WeakMap<Client, Uint8Array>();
  const holds = (client: Client, { messageId = 0 }: Numbered) =>
    ((kept.get(client)?.[messageId >> 3] ?? 0) & (1 << (messageId & 7))) !== 0;
  const mark = (client: Client, { messageId = 0 }: Numbered, isKept: boolean) => {
    const bits = kept.get(client) ?? new Uint8Array(8_192);
    kept.set(client, bits);
    const bit = 1 << (messageId & 7);
    const byte = bits[messageId >> 3] ?? 0;
    bits[messageId >> 3] = isKept ? byte | bit : byte & ~bit;
  };
  const found = async (client: Client, packet: Numbered) => {
    if (!holds(client, packet)) throw new Error('no message of this identifier waits for PUBREL');
    return packet;
  };
  const incoming: Incoming = {
    incomingStorePacket: async (client, packet) => mark(client, packet, true),
    incomingGetPacket: found,
    incomingDelPacket: async (client, packet) => mark(client, await found(client, packet), false),
    cleanIncoming: async (client) => void kept.delete(client),
  };
  Object.assign((aedes as unknown as { persistence: Incoming }).persistence, incoming);
}

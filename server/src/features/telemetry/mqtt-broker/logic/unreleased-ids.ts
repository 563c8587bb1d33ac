/**
 * Which QoS 2 messages of a connection are taken and wait for PUBREL: one bit for each packet identifier, in place of the
 * copy of the message that aedes would keep. A client may have as many in flight as there are identifiers, because what
 * counts is stored before PUBREC, and the rest of the handshake needs the identifier alone.
 *
 * Invariant: a connection keeps 8 KiB for them at most, and they go with it, since no session outlives its connection.
 */
/** All packet identifiers that there are. */
export const maxUnreleased = 65_535;

type Numbered = { readonly messageId?: number };
/** Of aedes' inside: pinned by broker.qos2.test. */
interface Incoming {
  incomingStorePacket(client: object, packet: Numbered): Promise<void>;
  incomingGetPacket(client: object, packet: Numbered): Promise<Numbered>;
  incomingDelPacket(client: object, packet: Numbered): Promise<void>;
  cleanIncoming(client: object): Promise<void>;
}

/** Makes the persistence of a broker keep the identifiers alone. */
export function keepIdsAlone(persistence: object): void {
  const bitsOf = new WeakMap<object, Uint8Array>();
  const holds = (client: object, { messageId = 0 }: Numbered) =>
    ((bitsOf.get(client)?.[messageId >> 3] ?? 0) & (1 << (messageId & 7))) !== 0;
  const mark = (client: object, { messageId = 0 }: Numbered, isUnreleased: boolean) => {
    const bits = bitsOf.get(client) ?? new Uint8Array(8_192);
    bitsOf.set(client, bits);
    const bit = 1 << (messageId & 7);
    const byte = bits[messageId >> 3] ?? 0;
    bits[messageId >> 3] = isUnreleased ? byte | bit : byte & ~bit;
  };
  const found = async (client: object, packet: Numbered) => {
    if (!holds(client, packet)) throw new Error('no message of this identifier waits for PUBREL');
    return packet;
  };
  const incoming: Incoming = {
    incomingStorePacket: async (client, packet) => mark(client, packet, true),
    incomingGetPacket: found,
    incomingDelPacket: async (client, packet) => mark(client, await found(client, packet), false),
    cleanIncoming: async (client) => void bitsOf.delete(client),
  };
  Object.assign(persistence, incoming);
}

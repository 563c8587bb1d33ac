/**
 * Sparkplug B: edge nodes and their devices, by birth, data and death. A birth names every metric and gives it an alias;
 * data may use the alias alone, and are numbered 0 to 255 and round again. Whoever has not got the birth, or misses a
 * number, asks the node to be born again. Pure: payloads arrive here decoded.
 * Source: Eclipse Sparkplug Specification 3.0.0, sections 4 (topics), 6.4 (payloads), 6.4.3 (sequence numbers).
 *
 * Invariant: a metric has the name that the newest birth of its node gave its alias, or it is left out.
 */
import { nothingOf, type Uplink, uplinkLimits, uplinkOf, type WrappingFault } from './uplink.ts';

export interface SparkplugMetric {
  readonly name: string;
  readonly alias: number | null;
  /** Epoch ms. */
  readonly timestamp: number | null;
  readonly value: number | boolean | null;
  /** By the number of the standard; left out where only the alias is sent. */
  readonly datatype?: number | null;
}
export interface SparkplugPayload {
  readonly timestamp: number | null;
  readonly seq: number | null;
  readonly metrics: readonly SparkplugMetric[];
}
export interface SparkplugRead {
  readonly uplinks: readonly Uplink[];
  readonly faults: readonly WrappingFault[];
  /** The topic that the request for a new birth goes to; null = none is needed. */
  readonly rebirthTopic: string | null;
}

export interface SparkplugTopic {
  readonly group: string;
  readonly kind: 'NBIRTH' | 'NDATA' | 'NDEATH' | 'DBIRTH' | 'DDATA' | 'DDEATH';
  readonly node: string;
  readonly device: string | null;
}

export function readSparkplugTopic(topic: string): SparkplugTopic | null {
  const match = /^spBv1\.0\/([^/+#]{1,100})\/([ND](?:BIRTH|DATA|DEATH))\/([^/+#]{1,100})(?:\/([^/+#]{1,100}))?$/.exec(
    topic,
  );
  const [, group, kind, node, device = null] = match ?? [];
  if (group === undefined || kind === undefined || node === undefined || kind.startsWith('D') !== (device !== null))
    return null;
  return { group, kind: kind as SparkplugTopic['kind'], node, device };
}

interface Node {
  seq: number | null;
  readonly names: Map<number, string>;
  /** Of metrics, by who has them and their name, as births say. */
  readonly types: Map<string, number>;
}
const maxNodes = 1_000;

/** State of the nodes that publish, in memory. */
export class SparkplugNodes {
  readonly #nodes = new Map<string, Node>();

  read(topic: string, payload: SparkplugPayload): SparkplugRead {
    const place = readSparkplugTopic(topic);
    if (!place) return { ...nothingOf('otherShape'), rebirthTopic: null };
    const key = `${place.group}/${place.node}`;
    if (place.kind === 'NDEATH') this.#nodes.delete(key);
    if (place.kind.endsWith('DEATH')) return { ...nothingOf(), rebirthTopic: null };
    const node = place.kind === 'NBIRTH' ? this.#born(key) : this.#nodes.get(key);
    const faults = new Set<WrappingFault>();
    if (node && !isNext(node, payload.seq)) faults.add('outOfOrder');
    if (node) node.seq = payload.seq;
    const source = place.device === null ? key : `${key}/${place.device}`;
    if (place.kind.endsWith('BIRTH')) this.#name(node, source, payload.metrics);
    const uplinks = uplinksOf(source, payload, node, faults);
    const isLost = faults.has('outOfOrder') || faults.has('birthMissing') || !node;
    return { uplinks, faults: [...faults], rebirthTopic: isLost ? `spBv1.0/${place.group}/NCMD/${place.node}` : null };
  }

  #born(key: string): Node {
    const [oldest] = this.#nodes.keys();
    if (this.#nodes.size >= maxNodes && oldest !== undefined) this.#nodes.delete(oldest);
    const node: Node = { seq: null, names: new Map(), types: new Map() };
    this.#nodes.delete(key);
    this.#nodes.set(key, node);
    return node;
  }

  /** The type of a metric, as the newest birth says; null = it does not. `source`: `group/node` or `group/node/device`. */
  typeOf(source: string, name: string): number | null {
    const key = source.split('/').slice(0, 2).join('/');
    return this.#nodes.get(key)?.types.get(`${source} ${name}`) ?? null;
  }

  #name(node: Node | undefined, source: string, metrics: readonly SparkplugMetric[]): void {
    if (!node) return;
    for (const { alias, name, datatype = null } of metrics) {
      if (name === '') continue;
      if (alias !== null && node.names.size < uplinkLimits.names) node.names.set(alias, name);
      if (datatype !== null && node.types.size < uplinkLimits.names) node.types.set(`${source} ${name}`, datatype);
    }
  }
}

const isNext = ({ seq: last }: Node, seq: number | null): boolean =>
  seq === null || last === null || seq === (last + 1) % 256;

/** A metric of another time than its neighbours is an uplink of its own. */
function uplinksOf(
  source: string,
  payload: SparkplugPayload,
  node: Node | undefined,
  faults: Set<WrappingFault>,
): Uplink[] {
  const byTime = new Map<number | null, Record<string, number | null>>();
  for (const { name, alias, timestamp, value } of payload.metrics.slice(0, uplinkLimits.names)) {
    const metricName = name !== '' ? name : alias === null ? undefined : node?.names.get(alias);
    if (metricName === undefined) {
      faults.add('birthMissing');
      continue;
    }
    // What controls the node itself is no measurement.
    if (metricName === 'bdSeq' || metricName.startsWith('Node Control/') || metricName.startsWith('Device Control/'))
      continue;
    const at = timestamp ?? payload.timestamp;
    const values = byTime.get(at) ?? {};
    byTime.set(at, values);
    const number = typeof value === 'boolean' ? Number(value) : value;
    Object.defineProperty(values, metricName, { value: number, enumerable: true, configurable: true, writable: true });
  }
  return [...byTime].map(([at, object]) => uplinkOf({ source, at, object }));
}

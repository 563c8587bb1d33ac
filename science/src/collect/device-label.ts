/**
 * Texts of the QR codes on devices, and of ours. Makers agree on nothing: a bare serial number, pairs of a name
 * and a value, an address, or JSON are read; what names no serial number that could be one is not.
 */

export interface DeviceLabel {
  readonly sncode: string;
  /** null = the label does not say it. */
  readonly model: string | null;
  readonly name: string | null;
}

/** A serial number as the contract has it: it is also an MQTT username. */
const serial = /^[A-Za-z0-9._-]{1,32}$/;
const longest = 2_000;

const words = {
  sncode: [
    'sn',
    'sncode',
    's/n',
    'sno',
    'serial',
    'serialno',
    'serialnumber',
    'serial number',
    'serial no',
    '序列号',
    '设备序列号',
    '编号',
  ],
  model: ['model', 'mod', 'type', 'product', 'pn', 'p/n', '型号', '设备型号'],
  name: ['name', 'devicename', 'device name', '名称', '设备名称'],
} as const;
type LabelField = keyof typeof words;
const wordOf = new Map<string, LabelField>(
  Object.entries(words).flatMap(([field, names]) => names.map((name) => [name, field as LabelField])),
);

/** Returns whether a text can be a serial number of a device. */
const isSerial = (text: string): boolean => serial.test(text);

/** Reads a label; null = it names no device. Text after NFKC, so wide colons and digits of Chinese labels are plain. */
export function readDeviceLabel(text: string): DeviceLabel | null {
  const plain = text
    .normalize('NFKC')
    .replace(/^\uFEFF/, '')
    .trim();
  if (plain === '' || plain.length > longest) return null;
  const parsed = ofJson(plain) ?? ofAddress(plain) ?? ofPairs(plain) ?? { sncode: plain };
  const sncode = parsed.sncode?.trim() ?? '';
  if (!isSerial(sncode)) return null;
  return { sncode, model: trimmedOrNull(parsed.model), name: trimmedOrNull(parsed.name) };
}

/** Returns the text of our own labels: short, so that the code stays coarse enough to be read from a metre away. */
export const deviceLabel = ({ sncode, model }: { readonly sncode: string; readonly model: string }): string =>
  model.trim() === '' || /[;:\n]/.test(model) ? `SN:${sncode}` : `SN:${sncode};MODEL:${model}`;

const trimmedOrNull = (text: string | undefined): string | null => text?.trim().slice(0, 32) || null;

type Pairs = Partial<Record<LabelField, string>>;

function pairsOf(pairs: Iterable<readonly [string, unknown]>): Pairs {
  const pairsInText: Pairs = {};
  for (const [name, value] of pairs) {
    const field = wordOf.get(name.trim().toLowerCase());
    if (field === undefined || pairsInText[field] !== undefined) continue;
    if (typeof value === 'string' || typeof value === 'number') pairsInText[field] = String(value);
  }
  return pairsInText;
}

function ofJson(text: string): Pairs | null {
  if (!text.startsWith('{')) return null;
  try {
    return pairsOf(Object.entries(JSON.parse(text) as object));
  } catch {
    return {};
  }
}

/** `https://maker.example/device?sn=VW-1`, or the last part of its path. */
function ofAddress(text: string): Pairs | null {
  const [, path = '', query = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^?#]*)(?:\?([^#]*))?/i.exec(text) ?? [];
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return null;
  const named = pairsOf(
    query
      .split('&')
      .map((pair) => pair.split('='))
      .map(([name = '', value = '']) => [decoded(name), decoded(value)] as const),
  );
  if (named.sncode !== undefined) return named;
  return { ...named, sncode: decoded(path.split('/').filter(Boolean).at(-1) ?? '') };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}

/** `SN:VW-1;MODEL:DCT20S`, on one line or on several. */
function ofPairs(text: string): Pairs | null {
  if (!/[:=]/.test(text)) return null;
  const parts = text.split(/[;,|\n\r\t]+/).map((part) => /^\s*([^:=]+?)\s*[:=]\s*(.*?)\s*$/.exec(part));
  return pairsOf(parts.flatMap((part) => (part ? [[part[1] ?? '', part[2] ?? ''] as const] : [])));
}

/** Names of files that are sent, by the pattern of a rule: {time}, {rule} and {number}. */
import { writeTime } from '@plumbline/science/push/times';
import { type Delivered, type Delivery, PushRefused } from './transport.ts';

/** Numbers that are tried one after the other where files of those names are there already. */
const numbersTried = 50;
const numberDigits = 6;

type Facts = Pick<Delivery, 'ruleName' | 'settings' | 'sentAt'>;

export function fileName({ ruleName, settings, sentAt }: Facts, number: number): string {
  const parts: Readonly<Record<string, string>> = {
    time: String(writeTime(sentAt, 'yyyyMMdd-HHmmss-SSS', settings.timeZone)),
    rule: ruleName.replaceAll(/[^\p{L}\p{N}._-]/gu, '_'),
    number: String(number).padStart(numberDigits, '0'),
  };
  return settings.file.name.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '');
}

export interface Folder {
  /** Returns whether a file of this name is there. */
  has(name: string): Promise<boolean>;
  write(name: string, content: Buffer): Promise<void>;
  /** Throws where there is one of the new name, as far as the server keeps to that. */
  rename(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/**
 * Writes a file under another name and renames it when it is whole. One of the same name stays as it is: the next number is taken, for
 * the one before may be ours, of a try whose answer was lost.
 */
export async function putFile(folder: Folder, delivery: Delivery): Promise<Delivered> {
  let number = delivery.number;
  let name = fileName(delivery, number);
  const partName = `${name}.${crypto.randomUUID().slice(0, 8)}.part`;
  for (const endNumber = number + numbersTried; await folder.has(name); name = fileName(delivery, number)) {
    const before = name;
    number++;
    if (number > endNumber || fileName(delivery, number) === before) throw new PushRefused('nameTaken', before);
  }
  const { url } = delivery.settings;
  delivery.show({ method: 'STOR', url: `${url.replace(/\/$/, '')}/${name}`, headers: [], body: delivery.shownBody });
  try {
    await folder.write(partName, Buffer.from(delivery.body));
    delivery.written();
    await folder.rename(partName, name);
  } catch (error) {
    await folder.remove(partName).catch(() => undefined);
    if (await folder.has(name).catch(() => false)) throw new PushRefused('nameTaken', name);
    throw error;
  }
  return { status: null, answer: name, nextNumber: number + 1 };
}

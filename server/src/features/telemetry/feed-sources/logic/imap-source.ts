/**
 * Attachments of e-mails in a mailbox, by IMAP over TLS. Nothing is changed there: e-mails are known by their number (UID), which
 * only grows while the mailbox keeps its validity; another validity is a mailbox from its beginning.
 *
 * Invariants: an e-mail counts as taken when all its attachments are durable; those of nobody who is named are passed over.
 */
import { feedLimits } from '@plumbline/contract/telemetry/feeds';
import { ImapFlow, type MessageStructureObject } from 'imapflow';
import { cursorOf, saveCursor } from '../feed-sources.table.ts';
import { matches } from './file-patterns.ts';
import { PolledSource, type RoundParts, type SourceParts } from './polled-source.ts';

interface Cursor {
  readonly validity: string;
  /** The last one that was taken. */
  readonly uid: number;
}
interface Attachment {
  readonly part: string;
  readonly name: string;
  readonly size: number;
}

/** The first look takes what has come since. */
const firstRoundMs = 7 * 86_400_000;
/** E-mails of one look; the others come with the next. */
const maxMessages = 200;
const maxAttachments = 20;
const answerMs = 30_000;

export const openImapSource = (parts: SourceParts): PolledSource => new PolledSource(parts, takeNew);

async function takeNew(parts: RoundParts, signal: AbortSignal): Promise<void> {
  const client = await connected(parts);
  const stop = () => client.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const box = await client.mailboxOpen(parts.feed.settings.path ?? 'INBOX', { readOnly: true });
    const validity = String(box.uidValidity);
    for (const uid of await newUids(client, parts, validity)) {
      if (signal.aborted) return;
      await takeMessage(client, parts, uid);
      await saveCursor(parts.db, parts.feed.id, { validity, uid } satisfies Cursor);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    client.close();
  }
}

async function connected({ feed, password, outbound }: SourceParts): Promise<ImapFlow> {
  const { host, port, userName } = feed.settings;
  const address = host ?? '';
  const socket = await outbound.connect(address, port ?? 993, [993]);
  const client = new ImapFlow({
    host: address,
    port: port ?? 993,
    secure: true,
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs * 2,
    auth: { user: userName ?? '', pass: password ?? '' },
    tls: { socket, minVersion: 'TLSv1.2' },
  });
  // What ends the connection is thrown by the command that waits.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    socket.destroy();
    const { responseText, message } = error as { responseText?: string; message: string };
    throw new Error(responseText ?? message);
  }
}

/** In their order. */
async function newUids(client: ImapFlow, { db, feed }: SourceParts, validity: string): Promise<number[]> {
  const cursor = await cursorOf<Cursor>(db, feed.id);
  const isKnown = cursor?.validity === validity;
  const query = isKnown ? { uid: `${cursor.uid + 1}:*` } : { since: new Date(Date.now() - firstRoundMs) };
  const ids = (await client.search(query, { uid: true })) || [];
  // `n:*` names the last one even where that is smaller.
  return ids
    .filter((uid) => !isKnown || uid > cursor.uid)
    .sort((a, b) => a - b)
    .slice(0, maxMessages);
}

async function takeMessage(client: ImapFlow, parts: SourceParts, uid: number): Promise<void> {
  const message = await client.fetchOne(
    String(uid),
    { envelope: true, bodyStructure: true, internalDate: true },
    { uid: true },
  );
  if (!message) return;
  const { senders = [], pattern } = parts.feed.settings;
  const from = message.envelope?.from?.[0]?.address?.toLowerCase() ?? '';
  if (!senders.some((sender) => sender === from || (sender.startsWith('@') && from.endsWith(sender)))) return;
  const attachments = attachmentsOf(message.bodyStructure).filter(({ name }) => matches(name, pattern ?? '*'));
  for (const attachment of attachments.slice(0, maxAttachments)) {
    const content = await contentOf(client, uid, attachment);
    if (content === null) parts.failed(`${attachment.name}: ${attachment.size} bytes`);
    else
      await parts.take({
        topic: attachment.name,
        content,
        writtenAt: message.internalDate ? new Date(message.internalDate) : new Date(),
      });
  }
}

function attachmentsOf(part: MessageStructureObject | undefined): Attachment[] {
  if (!part) return [];
  if (part.childNodes) return part.childNodes.flatMap(attachmentsOf);
  const name = part.dispositionParameters?.['filename'] ?? part.parameters?.['name'];
  return name === undefined ? [] : [{ part: part.part ?? '1', name: name.slice(0, 200), size: part.size ?? 0 }];
}

/** null = it is too long. */
async function contentOf(client: ImapFlow, uid: number, { part, size }: Attachment): Promise<Buffer | null> {
  // As it is sent: base64 is a third longer than what it stands for.
  if (size > feedLimits.fileBytes * 1.5) return null;
  const maxBytes = feedLimits.fileBytes + 1;
  const { content } = await client.download(String(uid), part, { uid: true, maxBytes });
  if (!content) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  const whole = Buffer.concat(chunks);
  return whole.length > feedLimits.fileBytes ? null : whole;
}

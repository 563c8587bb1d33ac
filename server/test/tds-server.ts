/**
 * A SQL Server as its clients meet it, for tests: TDS 7.4 ([MS-TDS]) without encryption, one login, and rows of one table for whatever is
 * asked by sp_executesql. It checks the password and keeps what was asked.
 */
import { createServer, type Socket } from 'node:net';

interface TdsRow {
  readonly at: Date;
  readonly station: string;
  readonly value: number | null;
  readonly plumbline_cursor: string;
}
export interface TdsServer {
  readonly port: number;
  rows: readonly TdsRow[];
  readonly queries: { readonly text: string; readonly values: readonly string[] }[];
  close(): void;
}

const [preLogin, login7, rpc, reply] = [0x12, 0x10, 0x03, 0x04];

export async function openTdsServer(login: { readonly user: string; readonly password: string }): Promise<TdsServer> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let pending = Buffer.alloc(0);
    let message: Buffer[] = [];
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk as Buffer]);
      while (pending.length >= 8 && pending.length >= pending.readUInt16BE(2)) {
        const packet = pending.subarray(0, pending.readUInt16BE(2));
        pending = pending.subarray(packet.length);
        message.push(packet.subarray(8));
        if ((packet.readUInt8(1) & 1) === 0) continue;
        answer(socket, packet.readUInt8(0), Buffer.concat(message));
        message = [];
      }
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const tds: TdsServer = {
    port: (listener.address() as { port: number }).port,
    rows: [],
    queries: [],
    close: () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
  return tds;

  function answer(socket: Socket, type: number, content: Buffer): void {
    send(socket, answerTo(type, content));
  }

  function answerTo(type: number, content: Buffer): Buffer {
    if (type === preLogin) return preLoginAnswer;
    if (type === login7) {
      const isIn = textAt(content, 40) === login.user && secretAt(content, 44) === login.password;
      return Buffer.concat(isIn ? [loginAck, doneOf(0)] : [errorOf("Login failed for user 'reader'."), doneOf(2)]);
    }
    if (type !== rpc) return doneOf(0);
    const call = callOf(content);
    if (call) tds.queries.push(call);
    return Buffer.concat([columns, ...tds.rows.map(rowOf), doneOf(0x10, tds.rows.length)]);
  }
}

function send(socket: Socket, content: Buffer): void {
  const head = Buffer.from([reply, 1, 0, 0, 0, 0, 1, 0]);
  head.writeUInt16BE(content.length + 8, 2);
  socket.write(Buffer.concat([head, content]));
}

const u16 = (value: number) => {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
};
const ucs2 = (text: string) => Buffer.from(text, 'utf16le');
/** A text behind its length in letters. */
const shortText = (text: string) => Buffer.concat([Buffer.from([text.length]), ucs2(text)]);

/** Version, and encryption = not supported. */
const preLoginAnswer = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, 2]);
const ackContent = Buffer.concat([
  Buffer.from([1, 0x74, 0, 0, 4]),
  shortText('Microsoft SQL Server'),
  Buffer.from([16, 0, 0, 0]),
]);
const loginAck = Buffer.concat([Buffer.from([0xad]), u16(ackContent.length), ackContent]);

function errorOf(words: string): Buffer {
  const content = Buffer.concat([
    Buffer.from([0x08, 0x48, 0, 0, 1, 14]),
    u16(words.length),
    ucs2(words),
    shortText('test'),
    shortText(''),
    Buffer.from([1, 0, 0, 0]),
  ]);
  return Buffer.concat([Buffer.from([0xaa]), u16(content.length), content]);
}
function doneOf(status: number, count = 0): Buffer {
  const done = Buffer.alloc(13);
  done.writeUInt8(0xfd);
  done.writeUInt16LE(status, 1);
  done.writeUInt32LE(count, 5);
  return done;
}

const collation = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34]);
const column = (name: string, type: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, 0, 9, 0]), type, shortText(name)]);
const varchar = Buffer.concat([Buffer.from([0xe7]), u16(200), collation]);
const columns = Buffer.concat([
  Buffer.from([0x81]),
  u16(4),
  column('at', Buffer.from([0x2a, 3])),
  column('station', varchar),
  column('value', Buffer.from([0x6d, 8])),
  column('plumbline_cursor', varchar),
]);

function rowOf({ at, station, value, plumbline_cursor: cursor }: TdsRow): Buffer {
  const days = Math.floor(at.getTime() / 86_400_000) + 719_162;
  const time = Buffer.alloc(8);
  time.writeUInt8(7);
  time.writeUIntLE(at.getTime() % 86_400_000, 1, 4);
  time.writeUIntLE(days, 5, 3);
  const number = Buffer.alloc(value === null ? 1 : 9);
  if (value !== null) {
    number.writeUInt8(8);
    number.writeDoubleLE(value, 1);
  }
  const text = (each: string) => Buffer.concat([u16(each.length * 2), ucs2(each)]);
  return Buffer.concat([Buffer.from([0xd1]), time, text(station), number, text(cursor)]);
}

/** A text of LOGIN7 by the place of its offset. */
function textAt(content: Buffer, place: number): string {
  const begin = content.readUInt16LE(place);
  return content.subarray(begin, begin + content.readUInt16LE(place + 2) * 2).toString('utf16le');
}
/** The same of a password, whose bytes are turned and flipped. */
function secretAt(content: Buffer, place: number): string {
  const begin = content.readUInt16LE(place);
  const bytes = content.subarray(begin, begin + content.readUInt16LE(place + 2) * 2);
  return Buffer.from(bytes.map((byte) => ((byte ^ 0xa5) >> 4) | (((byte ^ 0xa5) & 0x0f) << 4))).toString('utf16le');
}

/** The statement and the texts that were given to sp_executesql. */
function callOf(content: Buffer): TdsServer['queries'][number] | null {
  // Headers of all, then 0xFFFF and the number of the procedure.
  let at = content.readUInt32LE(0);
  if (content.readUInt16LE(at) !== 0xffff || content.readUInt16LE(at + 2) !== 10) return null;
  at += 6;
  const texts: string[] = [];
  while (at < content.length) {
    at += 1 + content.readUInt8(at) * 2 + 1;
    if (content.readUInt8(at) !== 0xe7) return null;
    const longest = content.readUInt16LE(at + 1);
    at += 8;
    if (longest === 0xffff) {
      // In pieces, after the length of them all.
      at += 8;
      let text = '';
      for (let length = content.readUInt32LE(at); ; length = content.readUInt32LE(at)) {
        at += 4;
        if (length === 0) break;
        text += content.subarray(at, at + length).toString('utf16le');
        at += length;
      }
      texts.push(text);
    } else {
      const length = content.readUInt16LE(at);
      texts.push(content.subarray(at + 2, at + 2 + length).toString('utf16le'));
      at += 2 + length;
    }
  }
  const [text = '', ...rest] = texts;
  return { text, values: rest.slice(1) };
}

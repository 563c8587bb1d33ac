/** A mail server on this machine: takes what it is given, keeps it, and can be told to refuse. */

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

export interface Mail {
  readonly to: string;
  readonly text: string;
}
/**
 * accept; refuse for now (451); refuse for good (550); take it and cut the connection before the answer; take it and never
 * answer; never answer anything.
 */
type Mood = 'accept' | 'later' | 'never' | 'cut' | 'hang' | 'silent';

export interface MailServer {
  readonly port: number;
  /** What it took, the answered and the unanswered. */
  readonly mails: Mail[];
  /** A function is asked at each mail. */
  mood: Mood | (() => Mood);
  /** Who signed in, as `name:password`. */
  readonly signedIn: string[];
  close(): void;
}

export async function openMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const state: { -readonly [K in keyof MailServer]: MailServer[K] } = {
    port: 0,
    mails: [],
    mood: 'accept',
    signedIn: [],
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    speak(socket, state);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  state.port = (server.address() as AddressInfo).port;
  return state;
}

function speak(socket: Socket, state: MailServer): void {
  let [rest, to, data]: [string, string, string[] | null] = ['', '', null];
  const answer = (line: string) => socket.write(`${line}\r\n`);
  const endOfMail = (lines: readonly string[]) => {
    const mood = typeof state.mood === 'function' ? state.mood() : state.mood;
    if (mood === 'later') return answer('451 4.3.0 try again later');
    if (mood === 'never') return answer('550 5.1.1 no such mailbox');
    state.mails.push({ to, text: lines.join('\n') });
    if (mood === 'cut') return socket.destroy();
    return mood === 'hang' ? undefined : answer('250 2.0.0 queued as 17');
  };
  const command = (line: string): unknown => {
    if (/^EHLO/i.test(line)) return answer('250-test\r\n250-8BITMIME\r\n250 AUTH PLAIN');
    if (/^AUTH PLAIN /i.test(line)) {
      const [, name, password] = Buffer.from(line.slice(11), 'base64').toString().split('\0');
      state.signedIn.push(`${name}:${password}`);
      return answer('235 2.7.0 welcome');
    }
    if (/^RCPT TO:/i.test(line)) to = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (/^DATA/i.test(line)) {
      data = [];
      return answer('354 go on');
    }
    if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n');
    return answer('250 2.0.0 ok');
  };
  if (state.mood !== 'silent') answer('220 test ESMTP');
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('utf8')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (data === null) command(line);
      else if (line === '.') {
        const whole = data;
        data = null;
        endOfMail(whole);
      } else data.push(line);
    }
  });
}

/** Header lines and words of a mail, its encoded parts read. */
export const wordsOf = ({ text }: Pick<Mail, 'text'>): string =>
  text
    .replace(/=\n/g, '')
    .replace(/(=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));

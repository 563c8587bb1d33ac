/**
 * What a sender that has signed in does with the inbox of its feed: RFC 959, 2428 and 3659 as far as files are uploaded. Invariant: a
 * file is acknowledged (226) once it is whole and on the disk, and no command reaches anything but the inbox.
 */
import { randomBytes } from 'node:crypto';
import type { Entry, Inbox } from '../../feed-inbox/feed-inbox.api.ts';
import { nameOf } from '../../feed-inbox/feed-inbox.api.ts';
import type { DataPort } from './data-ports.ts';
import { factsOf, factsOfFolder, type ListForm, listOf, timeVal } from './file-lists.ts';
import { type Answer, lines, notOffered, type Reply } from './ftp-replies.ts';
import { receiveFile, sendList, type Transfer } from './transfers.ts';

export interface FolderParts {
  readonly inbox: Inbox;
  /** Returns whether the sender still may: its feed may be off, its secret another, since it signed in. */
  readonly isStill: () => Promise<boolean>;
  /** Opens a port for the sender; null = none is free. */
  readonly openPort: () => Promise<DataPort | null>;
  /** What PASV names; null = there is no address of IPv4. */
  readonly address: string | null;
  readonly family: 1 | 2;
  /** Why nothing may pass as things are; null = it may. */
  readonly dataProblem: () => string | null;
  readonly transferBy: (dataPort: DataPort) => Transfer;
  /** Says something before the answer. */
  readonly write: (text: string) => void;
  readonly now: () => Date;
}

const ended: Reply = { text: '530 This feed does not take files by this way any more.', next: 'end' };
/** `-la`, which many senders write as they would to `ls`. */
const withoutOptions = (path: string): string => path.replace(/^(?:-\S+(?:\s+|$))+/, '');
const needsRename = '503 RNFR comes first.';

export class SenderFolder {
  readonly #parts: FolderParts;
  #dataPort: DataPort | null = null;
  #renameFrom: string | null = null;
  #isExtendedOnly = false;

  constructor(parts: FolderParts) {
    this.#parts = parts;
  }

  /** What it knows to do; a sender that may no longer is let go. */
  async run(verb: string, argument: string): Promise<Reply | null> {
    const command = this.#commands[verb];
    if (!command) return null;
    if (!(await this.#parts.isStill())) return ended;
    const from = this.#renameFrom;
    this.#renameFrom = null;
    return verb === 'RNTO' ? this.#rename(from, argument) : command(argument);
  }

  close(): void {
    this.#dataPort?.close();
    this.#dataPort = null;
  }

  readonly #commands: Readonly<Record<string, (argument: string) => Answer>> = {
    PWD: () => '257 "/" is the only folder.',
    XPWD: () => '257 "/" is the only folder.',
    CWD: (path) => this.#goTo(path),
    XCWD: (path) => this.#goTo(path),
    CDUP: () => '250 "/" is the only folder.',
    XCUP: () => '250 "/" is the only folder.',
    MKD: () => '550 There is one folder, and no other can be made.',
    XMKD: () => '550 There is one folder, and no other can be made.',
    RMD: () => '550 There is one folder, and it stays.',
    XRMD: () => '550 There is one folder, and it stays.',
    TYPE: (type) => (/^(?:A(?: N)?|I|L 8)$/i.test(type) ? '200 Files are kept as they are sent.' : '504 A or I.'),
    MODE: (mode) => (/^S$/i.test(mode) ? '200 Stream.' : '504 Stream alone.'),
    STRU: (structure) => (/^F$/i.test(structure) ? '200 File.' : '504 File alone.'),
    ALLO: () => '202 Not needed.',
    ACCT: () => '202 Not needed.',
    SITE: () => '202 Not needed.',
    REST: (offset) => (offset === '0' ? '350 From the beginning.' : '502 An upload begins at its beginning.'),
    PASV: () => this.#passive(),
    EPSV: (family) => this.#extendedPassive(family),
    PORT: () => '502 This server does not connect to senders. Use PASV or EPSV.',
    EPRT: () => '502 This server does not connect to senders. Use PASV or EPSV.',
    STOR: (name) => this.#store(name, '150 Send it.'),
    // What was sent before may have been taken already: a piece is a file of its own, and waits behind the one before it.
    APPE: (name) => this.#store(name, '150 Send it.'),
    STOU: () => this.#storeUnique(),
    RETR: () => '550 Nothing can be read back.',
    LIST: (path) => this.#list('LIST', withoutOptions(path)),
    NLST: (path) => this.#list('NLST', withoutOptions(path)),
    MLSD: (path) => this.#list('MLSD', path),
    MLST: (path) => this.#facts(path),
    SIZE: async (name) => `213 ${(await this.#entry(name)).bytes}`,
    MDTM: async (name) => `213 ${timeVal((await this.#entry(name)).modified)}`,
    DELE: (name) => this.#remove(name),
    RNFR: (name) => this.#beginRename(name),
    RNTO: () => needsRename,
    ABOR: () => {
      this.close();
      return '226 Nothing is on its way.';
    },
    SMNT: () => notOffered,
    REIN: () => notOffered,
  };

  #goTo(path: string): Reply {
    return nameOf(path) === null ? '250 "/" is the only folder.' : '550 There is no folder but "/".';
  }

  async #entry(name: string): Promise<Entry> {
    return this.#parts.inbox.entry(name);
  }

  async #facts(path: string): Promise<Reply> {
    const name = nameOf(path);
    const facts = name === null ? `${factsOfFolder} /` : `${factsOf(await this.#entry(name))} /${name}`;
    return lines(250, 'It is', [facts], 'End');
  }

  async #remove(name: string): Promise<Reply> {
    await this.#parts.inbox.remove(name);
    return '250 Removed.';
  }

  async #beginRename(name: string): Promise<Reply> {
    await this.#entry(name);
    this.#renameFrom = name;
    return '350 To what name?';
  }

  async #rename(from: string | null, to: string): Promise<Reply> {
    if (from === null) return needsRename;
    await this.#parts.inbox.rename(from, to);
    return '250 Renamed.';
  }

  async #opened(): Promise<DataPort | null> {
    this.close();
    this.#dataPort = await this.#parts.openPort();
    return this.#dataPort;
  }

  async #passive(): Promise<Reply> {
    const { address } = this.#parts;
    if (this.#isExtendedOnly) return '503 EPSV alone, as was asked.';
    if (address === null) return '425 There is no address of IPv4 here. Use EPSV.';
    const dataPort = await this.#opened();
    if (!dataPort) return '425 Every port for files is in use. Try again later.';
    const parts = [...address.split('.'), dataPort.port >> 8, dataPort.port & 0xff];
    return `227 Entering Passive Mode (${parts.join(',')}).`;
  }

  async #extendedPassive(family: string): Promise<Reply> {
    const { family: addressFamily } = this.#parts;
    if (/^all$/i.test(family)) {
      this.#isExtendedOnly = true;
      return '200 EPSV alone from now on.';
    }
    if (family !== '' && family !== String(addressFamily))
      return `522 Another network protocol; use (${addressFamily}).`;
    const dataPort = await this.#opened();
    if (!dataPort) return '425 Every port for files is in use. Try again later.';
    return `229 Entering Extended Passive Mode (|||${dataPort.port}|).`;
  }

  /** Runs a transfer by the port that was opened. */
  async #pass(begun: string, act: (transfer: Transfer) => Promise<void>): Promise<string | null> {
    const problem = this.#parts.dataProblem();
    if (problem !== null) return problem;
    const dataPort = this.#dataPort;
    if (!dataPort) return '425 PASV or EPSV comes first.';
    this.#dataPort = null;
    this.#parts.write(begun);
    await act(this.#parts.transferBy(dataPort));
    return null;
  }

  async #store(path: string, begun: string): Promise<Reply> {
    const upload = await this.#parts.inbox.begin(path);
    try {
      const problem = await this.#pass(begun, (transfer) => receiveFile(transfer, upload));
      if (problem !== null) return problem;
      await upload.finish();
      return '226 Stored.';
    } finally {
      await upload.abandon();
    }
  }

  #storeUnique(): Promise<Reply> {
    const name = `upload-${randomBytes(6).toString('hex')}`;
    return this.#store(name, `150 FILE: ${name}`);
  }

  async #list(form: ListForm, path: string): Promise<Reply> {
    const name = nameOf(path);
    if (form === 'MLSD' && name !== null) return '501 This is no folder.';
    const entries = name === null ? await this.#parts.inbox.list() : [await this.#entry(name)];
    const list = listOf(form, entries, this.#parts.now());
    return (await this.#pass('150 Sending the list.', (transfer) => sendList(transfer, list))) ?? '226 List sent.';
  }
}
